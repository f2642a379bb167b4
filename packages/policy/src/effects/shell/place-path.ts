/** Where a path as spelled lies, seen from the folder in which the whole command starts. */
import { START } from "./value.ts";

/** A folder as placed: "" is the start; null where it cannot be known. */
export type Folder = string | null;

/** Null: only the running shell knows. */
export function placePath(path: string, folder: Folder): string | null {
  const placed = resolve(path, folder);
  if (placed === null || hasBrokenStars(placed)) return null;
  if (placed === "") return ".";
  return placed === "**" ? "./**" : placed;
}

/** `x/**` stands for anything below a folder; with more behind it, it stands for nothing that can be said. */
function hasBrokenStars(path: string): boolean {
  const at = path.indexOf("**");
  return at >= 0 && path.slice(at) !== "**" && (at === 0 || path[at - 1] === "/") && path[at + 2] !== "/";
}

/** The folder after `cd target`. */
export function placeFolder(target: string, folder: Folder): Folder {
  return resolve(target, folder);
}

function resolve(path: string, folder: Folder): string | null {
  if (path === START || path.startsWith(`${START}/`)) return fold(path.slice(2));
  if (path.startsWith("/") || isHome(path)) return fold(path);
  if (folder === null) return null;
  return fold(folder === "" ? path : `${folder}/${path}`);
}

function isHome(path: string): boolean {
  return path.startsWith("~");
}

/** Folds `.`, `..` and `//`; what climbs above its beginning keeps the `..` there. */
function fold(path: string): string {
  const anchor = path.startsWith("/") ? "/" : "";
  const kept: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    const last = kept.at(-1);
    if (name !== "..") kept.push(name);
    else if (last === undefined) {
      if (anchor === "") kept.push(name);
    } else if (last === ".." || (kept.length === 1 && isHome(last)) || last === "**") kept.push(name);
    else kept.pop();
  }
  return anchor + kept.join("/");
}

const sinks = new Set(["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero", "/dev/full"]);

/** Writing there changes nothing that stays. */
export function isSink(placed: string): boolean {
  if (sinks.has(placed)) return true;
  for (const folder of ["/dev/fd/", "/proc/self/fd/"]) {
    if (placed.startsWith(folder) && /^[0-9]+$/.test(placed.slice(folder.length))) return true;
  }
  return false;
}
