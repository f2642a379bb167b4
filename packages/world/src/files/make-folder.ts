import { accessSync, constants, existsSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { ProblemError, problem } from "@intentgate/documents";
import { cannotWrite, codeOf } from "../errors/file-problem.ts";

/** Makes this one folder and no parent of it: a sidecar that was removed must not come back empty. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    if (codeOf(error) !== "ENOENT") throw cannotWrite(error, path);
    const message = `the folder above ${path} is missing`;
    throw new ProblemError([problem("SIDECAR_MISSING", message, "Run `intentgate init`.", { file: path })]);
  }
}

/** Throws where a link stands in its place: a clone may bring one, and what is written through it ends up elsewhere. */
export function expectNoLink(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const remedy = "Remove the link, then try again.";
  throw new ProblemError([problem("BAD_PATH", `${folder} is a link`, remedy, { file: folder })]);
}

/** Throws where no file could be made in it now. */
export function expectWritable(folder: string): void {
  try {
    // The dot: a file in the folder's place is no folder, whoever may write to it.
    accessSync(`${folder}/.`, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw cannotWrite(error, folder);
  }
}

const REMOVALS = 100;
const REMOVAL_PAUSE_MS = 50;

/**
 * With all in it, although a process that is about to end may still write there: `rmSync` lists a folder once, so its
 * own `maxRetries` never gets past a file that came after the list.
 */
export function removeFolder(folder: string): void {
  for (let left = REMOVALS; ; left--) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (left === 0 || !["ENOTEMPTY", "EBUSY", "EPERM"].includes(codeOf(error) ?? "")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REMOVAL_PAUSE_MS);
    }
  }
}
