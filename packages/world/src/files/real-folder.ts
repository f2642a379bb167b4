/** Whether the way to a path leads through links. It tells how things stand now: who writes there holds the folder. */
import { lstatSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { onSystemError } from "../errors/file-problem.ts";

/** What stands nearest above a path, which need not exist; where a file is in the way, that file. */
export function nearestAbove(path: string): string {
  const folder = dirname(path);
  const isThere = onSystemError(["ENOTDIR"], false, () => lstatSync(folder, { throwIfNoEntry: false }) !== undefined);
  return folder === path || isThere ? folder : nearestAbove(folder);
}

export function isRealFolder(folder: string): boolean {
  return onSystemError("any", false, () => realpathSync(folder) === folder);
}
