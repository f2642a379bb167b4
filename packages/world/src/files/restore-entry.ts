/** Puts a file or a link back where it stood, never through a link that somebody placed in the way. */
import { chmodSync, lstatSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { ProblemError } from "@intentgate/documents";
import { codeOf, onSystemError } from "../errors/file-problem.ts";
import { replaceFile } from "./atomic-write.ts";

export type FormerEntry = { kind: "file"; bytes: Uint8Array; mode: number } | { kind: "link"; target: string };

/** False where something stands in the way: a link, or a file, in the place of a folder above. */
export function restoreEntry(path: string, former: FormerEntry): boolean {
  try {
    if (!isRealFolder(nearestAbove(path))) return false;
    mkdirSync(dirname(path), { recursive: true });
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true });
    if (former.kind === "link") symlinkSync(former.target, path);
    else {
      replaceFile(path, former.bytes, {});
      chmodSync(path, former.mode);
    }
    return true;
  } catch (error) {
    if (codeOf(error) !== null || error instanceof ProblemError) return false;
    throw error;
  }
}

/** What stands nearest above a path, which need not exist; where a file is in the way, that file. */
export function nearestAbove(path: string): string {
  const folder = dirname(path);
  const isThere = onSystemError(["ENOTDIR"], false, () => lstatSync(folder, { throwIfNoEntry: false }) !== undefined);
  return folder === path || isThere ? folder : nearestAbove(folder);
}

export function isRealFolder(folder: string): boolean {
  return onSystemError("any", false, () => realpathSync(folder) === folder);
}
