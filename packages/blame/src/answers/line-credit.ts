/** From where the pure part says a line comes from to what people ask: which record, which intent, how sure. */
import type { EntityType, KnownRecord } from "@intentgate/trace";
import type { Attribution } from "../attribution/attribution.ts";
import { AMBIGUOUS, BEFORE, type How, hows, type Origin, SINCE } from "../attribution/runs.ts";
import type { LedgerReader } from "../ledger/ledger-reader.ts";

/** A place in the ledger that a line may come from. */
export interface CreditedRecord {
  /** The record's number in the index. */
  number: number;
  entity_type: EntityType;
  intent_id: string | null;
  model: string;
  session: string;
  at: string;
  /** Where it was written: the path and the line at that time. */
  written: { path: string; line: number };
}

export type LineCredit =
  | ({ credit: "record"; how: How } & CreditedRecord)
  /** Stood there before the first record of this file. */
  | { credit: "before_ledger" }
  /** Not in the newest content that the ledger knows, and written through no call. */
  | { credit: "since" }
  /** The ledger has a gap here. */
  | { credit: "unknown" }
  | { credit: "ambiguous"; candidates: CreditedRecord[] };

export type RecordFacts = Omit<CreditedRecord, "written">;

/**
 * Many lines share a record: what is said of it is looked up once for all that are asked with the same `known`. `path` is
 * where the line stands: written in another file, it was moved, whatever else happened to it.
 */
export function creditOf(
  origin: Origin,
  reader: LedgerReader,
  attribution: Attribution,
  known: Map<number, RecordFacts>,
  path: string,
): LineCredit {
  if (origin.entry >= 0) {
    const credited = creditedRecord(origin, reader, known);
    return {
      credit: "record",
      how: credited.written.path === path ? (hows[origin.how] ?? "moved") : "moved",
      ...credited,
    };
  }
  if (origin.entry === BEFORE) return { credit: "before_ledger" };
  if (origin.entry === SINCE) return { credit: "since" };
  if (origin.entry !== AMBIGUOUS) return { credit: "unknown" };
  return {
    credit: "ambiguous",
    candidates: attribution.candidatesOf(origin.line).map((one) => creditedRecord(one, reader, known)),
  };
}

function creditedRecord(
  { entry, line }: Origin,
  reader: LedgerReader,
  known: Map<number, RecordFacts>,
): CreditedRecord {
  const number = reader.index.entry.record.get(entry);
  const facts = known.get(number) ?? factsOf(number, reader);
  known.set(number, facts);
  return { ...facts, written: { path: reader.index.pathOf(entry), line } };
}

function factsOf(number: number, { index }: LedgerReader): RecordFacts {
  const { intents, models, sessions } = index.words;
  const intent = intents.list[index.record.intent.get(number)] ?? "none";
  return {
    number,
    entity_type: index.entityOf(number),
    intent_id: intent === "none" ? null : intent,
    model: models.list[index.record.model.get(number)] ?? "unknown",
    session: sessions.list[index.record.session.get(number)] ?? "unknown",
    at: new Date(index.record.time.get(number)).toISOString(),
  };
}

/** Who a line counts for, in one word. */
export function whoOf(credit: LineCredit): EntityType | "BEFORE" | "AMBIGUOUS" {
  switch (credit.credit) {
    case "record":
      return credit.entity_type;
    case "before_ledger":
      return "BEFORE";
    case "since":
      return "HUMAN";
    case "unknown":
      return "UNKNOWN";
    case "ambiguous":
      return "AMBIGUOUS";
  }
}

/** The function, class or method that a record named around a line it wrote; null where it named none. */
export function symbolAt(record: KnownRecord, path: string, line: number): string | null {
  const file = record.files.find((one) => one.relative_path === path);
  for (const { ranges } of file?.conversations ?? []) {
    if (ranges === "unknown") continue;
    const range = ranges.find((one) => line >= one.start_line && line <= one.end_line);
    if (range?.symbol !== undefined) return range.symbol;
  }
  return null;
}
