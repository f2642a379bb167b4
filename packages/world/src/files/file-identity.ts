/** What the system says of a path, without reading what stands there. */
import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { cannotRead, onSystemError } from "../errors/file-problem.ts";

/** The identity of a file that is not there. */
export const ABSENT = "absent";

/** Changes whenever the file is replaced, written or touched. */
export function identity(path: string): string {
  try {
    // Plain numbers: a decision asks for a dozen identities, and their big integers were a sixth of its garbage.
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat ? `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}` : ABSENT;
  } catch (error) {
    throw cannotRead(error, path);
  }
}

/**
 * A file that was written a moment ago may be written again without any of its numbers changing, as clocks of file
 * systems tick in milliseconds: what was read of such a file is not kept.
 */
const SETTLED_AFTER_MS = 100;

/** The last part of an identity is the time of the last change in milliseconds; one in the future is not settled. */
export function isSettled(named: string): boolean {
  const changedMs = Number(named.slice(named.lastIndexOf(":") + 1));
  return Date.now() - changedMs > SETTLED_AFTER_MS;
}

/** 0 where there is no file. */
export function fileSize(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch (error) {
    throw cannotRead(error, path);
  }
}

/** Where a path really lies; null where that cannot be told. The system's own way: node's looks at every name itself. */
export function realFolder(path: string): string | null {
  return onSystemError("any", null, () => realpathSync.native(path));
}

/** What stands nearest above a path, which need not exist; where a file is in the way, that file. */
export function nearestAbove(path: string): string {
  const folder = dirname(path);
  const isThere = onSystemError(["ENOTDIR"], false, () => lstatSync(folder, { throwIfNoEntry: false }) !== undefined);
  return folder === path || isThere ? folder : nearestAbove(folder);
}

/** As things stand now: whoever writes there holds the folder. */
export function isRealFolder(folder: string): boolean {
  return onSystemError("any", false, () => realpathSync(folder) === folder);
}
