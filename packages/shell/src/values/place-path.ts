/** Where a path as spelled lies, seen from the folder in which the whole command starts. */
import { START } from "./value.ts";

/** A folder as placed: "" is the start; null where it cannot be known. */
export type Folder = string | null;

/**
 * Null: only the running shell knows.
 * `left`: folders that a `..` steps out of by its spelling; through a link it would step out of somewhere else.
 */
export function placePath(path: string, folder: Folder, left?: string[]): string | null {
  const placed = resolve(path, folder, left);
  if (placed === null || hasBrokenStars(placed)) return null;
  if (placed === "") return ".";
  return placed === "**" ? "./**" : placed;
}

/** `x/**` stands for anything below a folder; with more behind it, it stands for nothing that can be said. */
function hasBrokenStars(path: string): boolean {
  const at = path.indexOf("**");
  return at >= 0 && path.slice(at) !== "**" && (at === 0 || path[at - 1] === "/") && path[at + 2] !== "/";
}

/** The folder after `cd target`, which steps out of a link as it is spelled; programs do not (`left`). */
export function placeFolder(target: string, folder: Folder, left?: string[]): Folder {
  return resolve(target, folder, left);
}

function resolve(path: string, folder: Folder, left: string[] | undefined): string | null {
  if (path === START || path.startsWith(`${START}/`)) return fold(path.slice(2), left);
  if (path.startsWith("/") || isHome(path)) return fold(path, left);
  if (folder === null) return null;
  return fold(folder === "" ? path : `${folder}/${path}`, left);
}

function isHome(path: string): boolean {
  return path.startsWith("~");
}

/** Folds `.`, `..` and `//`; what climbs above its beginning keeps the `..` there. */
function fold(path: string, left: string[] | undefined): string {
  if (!mayNeedFolding(path)) return path;
  const anchor = path.startsWith("/") ? "/" : "";
  const kept: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    const last = kept.at(-1);
    if (name !== "..") kept.push(name);
    else if (last === undefined) {
      if (anchor === "") kept.push(name);
    } else if (last === ".." || (kept.length === 1 && isHome(last)) || last === "**") kept.push(name);
    else {
      left?.push(anchor + kept.join("/"));
      kept.pop();
    }
  }
  return anchor + kept.join("/");
}

function mayNeedFolding(path: string): boolean {
  return path.includes("//") || path.includes("./") || path.endsWith("/") || path.endsWith(".");
}
