/** Reads regular files and nothing else: no pipe is waited for, and no device is read without end. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { cannotRead, codeOf } from "../errors/file-problem.ts";
import { onDisk } from "./raw-names.ts";

const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

export function readRegular(path: string): Buffer {
  const file = openRegular(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** For reading; whoever opens it closes it. */
export function openRegular(path: string): number {
  const file = openSync(onDisk(path), FLAGS);
  try {
    expectRegular(file, path);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Throws as the file system does, so that it is told like any other of its complaints. */
export function expectRegular(file: number, path: string): Stats {
  const facts = fstatSync(file);
  if (facts.isFile()) return facts;
  const code = facts.isDirectory() ? "EISDIR" : "EFTYPE";
  const error = new Error(`${code}: ${path} is not a regular file`);
  throw Object.assign(error, { code, syscall: "open", path });
}

/** Null only when the file is not there; every other failure is a problem, never an empty text. */
export function readText(path: string): string | null {
  try {
    return readRegular(path).toString("utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw cannotRead(error, path);
  }
}
