/** *Trace*: rows of the ledger, newest first, and what they can be filtered by. */
import { commitNotes, type LedgerReader, type RecordQuery } from "@intentgate/blame";
import type { KnownFile, KnownRecord } from "@intentgate/trace";
import type { Context } from "hono";
import type {
  Facet,
  RecordDetail,
  RecordFile,
  RecordRow,
  Timeline,
  TimelineSeries,
  TraceFacets,
  TraceView,
} from "../../api/trace.ts";
import { numberOf, oneOf, timeOf, windowed, windowOf, wordOf } from "../door/asked.ts";
import { refuse } from "../door/failure.ts";
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
  const numbers = rows.numbers(queryOf(context), asOf);
  return {
    ...windowed(numbers, windowOf(context), (number) => recordRow(reader, number)),
    as_of: Math.min(asOf, reader.index.records),
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

function rowFacts(reader: LedgerReader, number: number, record: KnownRecord): Omit<RecordRow, "files" | "files_total"> {
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
    outcome: record.decision?.outcome ?? null,
    shared_in: reader.sharedIn(number),
  };
}

/** From the index alone. */
export function traceFacets({ rows }: Served): TraceFacets {
  const { index } = rows.reader();
  const { words, record } = index;
  const counts = { intents: [] as number[], sessions: [] as number[], models: [] as number[] };
  for (let number = 0; number < index.records; number++) {
    add(counts.intents, record.intent.get(number));
    add(counts.sessions, record.session.get(number));
    add(counts.models, record.model.get(number));
  }
  return {
    intents: facets(words.intents.list, counts.intents),
    sessions: facets(words.sessions.list, counts.sessions),
    models: facets(words.models.list, counts.models),
  };
}

function add(counts: number[], at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

function facets(words: readonly string[], counts: readonly number[]): Facet[] {
  const all = words.map((value, at) => ({ value, count: counts[at] ?? 0 })).filter(({ count }) => count > 0);
  return all.sort((a, b) => b.count - a.count).slice(0, FACETS);
}

const RANGES = 200;

/** One record of the ledger with everything that is known of it. */
export function recordDetail({ workspace, rows }: Served, number: number, id: string | null): RecordDetail {
  const reader = rows.reader();
  const gone = () =>
    refuse(404, "NOT_FOUND", "there is no such record", "The ledger was put in order anew; reload the list.");
  if (number >= reader.index.records) return gone();
  const record = reader.record(number);
  if (id !== null && record.id !== id) return gone();
  const blame = workspace.blame();
  return {
    ...rowFacts(reader, number, record),
    files: record.files.map(recordFile),
    revision: record.vcs.revision_id,
    commits: commitNotes(workspace.home.sidecar).commitsOf(record.id),
    decision: record.decision,
    chain: record.integrity,
    seal: blame.sealOf(number),
    suspect: record.intent_id !== null && blame.isSuspect(record.intent_id, number),
    line: reader.line(number),
  };
}

function recordFile(file: KnownFile): RecordFile {
  const ranges = file.conversations.flatMap((one) => (one.ranges === "unknown" ? [] : one.ranges));
  return {
    path: file.relative_path,
    change: file.change,
    renamed_from: file.renamed_from ?? null,
    ranges: ranges.slice(0, RANGES).map(({ start_line, end_line, content_hash, symbol }) => ({
      start_line,
      end_line,
      content_hash,
      symbol: symbol ?? null,
    })),
    more_ranges: Math.max(0, ranges.length - RANGES),
  };
}

const MOST_INTENTS = 12;

/** How many records fell into which stretch of time, by intent and class: from the index alone. */
export function timelineView({ rows }: Served, query: RecordQuery, buckets: number): Timeline {
  const reader = rows.reader();
  const { record } = reader.index;
  const numbers = rows.numbers(query, reader.index.records);
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    const time = record.time.get(number);
    if (time < first) first = time;
    if (time > last) last = time;
  }
  if (numbers.length === 0) return { bucket_ms: 0, buckets: [], series: [], total: 0 };
  const start = query.since?.getTime() ?? first;
  const end = Math.max(query.until?.getTime() ?? last + 1, start + 1);
  const width = Math.max(1, Math.ceil((end - start) / buckets));
  const used = Math.ceil((end - start) / width);
  return {
    bucket_ms: width,
    buckets: Array.from({ length: used }, (_, at) => new Date(start + at * width).toISOString()),
    series: seriesOf(reader, numbers, (time) => Math.min(used - 1, Math.floor((time - start) / width)), used),
    total: numbers.length,
  };
}

function seriesOf(
  reader: LedgerReader,
  numbers: readonly number[],
  bucketOf: (time: number) => number,
  buckets: number,
): TimelineSeries[] {
  const { record } = reader.index;
  const totals = new Map<number, number>();
  for (const number of numbers) {
    const intent = record.intent.get(number);
    totals.set(intent, (totals.get(intent) ?? 0) + 1);
  }
  const ranked = [...totals].sort((a, b) => b[1] - a[1]).map(([intent]) => intent);
  const rank = new Map(ranked.slice(0, MOST_INTENTS).map((intent, at) => [intent, at]));
  const series = new Map<string, TimelineSeries & { rank: number }>();
  for (const number of numbers) {
    const at = rank.get(record.intent.get(number)) ?? MOST_INTENTS;
    const isRefactor = reader.index.isRefactor(number);
    const key = `${at} ${isRefactor}`;
    const one = series.get(key) ?? {
      intent_id: at === MOST_INTENTS ? null : intentOf(reader, number),
      other: at === MOST_INTENTS,
      mutation_class: isRefactor ? ("AST_REFACTOR" as const) : ("INTENT_EVOLUTION" as const),
      counts: new Array<number>(buckets).fill(0),
      rank: at,
    };
    series.set(key, one);
    const bucket = bucketOf(record.time.get(number));
    one.counts[bucket] = (one.counts[bucket] ?? 0) + 1;
  }
  const sorted = [...series.values()].sort(
    (a, b) => a.rank - b.rank || (a.mutation_class === "INTENT_EVOLUTION" ? -1 : 1),
  );
  return sorted.map(({ rank: _rank, ...one }) => one);
}
