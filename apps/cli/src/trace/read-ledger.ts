/** The ledger's records as far as they can be read, with the ones a person asked for. */
import { type KnownRecord, readRecord } from "@intentgate/trace";
import type { Store } from "@intentgate/workspace";

export interface RecordFilter {
  intent: string | null;
  /** Relative to the root; a folder stands for everything below it. */
  file: string | null;
  session: string | null;
}

/** With where it comes from: `own`, or the segment that somebody shared it in. */
export interface SourcedRecord extends KnownRecord {
  source: string;
}

export interface LedgerReading {
  records: SourcedRecord[];
  /** Lines that are no record; `trace verify` says more about them. */
  unreadable: number;
}

/** The newest `count` records that fit, oldest first. */
export async function readLedger(
  ledger: Store["ledger"],
  wanted: (record: KnownRecord) => boolean,
  count: number,
): Promise<LedgerReading> {
  const own: SourcedRecord[] = [];
  const shared: SourcedRecord[] = [];
  let unreadable = 0;
  for await (const { line, source, file } of ledger.allLines()) {
    if (line.trim() === "") continue;
    const record = readRecord(line);
    const list = source === "own" ? own : shared;
    if ("problem" in record) unreadable += 1;
    else if (wanted(record)) list.push({ ...record, source: source === "own" ? "own" : file });
    if (list.length <= count * 2 + 100) continue;
    if (source === "shared") list.sort(byTime); // segments come in the order of their names
    list.splice(0, list.length - count);
  }
  return { records: merged(own, shared.sort(byTime)).slice(-count), unreadable };
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

export function fits(record: KnownRecord, { intent, file, session }: RecordFilter): boolean {
  if (intent !== null && record.intent_id !== intent) return false;
  if (session !== null && !sessionsOf(record).includes(session)) return false;
  return file === null || record.files.some((one) => isAt(one.relative_path, file) || isAt(one.renamed_from, file));
}

function isAt(path: string | undefined, wanted: string): boolean {
  return path !== undefined && (wanted === "" || path === wanted || path.startsWith(`${wanted}/`));
}

export function sessionsOf(record: KnownRecord): string[] {
  const told = record.files.flatMap((file) => file.conversations.map((one) => one.url));
  return [...new Set([...(record.integrity ? [record.integrity.session] : []), ...told])];
}
