/** The ledger's records as far as they can be read, with the ones a person asked for. */
import { type KnownRecord, readRecord } from "@intentgate/trace";
import type { Store } from "@intentgate/workspace";

export interface RecordFilter {
  intent: string | null;
  /** Relative to the root; a folder stands for everything below it. */
  file: string | null;
  session: string | null;
}

export interface LedgerReading {
  records: KnownRecord[];
  /** Lines that are no record; `trace verify` says more about them. */
  unreadable: number;
}

/** The newest `count` records that fit, oldest first. */
export async function readLedger(
  ledger: Store["ledger"],
  wanted: (record: KnownRecord) => boolean,
  count: number,
): Promise<LedgerReading> {
  const records: KnownRecord[] = [];
  let unreadable = 0;
  for await (const line of ledger.lines()) {
    if (line.trim() === "") continue;
    const record = readRecord(line);
    if ("problem" in record) unreadable += 1;
    else if (wanted(record)) records.push(record);
    if (records.length > count * 2 + 100) records.splice(0, records.length - count);
  }
  return { records: records.slice(-count), unreadable };
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
