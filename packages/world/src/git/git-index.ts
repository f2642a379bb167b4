/** What git's index says of the working tree, read from the file: no git process, and its flags do not matter here. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { codeOf, onSystemError } from "../errors/file-problem.ts";
import { identity } from "../files/file-identity.ts";
import type { FileStamp } from "../files/file-stamp.ts";
import { readRegular } from "../files/read-regular.ts";
import type { Repository } from "./git-facts.ts";

export interface IndexEntry {
  blob: string;
  mode: number;
  /** What git saw when it last compared the file; null where that says nothing (a conflict, an entry without a file). */
  stat: Pick<FileStamp, "ino" | "size" | "mtimeMs" | "ctimeMs"> | null;
  /** Git does not look at the file: sparse checkouts, `--skip-worktree`, `--assume-unchanged`. */
  isSkipped: boolean;
}

export interface GitIndex {
  /** By path relative to the root, which may lie below the top of the repository. */
  entries: ReadonlyMap<string, IndexEntry>;
  /** Every folder that holds an entry, however deep. */
  folders: ReadonlySet<string>;
  /** Folders that are repositories of their own, with the commit that each is at. */
  modules: ReadonlyMap<string, string>;
  /** A file as young as the index itself may have changed after git looked at it. */
  writtenMs: number;
}

const EXTENDED = 0x4000;
const ASSUMED = 0x8000;
/** In the second pair of bytes of flags. */
const SKIPPED = 0x4000;
const FOLDER = 0o040000;
const MODULE = 0o160000;
const KIND = 0o170000;

/** Null where there is no index, or one in a form that is not read here (split in two). */
export function createIndexReader(repository: Repository, root: string): () => GitIndex | null {
  let last: { key: string; index: GitIndex | null } | undefined;
  const file = join(repository.gitDir, "index");
  return () => {
    const key = identity(file);
    if (last?.key !== key) last = { key, index: key === "absent" ? null : readIndex(file, repository, root) };
    return last.index;
  };
}

