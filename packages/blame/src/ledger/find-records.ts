/** Answers a query through the index: only records that may fit are read. */
import type { KnownRecord } from "@intentgate/trace";
import type { LedgerIndex } from "../attribution/ledger-index.ts";
import type { LedgerReader } from "./ledger-reader.ts";
import { fitsQuery, isAt, isModel, type RecordQuery } from "./record-query.ts";

/** With where it comes from: `own`, or the segment that somebody shared it in. */
export interface SourcedRecord extends KnownRecord {
  source: string;
}

/** The newest `count` records that fit, oldest first; `isMeant` is for what no index knows. */
export function findRecords(
  reader: LedgerReader,
  query: RecordQuery,
  count: number,
  isMeant: (record: KnownRecord) => boolean = () => true,
): SourcedRecord[] {
  const found: SourcedRecord[] = [];
  const mayFit = createSieve(reader.index, query);
  for (let number = reader.index.records - 1; number >= 0 && found.length < count; number--) {
    if (!mayFit(number)) continue;
    const record = reader.record(number);
    if (fitsQuery(record, query) && isMeant(record))
      found.push({ ...record, source: reader.sharedIn(number) ?? "own" });
  }
  return found.reverse();
}

/** The numbers of all records before `below` that fit, newest first; most are told by the index alone. */
export function findNumbers(reader: LedgerReader, query: RecordQuery, below = reader.index.records): number[] {
  const { index } = reader;
  const mayFit = createSieve(index, query);
  const isTold = (number: number) =>
    query.path === null && query.ids === null && !(index.isSeveral(number) && (query.session ?? query.model) !== null);
  // The index is exact about the intent, and has the word `none` where a record has no intent at all.
  const rest = { ...query, intent: null };
  const found: number[] = [];
  for (let number = Math.min(below, index.records) - 1; number >= 0; number--)
    if (mayFit(number) && (isTold(number) || fitsQuery(reader.record(number), rest))) found.push(number);
  return found;
}

/** False only for what cannot fit: an index that says less than a record lets it pass. */
function createSieve(index: LedgerIndex, query: RecordQuery): (number: number) => boolean {
  const { record, words } = index;
  const intents = numbersOf(words.intents.list, query.intent, (word, wanted) => word === wanted);
  const sessions = numbersOf(words.sessions.list, query.session, (word, wanted) => word === wanted);
  const models = numbersOf(words.models.list, query.model, isModel);
  const paths = numbersOf(words.paths.list, query.path, isAt);
  const since = query.since?.getTime() ?? Number.NEGATIVE_INFINITY;
  const until = query.until?.getTime() ?? Number.POSITIVE_INFINITY;
  return (number) => {
    const time = record.time.get(number);
    if (time < since || time >= until) return false;
    if (intents && !intents.has(record.intent.get(number))) return false;
    if (query.mutationClass !== null && index.isRefactor(number) !== (query.mutationClass === "AST_REFACTOR"))
      return false;
    if (!index.isSeveral(number)) {
      if (sessions && !sessions.has(record.session.get(number))) return false;
      if (models && !models.has(record.model.get(number))) return false;
    }
    return !paths || touches(index, number, paths);
  };
}

function numbersOf(
  words: readonly string[],
  wanted: string | null,
  isOne: (word: string, wanted: string) => boolean,
): ReadonlySet<number> | null {
  if (wanted === null) return null;
  return new Set(words.flatMap((word, number) => (isOne(word, wanted) ? [number] : [])));
}

/** Where a file was renamed the index does not say from what. */
function touches(index: LedgerIndex, number: number, paths: ReadonlySet<number>): boolean {
  const { entry, record } = index;
  for (let row = record.firstEntry.get(number); row < index.entries && entry.record.get(row) === number; row++)
    if (paths.has(entry.path.get(row)) || index.isRenamed(row)) return true;
  return false;
}
