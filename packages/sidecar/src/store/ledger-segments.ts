/**
 * The files the ledger lies in: one that is written to, and in the archive those that were full before it. One after
 * the other, oldest first, they are the ledger; a rotation moves a border and changes nothing else.
 */
import { closeSync, createReadStream, fstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PlacedLine } from "@intentgate/trace";
import { cannotRead, linesBackwards, onSystemError, openRegular, reading } from "@intentgate/world";

export const LIVE_NAME = "agent_trace.jsonl";
export const ARCHIVE_NAME = "ledger-archive";
const ARCHIVED = /^agent_trace\.(\d{6})\.jsonl$/;

export interface ArchivedSegment {
  number: number;
  path: string;
  /** As a person would name it. */
  name: string;
}

/** Oldest first. What else lies in the folder is no part of the ledger. */
export function archivedSegments(folder: string): ArchivedSegment[] {
  const archive = join(folder, ARCHIVE_NAME);
  // Something else in its place: rotating says so; that what was archived is gone, verifying finds.
  const names = reading(archive, () => onSystemError(["ENOENT", "ENOTDIR"], [], () => readdirSync(archive)));
  return names
    .flatMap((name): ArchivedSegment[] => {
      const number = ARCHIVED.exec(name)?.[1];
      return number === undefined
        ? []
        : [{ number: Number(number), path: join(archive, name), name: `${ARCHIVE_NAME}/${name}` }];
    })
    .sort((a, b) => a.number - b.number);
}

export function archivePath(folder: string, number: number): string {
  return join(folder, ARCHIVE_NAME, `agent_trace.${String(number).padStart(6, "0")}.jsonl`);
}

/** Every line in the order it was written, with its place; torn and foreign ones included as text. */
export async function* ledgerLines(folder: string): AsyncGenerator<PlacedLine> {
  let live = openLive(folder);
  try {
    for (const { path, name } of archivedSegments(folder)) {
      const file = reading(path, () => openRegular(path));
      // Opened first and archived since: it is read as the last one, which it was.
      if (live !== null && isSame(file, live)) closeSync(file);
      else yield* linesOf(file, path, name);
    }
    if (live === null) return;
    const last = live;
    live = null; // whoever reads it closes it
    yield* linesOf(last, join(folder, LIVE_NAME), LIVE_NAME);
  } finally {
    if (live !== null) closeSync(live);
  }
}

/** Newest first, read only as far as it is taken. */
export function* ledgerLinesFromEnd(folder: string): Generator<string> {
  const live = openLive(folder);
  try {
    const archived = archivedSegments(folder);
    if (live !== null) yield* linesBackwards(live, LIVE_NAME);
    for (const { path, name } of archived.reverse()) {
      const file = reading(path, () => openRegular(path));
      try {
        if (live === null || !isSame(file, live)) yield* linesBackwards(file, name);
      } finally {
        closeSync(file);
      }
    }
  } finally {
    if (live !== null) closeSync(live);
  }
}

function openLive(folder: string): number | null {
  const path = join(folder, LIVE_NAME);
  return reading(path, () => onSystemError(["ENOENT"], null, () => openRegular(path)));
}

function isSame(one: number, other: number): boolean {
  const [a, b] = [fstatSync(one), fstatSync(other)];
  return a.ino === b.ino && a.dev === b.dev;
}

/** Closes the file at the end. */
async function* linesOf(file: number, path: string, name: string): AsyncGenerator<PlacedLine> {
  let parts: Buffer[] = [];
  let number = 0;
  const placed = (hasEnd: boolean): PlacedLine => {
    const line = parts.length === 1 ? (parts[0] as Buffer).toString("utf8") : Buffer.concat(parts).toString("utf8");
    parts = [];
    number++;
    return { line, file: name, number, hasEnd };
  };
  try {
    const chunks = createReadStream(path, { fd: file, start: 0, highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
    for await (const chunk of chunks) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        parts.push(chunk.subarray(start, end));
        yield placed(true);
        start = end + 1;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    }
  } catch (error) {
    throw cannotRead(error, path);
  }
  if (parts.length > 0) yield placed(false);
}
