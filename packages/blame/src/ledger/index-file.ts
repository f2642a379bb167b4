/** The index over the ledger as it is kept between two processes: derived, so anything odd about it means a new one. */

import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import { codeOf, readRegular, temporaryBeside } from "@intentgate/world";
import { isSoundIndex } from "../attribution/is-sound-index.ts";
import { createLedgerIndex, type LedgerIndex } from "../attribution/ledger-index.ts";
import type { LedgerBytes } from "./ledger-bytes.ts";
import { NOTHING_SHARED, sharedListing, type WovenShared, weaveShared } from "./shared-index.ts";

const MAGIC = "intentgate index 2\n";
const CHUNK_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 512;
/** Reading again what is newer than the kept index is cheaper than keeping it, up to so many bytes. */
const UNKEPT_BYTES = 512 * 1024;
const NEWLINE = 10;
const { words: KEPT_WORDS, columns: KEPT_COLUMNS } = shapeOf(createLedgerIndex());

export interface IndexedLedger {
  index: LedgerIndex;
  /** How much of the ledger is in the index: whole lines only. */
  bytes: number;
  /** Lines of this machine's ledger that are no record. */
  unreadable: number;
  shared: WovenShared;
}

interface Kept extends IndexedLedger {
  tail: string;
}

/** How many lists of words and how many columns an index has. */
function shapeOf(index: LedgerIndex): { words: number; columns: number } {
  const { words, columns } = index.keep();
  return { words: words.length, columns: columns.length };
}

export function indexFile(sidecar: string): string {
  return join(sidecar, "cache", "index", "ledger.bin");
}

/** Reads only what is new since the index was kept, and keeps it again once that has become much. */
export function readIndex(sidecar: string, ledger: LedgerBytes): IndexedLedger {
  const listing = sharedListing(sidecar);
  const kept = ledger.size === 0 && listing === "" ? null : readKept(indexFile(sidecar));
  const isSame = kept !== null && isOf(kept, ledger, listing);
  const indexed: IndexedLedger = isSame
    ? kept
    : { index: createLedgerIndex(), bytes: 0, unreadable: 0, shared: NOTHING_SHARED };
  const from = indexed.bytes;
  addNew(indexed, ledger);
  const isRewoven = addShared(sidecar, indexed, listing);
  if (isRewoven || indexed.bytes - from > Math.max(UNKEPT_BYTES, from / 10))
    keep(sidecar, indexed, tailOf(ledger, indexed.bytes));
  return indexed;
}

/** One without a byte of the ledger can only be told by the segments, whose places on this disk nobody else knows. */
function isOf(kept: Kept, ledger: LedgerBytes, listing: string): boolean {
  if (kept.bytes === 0) return kept.shared.seen === listing && listing !== "";
  return kept.bytes <= ledger.size && tailOf(ledger, kept.bytes) === kept.tail;
}

/** True where records have other numbers now: what others shared is not what it was. */
export function addShared(sidecar: string, indexed: IndexedLedger, listing: string): boolean {
  if (indexed.shared.seen === listing) return false;
  const { index, shared } = weaveShared(sidecar, indexed.index);
  indexed.index = index;
  indexed.shared = shared;
  return true;
}

/** Adds every whole line behind what is known. One buffer serves for all: a large ledger must not fill the memory. */
export function addNew(indexed: IndexedLedger, ledger: LedgerBytes): void {
  const { size } = ledger;
  let buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - indexed.bytes));
  let held = 0;
  let position = indexed.bytes;
  while (position < size) {
    if (held === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
    const length = ledger.read(buffer, held, Math.min(buffer.length - held, size - position), position);
    if (length === 0) return;
    position += length;
    const block = buffer.subarray(0, held + length);
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      const place = { source: 0, offset: indexed.bytes, bytes: end - start };
      if (end > start && !indexed.index.add(block.toString("utf8", start, end), place)) indexed.unreadable++;
      indexed.bytes += end - start + 1;
      start = end + 1;
    }
    block.copyWithin(0, start);
    held = block.length - start;
  }
}

