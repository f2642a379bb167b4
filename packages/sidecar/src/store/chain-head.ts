/**
 * The end of one session's chain, kept apart from the ledger. It is written before the record it names, so that after a
 * kill the next writer knows what to look for; `settled` turns 1, in place, once that record is in the ledger. All of it
 * is written over in place, in one write of one block, which a kill cannot part.
 */

import { hash } from "node:crypto";
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import type { ChainLink } from "@intentgate/trace";
import {
  namesIn,
  onSystemError,
  openRegular,
  overwriteFile,
  reading,
  readText,
  replaceFile,
  writing,
} from "@intentgate/world";

export interface ChainHead {
  session: string;
  last: ChainLink;
  before: ChainLink | null;
  /** The ledger's size when `last` was about to be written: it stands at or behind this place, or nowhere. */
  offset: number;
  settled: boolean;
}

const SETTLED_AT = '{"settled":'.length;
const SEARCH_BYTES = 1024 * 1024;

/** A head fills so many bytes or a multiple: the next one fits in its place, and a disk writes as many at once. */
const SIZE_STEP = 512;
/** Of a head that is written over while it is read. */
const MOST_READINGS = 5;

export function writeHead(file: string, head: Omit<ChainHead, "settled">): void {
  const { session, last, before, offset } = head;
  const text = JSON.stringify({ settled: 0, version: 1, session, last, before, offset, check: checkOf(head) });
  const bytes = Buffer.from(text, "utf8");
  const filled = Buffer.alloc(Math.ceil((bytes.length + 1) / SIZE_STEP) * SIZE_STEP, " ");
  bytes.copy(filled);
  filled.write("\n", filled.length - 1);
  if (!overwriteFile(file, filled)) replaceFile(file, filled, { mode: 0o600 });
}

/** Whoever reads a head while it is written over finds that what it says and its check differ. */
function checkOf({ session, last, before, offset }: Omit<ChainHead, "settled">): string {
  return hash("sha256", JSON.stringify([session, last.seq, last.hash, before?.seq, before?.hash, offset])).slice(0, 16);
}

/** One byte over another: needs no space on the disk and cannot be half done. */
export function settleHead(file: string): void {
  writing(file, () => {
    const opened = openSync(file, "r+");
    try {
      writeSync(opened, "1", SETTLED_AT);
    } finally {
      closeSync(opened);
    }
  });
}

/** Null: there is none. "damaged": there is one and nothing can be learnt from it. */
export function readHead(file: string): ChainHead | "damaged" | null {
  for (let reading = 1; ; reading++) {
    const text = readText(file);
    if (text === null) return null;
    const { head, isWhole } = headIn(text);
    if (isWhole) return head;
    // Nobody takes so long to write one: it was changed by somebody else, or by a failing disk.
    if (reading === MOST_READINGS) return "damaged";
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
}

/** One without a check is an older version's. */
function headIn(text: string): { head: ChainHead | "damaged"; isWhole: boolean } {
  const { settled, version, session, last, before, offset, check } = jsonFields(text);
  const isRead = version === 1 && typeof session === "string" && typeof offset === "number" && isLink(last);
  if (!isRead || (before !== null && !isLink(before))) return { head: "damaged", isWhole: false };
  const head = { session, last, before, offset, settled: settled === 1 };
  return { head, isWhole: typeof check !== "string" || check === checkOf(head) };
}

function isLink(value: unknown): value is ChainLink {
  const { seq, hash } = (value ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(seq) && typeof hash === "string";
}

export function headFiles(folder: string): string[] {
  const names = namesIn(folder).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => join(folder, name));
}

/** Where the chain really ends: looks for the named record behind its place if a writer did not settle it. */
export function endOfChain(head: ChainHead, ledger: string): ChainLink | null {
  if (head.settled || standsIn(ledger, head.last.hash, head.offset)) return head.last;
  return head.before;
}

/** Leaves only heads that name a record of the ledger for sure: it is about to be put away, and nobody looks there. */
export function resolveHeads(folder: string, ledger: string): void {
  for (const file of headFiles(folder)) {
    const head = readHead(file);
    if (head === null || head === "damaged" || head.settled) continue;
    const end = endOfChain(head, ledger);
    if (end === null) rmSync(file, { force: true });
    else {
      if (end !== head.last) writeHead(file, { session: head.session, last: end, before: null, offset: 0 });
      settleHead(file);
    }
  }
}

/** A quote inside a record is written `\"`, so these bytes occur only at the end of the record they belong to. */
function standsIn(ledger: string, hash: string, offset: number): boolean {
  const wanted = Buffer.from(`"hash":"${hash}"}}`, "utf8");
  const buffer = Buffer.alloc(SEARCH_BYTES);
  const file = reading(ledger, () => onSystemError(["ENOENT"], null, () => openRegular(ledger)));
  if (file === null) return false;
  try {
    for (let position = offset; ; position += SEARCH_BYTES - wanted.length) {
      const length = readSync(file, buffer, 0, buffer.length, position);
      if (buffer.subarray(0, length).includes(wanted)) return true;
      if (length < buffer.length) return false;
    }
  } finally {
    closeSync(file);
  }
}
