/** Reads files for hashing and comparing; a file that is too large is known by its hash alone. */
import { hash } from "node:crypto";
import { lstatSync, readlinkSync, type Stats } from "node:fs";
import type { FileBytes } from "@intentgate/engine";
import { codeOf, onSystemError } from "../errors/file-problem.ts";
import { type FileStamp, isLink, isRegular, isYoung, sameStamp, stampAt, stampOf } from "./file-stamp.ts";
import { onDisk } from "./raw-names.ts";
import { readRegular } from "./read-regular.ts";

/** Of a larger file the bytes are neither read into memory nor kept. */
export const LARGEST_KEPT = 50_000_000;

export interface FileReading {
  hash: string | null;
  bytes: FileBytes;
  mode: number | null;
}

/** By which it is known that what was read still stands there; none where a file may change and keep its stamp. */
const stamps = new WeakMap<FileReading, FileStamp>();

/** `known` is what was read there before: it is the answer where it still holds. */
export function readWhole(path: string, known: FileReading | null = null): FileReading {
  const at = Date.now();
  const stat = fileAt(path);
  if (!stat) return ABSENT;
  const stamp = known && stamps.get(known);
  return known && stamp && sameStamp(stamp, stampOf(stat)) ? known : readFile(path, stat, at);
}

/** The file that was read last: a call is decided on, kept and started with the same bytes, which are read once. */
export function createLastReading() {
  let last: { path: string; reading: FileReading } | undefined;

  function read(path: string): FileReading {
    const reading = readWhole(path, last?.path === path ? last.reading : null);
    if (reading.hash !== null) last = { path, reading };
    return reading;
  }

  return { read, hashNow: (path: string) => read(path).hash };
}

/** Looked at before it is read: what is written meanwhile shows in its next stamp. */
function readFile(path: string, stat: Stats, lookedAtMs: number): FileReading {
  const bytes = readRegular(path);
  const kept: FileBytes = bytes.length > LARGEST_KEPT ? { state: "unknown" } : { state: "present", bytes };
  const reading: FileReading = { hash: hashOf(bytes), bytes: kept, mode: stat.mode & 0o7777 };
  const stamp = stampOf(stat);
  if (!isYoung(stamp, lookedAtMs)) stamps.set(reading, stamp);
  return reading;
}

function fileAt(path: string): Stats | null {
  try {
    const stat = lstatSync(onDisk(path), { throwIfNoEntry: false });
    return stat?.isFile() ? stat : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOTDIR") throw error;
    return null;
  }
}

const ABSENT: FileReading = { hash: null, bytes: { state: "absent" }, mode: null };

/** Something may stand there, and may have changed; it is closed to us. */
export const CLOSED: FileReading = { hash: null, bytes: { state: "unknown" }, mode: null };

/** After a program ran: a file, or a folder above it, that it closed must not hide the rest of what it did. */
export function readAfterwards(path: string, known: FileReading | null = null): FileReading {
  return onSystemError("any", CLOSED, () => readWhole(path, known));
}

export function hashNow(path: string): string | null {
  return readWhole(path).hash;
}

export interface EntryReading {
  stamp: FileStamp | null;
  /** Null for what is no link. */
  link: string | null;
  hash: string | null;
  /** A link's are its target, as git has it; unknown for what is neither file nor link, or may not be read. */
  bytes: FileBytes;
}

/** Whatever stands there, links not followed: after a program ran, anything may. */
export function readEntry(path: string): EntryReading {
  const stamp = stampAt(path);
  if (!stamp) return { stamp, link: null, hash: null, bytes: { state: "absent" } };
  const unknown: EntryReading = { stamp, link: null, hash: null, bytes: { state: "unknown" } };
  try {
    if (isLink(stamp)) {
      const link = readlinkSync(onDisk(path));
      return { stamp, link, hash: hashOf(link), bytes: { state: "present", bytes: Buffer.from(link) } };
    }
    if (!isRegular(stamp) || stamp.size > LARGEST_KEPT) return unknown;
    const bytes = readRegular(path);
    return { stamp, link: null, hash: hashOf(bytes), bytes: { state: "present", bytes } };
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return unknown; // gone again, or closed to us
  }
}

export function hashOf(bytes: Uint8Array | string): string {
  return `sha256:${hash("sha256", bytes)}`;
}
