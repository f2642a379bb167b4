/** Reads a whole regular file, and nothing else: no link is followed, no pipe is waited for. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { done, errnoOf, type Failed, fail, type Outcome, reasonOf } from "../contract/failure.ts";

export interface FileAttributes {
  mode: number;
  uid: number;
  gid: number;
}

export type FileState = { kind: "absent" } | { kind: "file"; bytes: Uint8Array; attributes: FileAttributes };

/** Whole files are held in memory for plans and for undoing them. */
const MOST_BYTES = 64 * 1024 * 1024;

/** O_NONBLOCK: a pipe put in a file's place must not make us wait for its writer. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function readFileState(path: string, shown: string, most = MOST_BYTES): Outcome<FileState> {
  let descriptor: number | undefined;
  try {
    const odd = notRegular(lstatSync(path), shown);
    if (odd) return odd;
    descriptor = openSync(path, READ_FLAGS);
    const facts = fstatSync(descriptor);
    const changed = notRegular(facts, shown);
    if (changed) return changed;
    if (facts.size > most)
      return fail("TOO_LARGE", `${shown} has ${facts.size} bytes; this tool handles at most ${most}.`);
    const attributes = { mode: facts.mode & 0o7777, uid: facts.uid, gid: facts.gid };
    return done({ kind: "file", bytes: readFileSync(descriptor), attributes });
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return done({ kind: "absent" });
    return readFailure(error, shown);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

export function notRegular(facts: Stats, shown: string): Failed | null {
  if (facts.isFile()) return null;
  if (facts.isDirectory()) return fail("IS_FOLDER", `${shown} is a folder; name a file in it (see list_files).`);
  if (facts.isSymbolicLink())
    return fail("IS_LINK", `${shown} has become a symbolic link and is not followed; name the file it points to.`);
  return fail("NOT_A_FILE", `${shown} is not a regular file.`);
}

/** What a file system error means to the caller; anything else is a bug and goes on as one. */
export function readFailure(error: unknown, shown: string): Failed {
  const errno = errnoOf(error);
  if (errno === undefined) throw error;
  if (errno === "ENOENT") return notFound(shown);
  if (errno === "ENOTDIR") return fail("NOT_A_FOLDER", `A part of ${shown} is a file, not a folder; check the path.`);
  if (errno === "ELOOP") return fail("IS_LINK", `${shown} has become a symbolic link and is not followed.`);
  if (errno === "ENXIO") return fail("NOT_A_FILE", `${shown} is not a regular file.`);
  if (errno === "ENAMETOOLONG") return fail("BAD_INPUT", `${shown.slice(0, 100)}… is too long for a path.`);
  return fail("CANNOT_READ", `${shown} cannot be read (${reasonOf(error)}).`);
}

export function notFound(shown: string): Failed {
  return fail("NOT_FOUND", `${shown} does not exist; look for the right path with list_files.`);
}