/** Names the bytes before a place: a ledger that was written anew does not end in them. */
function tailOf(ledger: LedgerBytes, bytes: number): string {
  const tail = Buffer.alloc(Math.min(TAIL_BYTES, bytes));
  const from = bytes - tail.length;
  for (let read = 0; read < tail.length; ) {
    const length = ledger.read(tail, read, tail.length - read, from + read);
    if (length === 0) break;
    read += length;
  }
  return createHash("sha256").update(tail).digest("hex");
}

/** Written part by part: the whole in one piece would be there twice. */
function keep(sidecar: string, { index, bytes, unreadable, shared }: IndexedLedger, tail: string): void {
  const { words, columns } = index.keep();
  const head = Buffer.from(
    JSON.stringify({ bytes, unreadable, shared, tail, words, columns: columns.map((one) => one.length) }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const target = indexFile(sidecar);
  const temporary = temporaryBeside(target);
  try {
    mkdirSync(dirname(target), { recursive: true });
    const file = openSync(temporary, "wx", 0o600);
    try {
      const digest = createHash("sha256");
      for (const part of [Buffer.from(MAGIC), length, head, ...columns]) {
        digest.update(part);
        for (let written = 0; written < part.length; ) written += writeSync(file, part, written);
      }
      writeSync(file, digest.digest());
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    if (existsSync(temporary)) rmSync(temporary);
    // Asking must work where nothing can be written; the next one reads the ledger again.
    if (codeOf(error) === null) throw error;
  }
}

function readKept(path: string): Kept | null {
  let bytes: Buffer;
  try {
    bytes = readRegular(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR", "EFTYPE", "EACCES", "ELOOP", "ENXIO"].includes(codeOf(error) ?? ""))
      return null;
    throw error;
  }
  const body = bytes.subarray(0, -32);
  if (bytes.length < 64 || !createHash("sha256").update(body).digest().equals(bytes.subarray(-32))) return null;
  if (!body.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC))) return null;
  const headAt = MAGIC.length + 4;
  const headLength = body.readUInt32LE(MAGIC.length);
  const head = readHead(body.toString("utf8", headAt, headAt + headLength));
  if (head === null) return null;
  let at = headAt + headLength;
  const columns = head.columns.map((length) => {
    const from = at;
    at += length;
    return body.subarray(from, at);
  });
  const { words, bytes: covered, unreadable, tail, shared } = head;
  if (at !== body.length || words.length !== KEPT_WORDS || columns.length !== KEPT_COLUMNS) return null;
  const index = createLedgerIndex({ words, columns });
  if (!isSoundIndex(index, covered, shared.segments.length)) return null;
  return { index, bytes: covered, unreadable, tail, shared };
}

/** A digest says that nothing was lost, not that what was written made sense. */
function readHead(text: string): (Omit<Kept, "index"> & { words: string[][]; columns: number[] }) | null {
  const { bytes, unreadable, tail, shared, words, columns } = jsonFields(text);
  if (!isCount(bytes) || !isCount(unreadable) || typeof tail !== "string" || !isShared(shared)) return null;
  if (!isListOf(columns, isCount) || !isListOf(words, (one): one is string[] => isListOf(one, isText))) return null;
  return { bytes, unreadable, tail, shared, words, columns };
}

function isShared(value: unknown): value is WovenShared {
  const { segments, left, unreadable, seen } = (value ?? {}) as Record<string, unknown>;
  const isLeft = (one: unknown): one is WovenShared["left"][number] => {
    const { name, why } = (one ?? {}) as Record<string, unknown>;
    return isText(name) && isText(why);
  };
  return isListOf(segments, isText) && isListOf(left, isLeft) && isCount(unreadable) && isText(seen);
}

function isListOf<T>(value: unknown, isOne: (one: unknown) => one is T): value is T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
