/** The ledger through its index: any record or changed file by its number, read where it stands. */
import { closeSync, readSync } from "node:fs";
import { join } from "node:path";
import { ProblemError, problem } from "@intentgate/documents";
import { SHARED_NAME } from "@intentgate/sidecar";
import { isSealIntact, type KnownRecord, type LeftSegment, readRecord } from "@intentgate/trace";
import { identity, openRegular, reading } from "@intentgate/world";
import type { EntryDetail } from "../attribution/attribution-parts.ts";
import type { LedgerIndex } from "../attribution/ledger-index.ts";
import { addNew, addShared, type IndexedLedger, readIndex } from "./index-file.ts";
import { createLedgerBytes, type LedgerBytes } from "./ledger-bytes.ts";
import { sharedListing } from "./shared-index.ts";

export interface LedgerReader {
  readonly index: LedgerIndex;
  /** Lines that are no record. */
  readonly unreadable: number;
  /** Segments that somebody shared and that are not believed. */
  readonly left: readonly LeftSegment[];
  record(number: number): KnownRecord;
  /** The record as it stands in its file. */
  line(number: number): string;
  /** The segment that somebody shared it in; null for this machine's own. */
  sharedIn(number: number): string | null;
  detail(entry: number): EntryDetail;
  /** Reads what was appended since; true where numbers that were given out before mean nothing any more. */
  refresh(): boolean;
}

/** Records that are kept parsed. */
const MOST_PARSED = 4_000;
const BLOCK_BYTES = 16 * 1024;

export function createLedgerReader(sidecar: string): LedgerReader {
  const ledger = createLedgerBytes(sidecar);
  const own = createTextReader(ledger);
  const folder = join(sidecar, SHARED_NAME);
  let folderSeen = identity(folder);
  let indexed: IndexedLedger = readIndex(sidecar, ledger);
  let parsed = new Map<number, KnownRecord>();

  function record(number: number): KnownRecord {
    const known = parsed.get(number);
    if (known) return known;
    const read = readRecord(line(number));
    if ("problem" in read) throw changedMeanwhile(read.problem);
    if (parsed.size >= MOST_PARSED) parsed = new Map();
    parsed.set(number, read);
    return read;
  }

  function line(number: number): string {
    const { offset, bytes } = indexed.index.record;
    const segment = sharedIn(number);
    const place = { offset: offset.get(number), bytes: bytes.get(number) };
    return segment === null ? own.text(place) : sharedText(join(sidecar, segment), place);
  }

  function sharedIn(number: number): string | null {
    const source = indexed.index.record.source.get(number);
    return source === 0 ? null : `${SHARED_NAME}/${indexed.shared.segments[source - 1]}`;
  }

  return {
    get index() {
      return indexed.index;
    },
    get unreadable() {
      return indexed.unreadable + indexed.shared.unreadable;
    },
    get left() {
      return indexed.shared.left;
    },
    record,
    line,
    sharedIn,
    detail(entry) {
      const { index } = indexed;
      const number = index.entry.record.get(entry);
      const { files } = record(number);
      const file = files[entry - index.record.firstEntry.get(number)];
      const { line_counts, hunks, line_keys, carried, before_hash, after_hash } = file ?? {};
      const { renamed_from, copied_from, from_git, put_back } = file ?? {};
      return {
        ...(line_counts ? { line_counts } : {}),
        ...(hunks ? { hunks } : {}),
        ...(line_keys === undefined ? {} : { line_keys }),
        ...(carried ? { carried } : {}),
        entity: index.entityOf(number),
        beforeHash: before_hash ?? null,
        afterHash: after_hash ?? null,
        cameFrom: renamed_from ?? copied_from ?? null,
        fromGit: from_git ?? put_back ?? false,
      };
    },
    refresh() {
      const now = identity(folder);
      const isShared = now !== folderSeen;
      folderSeen = now;
      if (!ledger.look() && !isShared) return false;
      if (ledger.size < indexed.bytes) {
        indexed = readIndex(sidecar, ledger);
        parsed = new Map();
        own.forget();
        return true;
      }
      addNew(indexed, ledger);
      if (!isShared || !addShared(sidecar, indexed, sharedListing(sidecar))) return false;
      parsed = new Map();
      return true;
    },
  };
}

function changedMeanwhile(why: string): ProblemError {
  const message = `the ledger was changed while it was read, or its index is not what was kept: ${why}`;
  const remedy = "Ask again. If it stays so, delete .orchestration/cache/index: it is made anew.";
  return new ProblemError([problem("CANNOT_READ", message, remedy)]);
}

interface Place {
  offset: number;
  bytes: number;
}

/** Records are mostly asked for from the newest back: with each come some of those before it. */
function createTextReader(ledger: LedgerBytes) {
  let start = 0;
  let block: Buffer = Buffer.alloc(0);
  return {
    text({ offset, bytes }: Place): string {
      const end = offset + bytes;
      if (offset < start || end > start + block.length) {
        start = Math.min(offset, Math.max(0, end - BLOCK_BYTES));
        block = bytesAt(ledger, start, end - start);
      }
      return block.toString("utf8", offset - start, end - start);
    },
    forget(): void {
      block = Buffer.alloc(0);
    },
  };
}

function bytesAt(ledger: LedgerBytes, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const more = ledger.read(bytes, read, length - read, from + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

/** Checked again: who can write to the segment may have done so since it was read into the index. */
function sharedText(path: string, { offset, bytes }: Place): string {
  const buffer = Buffer.alloc(bytes);
  const text = reading(path, () => {
    const file = openRegular(path);
    try {
      return buffer.toString("utf8", 0, readSync(file, buffer, 0, bytes, offset));
    } finally {
      closeSync(file);
    }
  });
  if (!isSealIntact(text)) throw new Error(`${path} was changed while it was read`);
  return text;
}
