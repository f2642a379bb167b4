/** The index over the ledger as it is kept between two processes: derived, so anything odd about it means a new one. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { createLedgerIndex, type KeptIndex, type LedgerIndex } from "@intentgate/trace";
import { codeOf } from "../files/file-problem.ts";
import { temporaryBeside } from "../files/leftovers.ts";
import { readRegular } from "../files/read-regular.ts";
import type { LedgerBytes } from "./ledger-bytes.ts";

const MAGIC = "intentgate index 1\n";
const CHUNK_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 512;
/** Reading again what is newer than the kept index is cheaper than keeping it, up to so many bytes. */
const UNKEPT_BYTES = 512 * 1024;
const NEWLINE = 10;

export interface IndexedLedger {
  index: LedgerIndex;
  /** How much of the ledger is in the index: whole lines only. */
  bytes: number;
  /** Lines that are no record. */
  unreadable: number;
}

interface Kept extends IndexedLedger {
  tail: string;
}

export function indexFile(sidecar: string): string {
  return join(sidecar, "cache", "index", "ledger.bin");
}

/** Reads only what is new since the index was kept, and keeps it again once that has become much. */
export function readIndex(sidecar: string, ledger: LedgerBytes): IndexedLedger {
  const kept = ledger.size === 0 ? null : readKept(indexFile(sidecar));
  const isSame = kept !== null && kept.bytes <= ledger.size && tailOf(ledger, kept.bytes) === kept.tail;
  const from = isSame ? kept.bytes : 0;
  const indexed: IndexedLedger = isSame
    ? { index: kept.index, bytes: kept.bytes, unreadable: kept.unreadable }
    : { index: createLedgerIndex(), bytes: 0, unreadable: 0 };
  addNew(indexed, ledger);
  if (indexed.bytes - from > Math.max(UNKEPT_BYTES, from / 10)) keep(sidecar, indexed, tailOf(ledger, indexed.bytes));
  return indexed;
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
      if (end > start && !indexed.index.add(block.toString("utf8", start, end), indexed.bytes, end - start))
        indexed.unreadable++;
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
function keep(sidecar: string, { index, bytes, unreadable }: IndexedLedger, tail: string): void {
  const { words, columns } = index.keep();
  const head = Buffer.from(
    JSON.stringify({ bytes, unreadable, tail, words, columns: columns.map((one) => one.length) }),
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
    if (["ENOENT", "ENOTDIR", "EISDIR", "EFTYPE", "EACCES"].includes(codeOf(error) ?? "")) return null;
    throw error;
  }
  const body = bytes.subarray(0, -32);
  if (bytes.length < 64 || !createHash("sha256").update(body).digest().equals(bytes.subarray(-32))) return null;
  if (!body.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC))) return null;
  const headAt = MAGIC.length + 4;
  const headLength = body.readUInt32LE(MAGIC.length);
  const head = JSON.parse(body.toString("utf8", headAt, headAt + headLength)) as {
    bytes: number;
    unreadable: number;
    tail: string;
    words: string[][];
    columns: number[];
  };
  let at = headAt + headLength;
  const columns = head.columns.map((length) => {
    const from = at;
    at += length;
    return body.subarray(from, at);
  });
  const kept: KeptIndex = { words: head.words, columns };
  return { index: createLedgerIndex(kept), bytes: head.bytes, unreadable: head.unreadable, tail: head.tail };
}