function readIndex(file: string, repository: Repository, root: string): GitIndex | null {
  let bytes: Buffer;
  try {
    bytes = readRegular(file);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return null;
  }
  const below = root === repository.top ? "" : `${root.slice(repository.top.length + 1)}/`;
  const parsed = parseIndex(bytes, usesSha256(repository) ? 32 : 20);
  if (!parsed) return null;
  const entries = new Map<string, IndexEntry>();
  const folders = new Set<string>();
  const modules = new Map<string, string>();
  for (const { path, ...entry } of parsed) {
    if (!path.startsWith(below)) continue;
    const relative = path.slice(below.length);
    addFoldersAbove(folders, relative);
    if ((entry.mode & KIND) === MODULE) modules.set(relative, entry.blob);
    else if ((entry.mode & KIND) !== FOLDER) entries.set(relative, entry);
  }
  return { entries, folders, modules, writtenMs: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
}

function addFoldersAbove(folders: Set<string>, path: string): void {
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
    const folder = path.slice(0, at);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
}

function usesSha256({ commonDir }: Repository): boolean {
  return onSystemError("any", false, () =>
    /^\s*objectformat\s*=\s*sha256\s*$/im.test(readRegular(join(commonDir, "config")).toString("utf8")),
  );
}

interface ParsedEntry extends IndexEntry {
  path: string;
  /** Assumed to be unchanged, left out of the tree, to be added later: whatever makes git look away. */
  flags: number;
}

/**
 * The entries of an index, and the same index without what git notes beside them: it takes those notes on trust, and a
 * commit is made of what they say. Null for anything that is not read here.
 */
export function bareIndex(bytes: Buffer, repository: Repository): { entries: ParsedEntry[]; bytes: Buffer } | null {
  const isLong = usesSha256(repository);
  const read = readEntries(bytes, isLong ? 32 : 20);
  if (read === null) return null;
  const bare = bytes.subarray(0, read.end);
  const sum = createHash(isLong ? "sha256" : "sha1")
    .update(bare)
    .digest();
  return { entries: read.found, bytes: Buffer.concat([bare, sum]) };
}

/** The format of git's `index-format`, versions 2 to 4. Null for anything that does not add up. */
export function parseIndex(bytes: Buffer, hashBytes: number): ParsedEntry[] | null {
  return readEntries(bytes, hashBytes)?.found ?? null;
}

function readEntries(bytes: Buffer, hashBytes: number): { found: ParsedEntry[]; end: number } | null {
  if (bytes.length < 12 + hashBytes || bytes.toString("latin1", 0, 4) !== "DIRC") return null;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return null;
  const end = bytes.length - hashBytes;
  const fixed = 40 + hashBytes + 2;
  const found: ParsedEntry[] = [];
  let at = 12;
  let previous = "";
  for (let left = count; left > 0; left -= 1) {
    if (at + fixed > end) return null;
    const flags = bytes.readUInt16BE(at + 40 + hashBytes);
    const isExtended = version >= 3 && (flags & EXTENDED) !== 0;
    let name = at + fixed + (isExtended ? 2 : 0);
    let kept = "";
    if (version === 4) {
      const removed = readOffset(bytes, name);
      if (!removed || removed.value > previous.length) return null;
      name = removed.next;
      kept = previous.slice(0, previous.length - removed.value);
    }
    const stop = bytes.indexOf(0, name);
    if (stop < 0 || stop >= end) return null;
    // Bytes, one a character: version 4 counts in bytes.
    const spelled = kept + bytes.toString("latin1", name, stop);
    previous = spelled;
    found.push({
      path: isAscii(spelled) ? spelled : Buffer.from(spelled, "latin1").toString("utf8"),
      mode: bytes.readUInt32BE(at + 24),
      blob: bytes.toString("hex", at + 40, at + 40 + hashBytes),
      stat: (flags >> 12) & 3 ? null : statIn(bytes, at),
      isSkipped: (flags & ASSUMED) !== 0 || (isExtended && (bytes.readUInt16BE(at + fixed) & SKIPPED) !== 0),
      flags: ((flags & ASSUMED) << 1) | (isExtended ? bytes.readUInt16BE(at + fixed) : 0),
    });
    at = version === 4 ? stop + 1 : at + ((stop - at + 8) & ~7); // padded with one to eight NULs
  }
  return isSplit(bytes, at, end) ? null : { found, end: at };
}

function statIn(bytes: Buffer, at: number): IndexEntry["stat"] {
  return {
    ctimeMs: bytes.readUInt32BE(at) * 1_000 + bytes.readUInt32BE(at + 4) / 1_000_000,
    mtimeMs: bytes.readUInt32BE(at + 8) * 1_000 + bytes.readUInt32BE(at + 12) / 1_000_000,
    ino: bytes.readUInt32BE(at + 20),
    size: bytes.readUInt32BE(at + 36),
  };
}

function readOffset(bytes: Buffer, from: number): { value: number; next: number } | null {
  let at = from;
  let byte = bytes[at++];
  if (byte === undefined) return null;
  let value = byte & 127;
  while (byte & 128) {
    byte = bytes[at++];
    if (byte === undefined || value > 1_000_000) return null;
    value = ((value + 1) << 7) | (byte & 127);
  }
  return { value, next: at };
}

/** An extension called `link` says that most entries stand in another file. */
function isSplit(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at + 8 <= end; at += 8 + bytes.readUInt32BE(at + 4))
    if (bytes.toString("latin1", at, at + 4) === "link") return true;
  return false;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** True where git looked at the very file that stands there, and it cannot have changed since. */
export function isAsGitSawIt(stamp: FileStamp, { stat }: IndexEntry, index: GitIndex): boolean {
  return (
    stat !== null &&
    stat.mtimeMs === stamp.mtimeMs &&
    stat.ctimeMs === stamp.ctimeMs &&
    stat.size === stamp.size % 2 ** 32 &&
    stat.ino === stamp.ino % 2 ** 32 &&
    stamp.mtimeMs < index.writtenMs
  );
}
