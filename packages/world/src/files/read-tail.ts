/** Reads a file of lines from its end, in blocks: the cost is what is taken, not what is there. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { cannotRead, codeOf } from "../errors/file-problem.ts";
import { openRegular } from "./read-regular.ts";

const BLOCK_BYTES = 64 * 1024;
const NEWLINE = 10;

/** The last lines, oldest first; a last line without an end is a line. A file that is not there has none. */
export function readTail(path: string, count: number): string[] {
  const lines: string[] = [];
  if (count <= 0) return lines;
  for (const line of linesFromEnd(path)) {
    lines.push(line);
    if (lines.length >= count) break;
  }
  return lines.reverse();
}

/** Newest first. Empty lines are passed over. */
export function* linesFromEnd(path: string): Generator<string> {
  let file: number;
  try {
    file = openRegular(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw cannotRead(error, path);
  }
  try {
    yield* linesBackwards(file, path);
  } finally {
    closeSync(file);
  }
}

/** Newest first, of a file that is open and stays so. Empty lines are passed over. */
export function* linesBackwards(file: number, path: string): Generator<string> {
  try {
    yield* backwards(file);
  } catch (error) {
    throw cannotRead(error, path);
  }
}

function* backwards(file: number): Generator<string> {
  let position = fstatSync(file).size;
  /** The parts of the line whose start has not been met yet, last part first. */
  let parts: Buffer[] = [];
  while (position > 0) {
    const length = Math.min(BLOCK_BYTES, position);
    position -= length;
    const buffer = Buffer.alloc(length);
    const block = buffer.subarray(0, readSync(file, buffer, 0, length, position));
    let end = block.length;
    for (let at = block.lastIndexOf(NEWLINE); at >= 0; at = at === 0 ? -1 : block.lastIndexOf(NEWLINE, at - 1)) {
      parts.push(block.subarray(at + 1, end));
      const line = Buffer.concat(parts.reverse()).toString("utf8");
      if (line !== "") yield line;
      parts = [];
      end = at;
    }
    parts.push(block.subarray(0, end));
  }
  const first = Buffer.concat(parts.reverse()).toString("utf8");
  if (first !== "") yield first;
}
