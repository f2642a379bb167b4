/**
 * The end of one session's chain, kept apart from the ledger. It is written before the record it names, so that after a
 * kill the next writer knows what to look for; `settled` turns 1, in place, once that record is in the ledger.
 */

import { closeSync, openSync, readdirSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import type { ChainLink } from "@intentgate/trace";
import { cannotRead, cannotWrite, codeOf, openRegular, readText, replaceFile } from "@intentgate/world";

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

export function writeHead(file: string, head: Omit<ChainHead, "settled">): void {
  const { session, last, before, offset } = head;
  const text = JSON.stringify({ settled: 0, version: 1, session, last, before, offset });
  replaceFile(file, `${text}\n`, { mode: 0o600 });
}

/** One byte over another: needs no space on the disk and cannot be half done. */
export function settleHead(file: string): void {
  try {
    const opened = openSync(file, "r+");
    try {
      writeSync(opened, "1", SETTLED_AT);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    throw cannotWrite(error, file);
  }
}

/** Null: there is none. "damaged": there is one and nothing can be learnt from it. */
export function readHead(file: string): ChainHead | "damaged" | null {
  const text = readText(file);
  if (text === null) return null;
  const { settled, version, session, last, before, offset } = jsonFields(text);
  if (version !== 1 || typeof session !== "string" || typeof offset !== "number" || !isLink(last)) return "damaged";
  if (before !== null && !isLink(before)) return "damaged";
  return { session, last, before, offset, settled: settled === 1 };
}

function isLink(value: unknown): value is ChainLink {
  const { seq, hash } = (value ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(seq) && typeof hash === "string";
}

export function headFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    return names.sort().map((name) => join(folder, name));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw cannotRead(error, folder);
  }
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
  let file: number;
  try {
    file = openRegular(ledger);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw cannotRead(error, ledger);
  }
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
