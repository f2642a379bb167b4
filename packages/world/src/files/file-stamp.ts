/** What tells a file from what stood in its place before, without reading it. */
import { lstatSync, type Stats } from "node:fs";
import { codeOf } from "../errors/file-problem.ts";
import { onDisk } from "./raw-names.ts";

/** No program can set `ctimeMs` back, so equal stamps mean equal bytes, except within one tick of the clock. */
export interface FileStamp {
  ino: number;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  mode: number;
}

/** File systems note times in ticks of up to ten milliseconds: a file this young may change and keep its stamp. */
const TICK_MS = 100;

/** Clocks of file systems run a little behind. */
const CLOCK_MS = 15;

/** Whether what was written at this time may have been written since then. */
export function mayBeSince(mtimeMs: number, then: number): boolean {
  return mtimeMs >= then - CLOCK_MS;
}

const KIND = 0o170000;
const FOLDER = 0o040000;
const LINK = 0o120000;
const REGULAR = 0o100000;

export function stampOf({ ino, size, mtimeMs, ctimeMs, mode }: Stats): FileStamp {
  return { ino, size, mtimeMs, ctimeMs, mode };
}

/** Null where nothing is, or nothing that could be looked at. */
export function stampAt(path: string): FileStamp | null {
  try {
    const stat = lstatSync(onDisk(path), { throwIfNoEntry: false });
    return stat && !stat.isDirectory() ? stampOf(stat) : null;
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return null;
  }
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return (
    a.ctimeMs === b.ctimeMs && a.mtimeMs === b.mtimeMs && a.size === b.size && a.ino === b.ino && a.mode === b.mode
  );
}

export function isYoung(stamp: FileStamp, lookedAtMs: number): boolean {
  return Math.max(stamp.ctimeMs, stamp.mtimeMs) > lookedAtMs - TICK_MS;
}

export function isLink({ mode }: FileStamp): boolean {
  return (mode & KIND) === LINK;
}

export function isFolder({ mode }: FileStamp): boolean {
  return (mode & KIND) === FOLDER;
}

export function isRegular({ mode }: FileStamp): boolean {
  return (mode & KIND) === REGULAR;
}

export function permissionsOf({ mode }: FileStamp): number {
  return mode & 0o7777;
}

export function formatStamp({ ino, size, mtimeMs, ctimeMs, mode }: FileStamp): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs} ${mode}`;
}

/** Null for a text that `formatStamp` did not write. */
export function parseStamp(text: string): FileStamp | null {
  const [ino, size, mtimeMs, ctimeMs, mode, ...more] = text.split(" ").map(Number);
  if (ino === undefined || size === undefined || mtimeMs === undefined || ctimeMs === undefined || mode === undefined)
    return null;
  const stamp = { ino, size, mtimeMs, ctimeMs, mode };
  return more.length === 0 && Object.values(stamp).every(Number.isFinite) ? stamp : null;
}
