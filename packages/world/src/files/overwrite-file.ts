/**
 * Writes over a file in place, which costs a small part of what a new file does and needs no space. Who reads in that very
 * moment may find a mix of both: only for small files whose readers can tell.
 */
import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { codeOf } from "../errors/file-problem.ts";

const FLAGS = constants.O_RDWR | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** False where nothing was written: there is no regular file of that very size, or it has a second name elsewhere. */
export function overwriteFile(path: string, bytes: Uint8Array): boolean {
  let file: number;
  try {
    file = openSync(path, FLAGS);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return false;
  }
  try {
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.nlink !== 1 || facts.size !== bytes.length) return false;
    return writeSync(file, bytes, 0, bytes.length, 0) === bytes.length;
  } finally {
    closeSync(file);
  }
}
