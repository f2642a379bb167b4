/** The ledger through its index: any record or changed file by its number, read where it stands. */
import { type EntryDetail, type KnownRecord, type LedgerIndex, readRecord } from "@intentgate/trace";
import { addNew, type IndexedLedger, readIndex } from "./index-file.ts";
import { createLedgerBytes, type LedgerBytes } from "./ledger-bytes.ts";

export interface LedgerReader {
  readonly index: LedgerIndex;
  readonly unreadable: number;
  record(number: number): KnownRecord;
  detail(entry: number): EntryDetail;
  /** Reads what was appended since; true where numbers that were given out before mean nothing any more. */
  refresh(): boolean;
}

/** Records that are kept parsed. */
const MOST_PARSED = 4_000;
/** Tools that run programs: what they wrote may have been written by others before. */
const PROGRAM_TOOLS: ReadonlySet<string> = new Set(["execute_command", "run_command", "bash", "shell"]);

export function createLedgerReader(sidecar: string): LedgerReader {
  const ledger = createLedgerBytes(sidecar);
  let indexed: IndexedLedger = readIndex(sidecar, ledger);
  let parsed = new Map<number, KnownRecord>();

  function record(number: number): KnownRecord {
    const known = parsed.get(number);
    if (known) return known;
    const { offset, bytes } = indexed.index.record;
    const read = readRecord(textAt(ledger, offset.get(number), bytes.get(number)));
    if ("problem" in read) throw new Error(`the ledger was changed while it was read: ${read.problem}`);
    if (parsed.size >= MOST_PARSED) parsed = new Map();
    parsed.set(number, read);
    return read;
  }

  return {
    get index() {
      return indexed.index;
    },
    get unreadable() {
      return indexed.unreadable;
    },
    record,
    detail(entry) {
      const { index } = indexed;
      const number = index.entry.record.get(entry);
      const { files, decision } = record(number);
      const file = files[entry - index.record.firstEntry.get(number)];
      const { line_counts, hunks, line_keys, carried, after_hash } = file ?? {};
      return {
        ...(line_counts ? { line_counts } : {}),
        ...(hunks ? { hunks } : {}),
        ...(line_keys === undefined ? {} : { line_keys }),
        ...(carried ? { carried } : {}),
        entity: index.entityOf(number),
        isProgram: decision !== null && PROGRAM_TOOLS.has(decision.tool),
        afterHash: after_hash ?? null,
      };
    },
    refresh() {
      if (!ledger.look()) return false;
      if (ledger.size < indexed.bytes) {
        indexed = readIndex(sidecar, ledger);
        parsed = new Map();
        return true;
      }
      addNew(indexed, ledger);
      return false;
    },
  };
}

function textAt(ledger: LedgerBytes, offset: number, bytes: number): string {
  const buffer = Buffer.alloc(bytes);
  return buffer.toString("utf8", 0, ledger.read(buffer, 0, bytes, offset));
}
