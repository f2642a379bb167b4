/** What an intent owns: a list of globs relative to the root; `!` only takes away. */
import { foldCase } from "./fold-name.ts";
import { type Glob, globCovers, globCoversBelow, globMayCoverBelow, parseGlob } from "./glob.ts";

export interface Scope {
  covers(relative: string): boolean;
  /** Everything below the folder, whatever it is called; "" is the root. */
  coversBelow(folder: string): boolean;
  /** Something below the folder, or it cannot be ruled out. */
  mayCoverBelow(folder: string): boolean;
}

/** Why a glob covers nothing, as the end of a sentence; null where it is sound. */
export function globProblem(glob: string): string | null {
  const parsed = parseGlob(glob, false);
  return parsed.ok ? null : parsed.problem;
}

export function createScope(globs: readonly string[], options: { ignoreCase: boolean }): Scope {
  let known: Compiled | null = null;
  const compiled = () => {
    known ??= compile(globs, options.ignoreCase);
    return known;
  };
  const folderNames = (folder: string) => (folder === "" ? [] : comparedNames(folder, options.ignoreCase));
  return {
    covers(relative) {
      const path = comparedNames(relative, options.ignoreCase);
      if (!path) return false;
      const { granting, narrowing } = compiled();
      return granting.some((glob) => globCovers(glob, path)) && !narrowing.some((glob) => globCovers(glob, path));
    },
    coversBelow(folder) {
      const path = folderNames(folder);
      if (!path) return false;
      const { granting, narrowing } = compiled();
      const narrows = narrowing.some((glob) => globCovers(glob, path) || globMayCoverBelow(glob, path));
      return !narrows && granting.some((glob) => globCoversBelow(glob, path));
    },
    mayCoverBelow(folder) {
      const path = folderNames(folder);
      return !path || compiled().granting.some((glob) => globMayCoverBelow(glob, path));
    },
  };
}

interface Compiled {
  granting: Glob[];
  narrowing: Glob[];
}

function compile(globs: readonly string[], ignoreCase: boolean): Compiled {
  const granting: Glob[] = [];
  const narrowing: Glob[] = [];
  for (const text of globs ?? []) {
    const parsed = parseGlob(text, ignoreCase);
    // What a broken `!` meant to take away is unknown, so nothing is left.
    if (!parsed.ok && typeof text === "string" && text.startsWith("!")) return { granting: [], narrowing: [] };
    if (!parsed.ok) continue;
    (parsed.glob.negative ? narrowing : granting).push(parsed.glob);
  }
  return { granting, narrowing };
}

function comparedNames(relative: string, ignoreCase: boolean): string[][] | null {
  if (relative === "" || relative.startsWith("/") || relative.includes("\\") || relative.includes("\0")) return null;
  const text = relative.normalize("NFC");
  const names = text.split("/").filter((name) => name !== "" && name !== ".");
  if (names.length === 0 || names.includes("..") || /^[A-Za-z]:/.test(text)) return null;
  return names.map((name) => [...(ignoreCase ? foldCase(name) : name)]);
}
