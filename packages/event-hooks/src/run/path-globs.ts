/**
 * Globs of hooks mean what globs of a scope mean. Every call holds its files against those of every hook, so most are
 * told apart by the folder they begin with, and what was asked before is remembered.
 */

import { createScope, globProblem, type Scope } from "@intentgate/policy";
import type { PathGlobs } from "../declared/match-hook.ts";

const MOST_PATHS = 1_000;

interface Compiled {
  /** Dear to make, and of most hooks nobody ever needs it. */
  scope: Scope | null;
  /** What every path that is covered begins with, one entry a glob; null where there is nothing to go by. */
  beginnings: readonly string[] | null;
  answers: Map<string, boolean>;
}

/** Beside globs themselves: which first names they speak of, so that most hooks need not be asked at all. */
export interface TopGlobs extends PathGlobs {
  /** The first names of all that they cover; null where that may be anything. */
  tops(globs: readonly string[]): readonly string[] | null;
  /** Null where it cannot be told: of folders, and of what may be spelled in another way. */
  topOf(path: string): string | null;
}

export function createPathGlobs(ignoreCase: boolean): TopGlobs {
  const known = new WeakMap<readonly string[], Compiled>();
  let last = { path: "", isPlain: false };

  function compiled(globs: readonly string[]): Compiled {
    const found: Compiled = known.get(globs) ?? {
      scope: null,
      beginnings: ignoreCase ? null : beginningsOf(globs),
      answers: new Map<string, boolean>(),
    };
    known.set(globs, found);
    return found;
  }

  return {
    problem: globProblem,
    covers(globs, path) {
      const own = known.get(globs) ?? compiled(globs);
      const { beginnings, answers } = own;
      if (beginnings && isPlain(path) && !beginnings.some((beginning) => isAtOrBelow(path, beginning))) return false;
      let answer = answers.get(path);
      if (answer === undefined) {
        own.scope ??= createScope(globs, { ignoreCase });
        const { scope } = own;
        const folder = path === "./" ? "" : path.slice(0, -1);
        answer = path.endsWith("/") ? scope.mayCoverBelow(folder) : scope.covers(path);
        if (answers.size >= MOST_PATHS) answers.clear();
        answers.set(path, answer);
      }
      return answer;
    },
    tops: (globs) => compiled(globs).beginnings?.map(firstName) ?? null,
    topOf: (path) => (isPlain(path) ? firstName(path) : null),
  };

  /** Spelled in the one way there is; hooks are asked about the same path one after the other. */
  function isPlain(path: string): boolean {
    if (path !== last.path) {
      const hasOdd = path.split("/").some((name) => name === "" || name === ".");
      last = { path, isPlain: !hasOdd && /^[\x20-\x7e]+$/.test(path) };
    }
    return last.isPlain;
  }
}

/** A glob that begins with a wildcard begins with anything. */
function beginningsOf(globs: readonly string[]): string[] | null {
  const beginnings = globs
    .filter((glob) => !glob.startsWith("!"))
    .map((glob) => {
      const names = glob
        .normalize("NFC")
        .split("/")
        .filter((name) => name !== "" && name !== ".");
      const wild = names.findIndex((name) => /[*?{}!\\]/.test(name));
      return (wild < 0 ? names : names.slice(0, wild)).join("/");
    });
  return beginnings.includes("") ? null : beginnings;
}

function firstName(path: string): string {
  const end = path.indexOf("/");
  return end < 0 ? path : path.slice(0, end);
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === "/");
}
