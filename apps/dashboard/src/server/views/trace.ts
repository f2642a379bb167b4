/** *Trace*: rows of the ledger, newest first, and what they can be filtered by. */
import type { LedgerReader, RecordQuery } from "@intentgate/blame";
import type { KnownRecord } from "@intentgate/trace";
import type { Context } from "hono";
import type { Facet, RecordRow, TraceFacets, TraceView } from "../../api/trace.ts";
import { numberOf, oneOf, timeOf, windowOf, wordOf } from "../door/asked.ts";
import { intentOf } from "../project/ledger-rows.ts";
import type { Served } from "../project/served.ts";

const FILES = 3;
const FACETS = 200;

export function queryOf(context: Context): RecordQuery {
  return {
    intent: wordOf(context, "intent"),
    path: wordOf(context, "path"),
    session: wordOf(context, "session"),
    model: wordOf(context, "model"),
    mutationClass: oneOf(context, "class", ["AST_REFACTOR", "INTENT_EVOLUTION"]),
    since: timeOf(context, "since"),
    until: timeOf(context, "until"),
    ids: null,
  };
}

export function traceView({ rows }: Served, context: Context): TraceView {
  const reader = rows.reader();
  const asOf = numberOf(context, "as_of", { least: 0, most: Number.MAX_SAFE_INTEGER, usual: reader.index.records });
  const { from, count } = windowOf(context);
  const numbers = rows.numbers(queryOf(context), asOf);
  return {
    total: numbers.length,
    from,
    items: numbers.slice(from, from + count).map((number) => recordRow(reader, number)),
    as_of: Math.min(asOf, reader.index.records),
    unreadable: reader.unreadable,
  };
}

function recordRow(reader: LedgerReader, number: number): RecordRow {
  const record = reader.record(number);
  return {
    ...rowFacts(reader, number, record),
    files: record.files.slice(0, FILES).map(({ relative_path, change }) => ({ path: relative_path, change })),
    files_total: record.files.length,
  };
}

export function rowFacts(
  reader: LedgerReader,
  number: number,
  record: KnownRecord,
): Omit<RecordRow, "files" | "files_total"> {
  const { index } = reader;
  return {
    number,
    id: record.id,
    at: new Date(index.record.time.get(number)).toISOString(),
    intent_id: intentOf(reader, number),
    mutation_class: record.mutation_class,
    description: record.description,
    session: index.words.sessions.list[index.record.session.get(number)] ?? "unknown",
    model: index.words.models.list[index.record.model.get(number)] ?? "unknown",
    entity_type: index.entityOf(number),
    tool: record.decision?.tool ?? null,
    outcome: record.decision?.outcome ?? null,
    shared_in: reader.sharedIn(number),
  };
}

/** From the index alone. */
export function traceFacets({ rows }: Served): TraceFacets {
  const { index } = rows.reader();
  const { words, record } = index;
  const counts = { intents: [] as number[], sessions: [] as number[], models: [] as number[] };
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let number = 0; number < index.records; number++) {
    add(counts.intents, record.intent.get(number));
    add(counts.sessions, record.session.get(number));
    add(counts.models, record.model.get(number));
    const time = record.time.get(number);
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return {
    intents: facets(words.intents.list, counts.intents),
    sessions: facets(words.sessions.list, counts.sessions),
    models: facets(words.models.list, counts.models),
    first_at: index.records === 0 ? null : new Date(first).toISOString(),
    last_at: index.records === 0 ? null : new Date(last).toISOString(),
  };
}

function add(counts: number[], at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

function facets(words: readonly string[], counts: readonly number[]): Facet[] {
  const all = words.map((value, at) => ({ value, count: counts[at] ?? 0 })).filter(({ count }) => count > 0);
  return all.sort((a, b) => b.count - a.count).slice(0, FACETS);
}
