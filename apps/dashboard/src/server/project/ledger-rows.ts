/** Which records of the ledger fit a filter, remembered: scrolling asks for the same list again and again. */
import { type Blame, findNumbers, type LedgerReader, type RecordQuery } from "@intentgate/blame";

export interface LedgerRows {
  /** As the ledger stands now. */
  reader(): LedgerReader;
  /** Numbers of the records before `below` that fit, newest first. */
  numbers(query: RecordQuery, below: number): readonly number[];
}

/** Intent `none`: records without one. */
const noIntent = "none";
const MOST_KEPT = 8;

export function createLedgerRows(blame: Blame): LedgerRows {
  const kept = new Map<string, readonly number[]>();
  return {
    reader: () => blame.reader(),
    numbers(query, below) {
      const reader = blame.reader();
      const key = JSON.stringify([query, below, reader.index.records]);
      const known = kept.get(key);
      if (known) return known;
      const found = findNumbers(reader, query, below);
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string);
      kept.set(key, found);
      return found;
    },
  };
}

export function intentOf({ index }: LedgerReader, number: number): string | null {
  const intent = index.words.intents.list[index.record.intent.get(number)] ?? noIntent;
  return intent === noIntent ? null : intent;
}
