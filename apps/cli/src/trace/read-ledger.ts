/** The ledger's records as far as they can be read, for questions that the index does not answer. */
import type { SourcedRecord } from "@intentgate/blame";
import type { Store } from "@intentgate/sidecar";
import { type KnownRecord, type LeftSegment, readRecord } from "@intentgate/trace";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";

export interface LedgerReading {
  records: SourcedRecord[];
  /** What others shared and is not believed. */
  left: LeftSegment[];
}

/** The newest `count` records that fit, oldest first. */
export async function readLedger(
  ledger: Store["ledger"],
  wanted: (record: KnownRecord) => boolean,
  count: number,
): Promise<LedgerReading> {
  const own: SourcedRecord[] = [];
  const shared: SourcedRecord[] = [];
  const left: LeftSegment[] = [];
  for await (const { line, source, file } of ledger.allLines((one) => left.push(one))) {
    if (line.trim() === "") continue;
    const record = readRecord(line);
    const list = source === "own" ? own : shared;
    if (!("problem" in record) && wanted(record)) list.push({ ...record, source: source === "own" ? "own" : file });
    if (list.length <= count * 2 + 100) continue;
    if (source === "shared") list.sort(byTime); // segments come in the order of their names
    list.splice(0, list.length - count);
  }
  return { records: merged(own, shared.sort(byTime)).slice(-count), left };
}

/** This machine's records keep the order they were written in, whatever its clock said. */
function merged(own: readonly SourcedRecord[], shared: readonly SourcedRecord[]): SourcedRecord[] {
  const all: SourcedRecord[] = [];
  let at = 0;
  for (const record of own) {
    while (at < shared.length && byTime(shared[at] as SourcedRecord, record) < 0)
      all.push(shared[at++] as SourcedRecord);
    all.push(record);
  }
  return [...all, ...shared.slice(at)];
}

function byTime(a: KnownRecord, b: KnownRecord): number {
  return Date.parse(a.timestamp) - Date.parse(b.timestamp);
}

const MOST_NAMED = 5;

/** What somebody shared and is not what was written: named, and left out of every answer. */
export function warnOfLeft(io: Io, left: readonly LeftSegment[]): void {
  for (const { name, why } of left.slice(0, MOST_NAMED))
    io.complain(`.orchestration/${oneLine(name, 160)} is not believed and left out: ${oneLine(why, 240)}.`);
  if (left.length > MOST_NAMED) io.complain(`… and ${left.length - MOST_NAMED} more segments.`);
  if (left.length > 0) io.complain("`intentgate trace verify` says more, and `git log` on a segment who wrote it.");
}
