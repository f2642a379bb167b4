/** Whether an index that was read from a file can be asked at all: every number in it must name something that is there. */
import type { Column } from "./column.ts";
import type { LedgerIndex } from "./ledger-index.ts";

/** `bytes` is how much of this machine's ledger it covers, `segments` how many that others shared. */
export function isSoundIndex(index: LedgerIndex, bytes: number, segments: number): boolean {
  const { record, entry, line, words } = index;
  return (
    [record, entry, line].every((columns) => isEven(Object.values(columns))) &&
    isBelow(record.source, segments + 1) &&
    isBelow(record.intent, words.intents.list.length) &&
    isBelow(record.session, words.sessions.list.length) &&
    isBelow(record.model, words.models.list.length) &&
    isBelow(record.demands, words.demands.list.length) &&
    isBelow(record.firstEntry, index.entries + 1) &&
    isBelow(entry.path, words.paths.list.length) &&
    isBelow(entry.record, index.records) &&
    isBelow(line.entry, index.entries) &&
    [record.firstEntry, entry.record, line.entry].every(isRising) &&
    isBackwards(entry.olderOfPath) &&
    hasPlaces(index, bytes)
  );
}

function isEven(columns: readonly Column[]): boolean {
  return columns.every((one) => one.length === columns[0]?.length);
}

function isBelow(column: Column, limit: number): boolean {
  for (let row = 0; row < column.length; row++) if (column.get(row) >= limit) return false;
  return true;
}

function isRising(column: Column): boolean {
  for (let row = 1; row < column.length; row++) if (column.get(row) < column.get(row - 1)) return false;
  return true;
}

/** Every row names, counted from 1, one before it, or none: who follows them comes to an end. */
function isBackwards(column: Column): boolean {
  for (let row = 0; row < column.length; row++) if (column.get(row) > row) return false;
  return true;
}

function hasPlaces({ record, records }: LedgerIndex, bytes: number): boolean {
  for (let number = 0; number < records; number++) {
    const [offset, length] = [record.offset.get(number), record.bytes.get(number)];
    if (!Number.isSafeInteger(offset) || offset < 0 || Number.isNaN(record.time.get(number))) return false;
    if (record.source.get(number) === 0 && offset + length > bytes) return false;
  }
  return true;
}
