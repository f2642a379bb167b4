/** Appends whole lines in one write, so that writers at the same time never mix and a torn line stays alone. */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, type Stats, writeSync } from "node:fs";
import { cannotWrite } from "../errors/file-problem.ts";
import { expectRegular } from "./read-regular.ts";

export interface AppendOptions {
  mode?: number;
  /** The caller holds a lock all writers take: then a write cut short by a full disk can be taken back. */
  alone?: boolean;
}

const NEWLINE = 10;
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_NONBLOCK | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Where the lines begin and how the file stands since; null where other bytes may have come in between. */
export type Appended = { from: number; now: Stats } | null;

export function appendLines(path: string, lines: readonly string[], options: AppendOptions = {}): Appended {
  if (lines.length === 0) return null;
  if (lines.some((line) => line.includes("\n"))) throw new Error("a line to append must not contain a line end");
  const body = Buffer.from(`${lines.join("\n")}\n`, "utf8");
  try {
    const file = openSync(path, FLAGS, options.mode ?? 0o644);
    try {
      const before = expectRegular(file, path).size;
      const start = before > 0 && byteAt(file, before - 1) !== NEWLINE ? [Buffer.of(NEWLINE)] : [];
      writeAtOnce(file, Buffer.concat([...start, body]), before, options.alone ?? false);
      const now = options.alone ? null : standAlone(file, body, before);
      return now === null || start.length > 0 ? null : { from: before, now };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw cannotWrite(error, path);
  }
}

/** Throws where a line could not be appended now: it is missing, no regular file, or out of reach. */
export function expectAppendable(path: string): void {
  try {
    const file = openSync(path, FLAGS & ~constants.O_CREAT);
    try {
      expectRegular(file, path);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw cannotWrite(error, path);
  }
}

function byteAt(file: number, position: number): number | undefined {
  const byte = Buffer.alloc(1);
  return readSync(file, byte, 0, 1, position) === 1 ? byte[0] : undefined;
}

function writeAtOnce(file: number, bytes: Buffer, before: number, alone: boolean): void {
  const written = writeSync(file, bytes);
  if (written === bytes.length) return;
  if (alone && fstatSync(file).size === before + written) ftruncateSync(file, before);
  const short = new Error(`only ${written} of ${bytes.length} bytes were written`);
  throw Object.assign(short, { code: "ENOSPC", syscall: "write" });
}

/**
 * Another writer may have been killed in the middle of its line after we looked at the end of the file: ours would then
 * continue that torn line. It happened only if the file grew by more than our bytes, so only then it is read again.
 * Returns how the file stands where it grew by our bytes alone.
 */
export function standAlone(file: number, body: Buffer, before: number): Stats | null {
  const now = fstatSync(file);
  const { size } = now;
  const grown = size - before;
  if (grown === body.length) return now;
  if (grown <= 0) return null;
  const from = Math.max(0, before - 1);
  const region = Buffer.alloc(size - from);
  const length = readSync(file, region, 0, region.length, from);
  for (let at = region.indexOf(body); at >= 0 && at < length; at = region.indexOf(body, at + 1))
    if (from + at === 0 || region[at - 1] === NEWLINE) return null;
  writeAtOnce(file, Buffer.concat([Buffer.of(NEWLINE), body]), size, false);
  return null;
}
