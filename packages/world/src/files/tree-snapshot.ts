/** What stands in a root, by stamps alone: enough to tell later which files are not the same any more. */
import { lstatSync, readdirSync } from "node:fs";
import { codeOf } from "../errors/file-problem.ts";
import { type FileStamp, sameStamp, stampOf } from "./file-stamp.ts";
import { nameOf, onDisk } from "./raw-names.ts";

export interface TreeSnapshot {
  /** Relative path → stamp of what stands there: files, links, sockets; folders are only walked. */
  files: ReadonlyMap<string, FileStamp>;
  /** False: there were more files than the limit; nothing may be concluded from an absence. */
  whole: boolean;
  /** Folders that could not be listed: what is in them is not known, which is not the same as not there. */
  closed: readonly string[];
}

/** `aside`: whether it is entered is decided once the rest is known. */
export type Entering = "enter" | "skip" | "aside";

/** Never code of the workspace: git's own folder, the sidecar, installed packages. */
const NOT_WALKED = new Set([".git", ".orchestration", "node_modules"]);

export function snapshotTree(root: string, limit: number): TreeSnapshot {
  const walk = startWalk(root, limit, (_path, name) => (NOT_WALKED.has(name) ? "skip" : "enter"));
  walk.into([""]);
  return walk.found();
}

export function isNeverWalked(name: string): boolean {
  return NOT_WALKED.has(name);
}

export function startWalk(root: string, limit: number, entering: (path: string, name: string) => Entering) {
  const files = new Map<string, FileStamp>();
  const closed: string[] = [];
  let whole = true;

  function list(folder: string): Listed[] {
    try {
      return entriesIn(folder === "" ? root : `${root}/${folder}`);
    } catch (error) {
      const code = codeOf(error);
      if (code === null) throw error;
      if (code !== "ENOENT" && code !== "ENOTDIR") closed.push(folder);
      return []; // else: gone since its parent was listed
    }
  }

  function add(path: string): void {
    let stat: ReturnType<typeof lstatSync>;
    try {
      stat = lstatSync(onDisk(`${root}/${path}`), { throwIfNoEntry: false });
    } catch (error) {
      if (codeOf(error) === null) throw error;
      closed.push(path);
      return;
    }
    if (stat) files.set(path, stampOf(stat));
  }

  return {
    /** Walks these folders; returns the ones that were put aside. */
    into(folders: readonly string[]): string[] {
      const left = [...folders];
      const aside: string[] = [];
      for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
        for (const entry of list(folder)) {
          const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
          if (entry.isDirectory()) {
            const how = entering(path, entry.name);
            if (how !== "skip") (how === "enter" ? left : aside).push(path);
            continue;
          }
          if (files.size >= limit) {
            whole = false;
            return aside;
          }
          add(path);
        }
      }
      return aside;
    },
    found: (): TreeSnapshot => ({ files, whole, closed }),
  };
}

interface Listed {
  name: string;
  isDirectory(): boolean;
}

/** The mark in the place of what could not be read as text: then the names are read as bytes. */
const NOT_READ = "\ufffd";

function entriesIn(folder: string): Listed[] {
  const path = onDisk(folder);
  const entries = readdirSync(path, { withFileTypes: true });
  if (!entries.some(({ name }) => name.includes(NOT_READ))) return entries;
  return readdirSync(path, { withFileTypes: true, encoding: "buffer" }).map((entry) => ({
    name: nameOf(entry.name),
    isDirectory: () => entry.isDirectory(),
  }));
}

/** Paths whose stamps differ, sorted; where a look was not complete, nothing is concluded from what it did not find. */
export function changedBetween(before: TreeSnapshot, after: TreeSnapshot): string[] {
  const changed: string[] = [];
  for (const [path, now] of after.files) {
    const then = before.files.get(path);
    if (then === undefined ? before.whole && !isBelow(path, before.closed) : !sameStamp(then, now)) changed.push(path);
  }
  if (after.whole) {
    for (const path of before.files.keys())
      if (!after.files.has(path) && !isBelow(path, after.closed)) changed.push(path);
  }
  return changed.sort();
}

export function isBelow(path: string, folders: Iterable<string>): boolean {
  for (const folder of folders) if (folder === "" || path === folder || path.startsWith(`${folder}/`)) return true;
  return false;
}
