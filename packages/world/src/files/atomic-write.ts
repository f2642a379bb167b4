/** Replaces a whole file so that every reader sees the old bytes or the new ones, whatever dies in between. */
import {
  closeSync,
  existsSync,
  fchmodSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { cannotWrite, codeOf } from "../errors/file-problem.ts";
import { temporaryBeside } from "./leftovers.ts";

export interface ReplaceOptions {
  /** What the file has afterwards, also where it had another; without one an existing file keeps its own. */
  mode?: number;
}

/** A link at `path` is replaced itself, not followed. */
export function replaceFile(path: string, content: Uint8Array | string, options: ReplaceOptions = {}): void {
  const temporary = temporaryBeside(path);
  try {
    const kept = options.mode === undefined ? modeOf(path) : null;
    writeNew(temporary, content, options.mode ?? 0o644, kept);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw cannotWrite(error, path);
  }
}

/** Null where there is no file to take it from. */
function modeOf(path: string): number | null {
  const existing = lstatSync(path, { throwIfNoEntry: false });
  return existing?.isFile() ? existing.mode & 0o7777 : null;
}

/** Fails when the file is there. `exactMode` is set past the process's umask. */
export function writeNew(path: string, content: Uint8Array | string, mode: number, exactMode: number | null): void {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  const file = openSync(path, "wx", mode);
  try {
    if (exactMode !== null) fchmodSync(file, exactMode);
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
  } finally {
    closeSync(file);
  }
}

const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** Creates a file with all its content at once, for exactly one of all who try: false when somebody was first. */
export function createExclusive(path: string, content: string, mode: number): boolean {
  const temporary = temporaryBeside(path);
  try {
    writeNew(temporary, content, mode, null);
    return linkOrCreate(temporary, path, content, mode);
  } catch (error) {
    throw cannotWrite(error, path);
  } finally {
    removeIfThere(temporary);
  }
}

function linkOrCreate(temporary: string, path: string, content: string, mode: number): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!NO_LINKS.includes(codeOf(error) ?? "")) throw error;
  }
  try {
    writeNew(path, content, mode, null);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Without `rmSync`, for which node loads what removes whole folders. Looks first, as it does: a full disk is told once. */
function removeIfThere(path: string): void {
  if (existsSync(path)) unlinkSync(path);
}
