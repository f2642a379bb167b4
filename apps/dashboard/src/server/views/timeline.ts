/** How many records fell into which stretch of time, by intent and class: from the index alone. */
import type { LedgerReader, RecordQuery } from "@intentgate/blame";
import type { Timeline, TimelineSeries } from "../../api/trace.ts";
import { intentOf } from "../project/ledger-rows.ts";
import type { Served } from "../project/served.ts";

const MOST_INTENTS = 12;

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
  if (numbers.length === 0) return { since: null, until: null, bucket_ms: 0, buckets: [], series: [], total: 0 };
  const start = query.since?.getTime() ?? first;
  const end = Math.max(query.until?.getTime() ?? last + 1, start + 1);
  const width = Math.max(1, Math.ceil((end - start) / buckets));
  const used = Math.ceil((end - start) / width);
  return {
    since: new Date(start).toISOString(),
    until: new Date(end).toISOString(),
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
