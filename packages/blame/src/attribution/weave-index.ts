/**
 * Several ledgers as one: this machine's records in their order, and between them what others shared, by time. A content
 * must stand before whoever began with it, so where clocks disagree the later one waits for the one it builds on.
 */
import { createLedgerIndex, type LedgerIndex } from "./ledger-index.ts";

export interface SharedRecords {
  index: LedgerIndex;
  /** The chain of each record; within a chain records stand in their order. */
  chainOf: readonly number[];
}

/** Clocks further apart than this are not made good. */
const MOST_SKEW_MS = 24 * 60 * 60_000;
/** So many records may be fetched ahead for one that builds on them. */
const MOST_AHEAD = 10_000;
const MOST_DEEP = 200;

interface Strand {
  index: LedgerIndex;
  numbers: number[];
  times: number[];
  /** How many of them are woven in. */
  done: number;
}

interface Item {
  strand: Strand;
  at: number;
}

/** Of `own` only this machine's records are taken: it may have been woven before. */
export function weaveIndex(own: LedgerIndex, shared: SharedRecords): LedgerIndex {
  const woven = createLedgerIndex();
  const takers = new Map([own, shared.index].map((index) => [index, woven.taker(index)]));
  for (const { index, number } of wovenOrder(own, shared)) takers.get(index)?.(number);
  return woven;
}

function* wovenOrder(own: LedgerIndex, shared: SharedRecords): Generator<{ index: LedgerIndex; number: number }> {
  const first = strandOf(own, ownNumbers(own));
  const others = strandsOf(shared);
  const bases = createBases(first, others);
  const ready: { index: LedgerIndex; number: number }[] = [];

  /** Everything of its strand up to it, each preceded by what it builds on; false where that leads back to who asks. */
  function plan(item: Item, ahead: Ahead): boolean {
    const { strand } = item;
    if (ahead.open.has(strand) || ahead.open.size > MOST_DEEP) return false;
    ahead.open.add(strand);
    for (let at = ahead.next(strand); at <= item.at; at++) {
      for (const base of bases.unmet(strand, at, ahead.contents))
        if (base.at >= ahead.next(base.strand) && !plan(base, ahead)) return false;
      ahead.add({ strand, at });
      if (ahead.order.length > MOST_AHEAD) return false;
    }
    ahead.open.delete(strand);
    return true;
  }

  function put({ strand, at }: Item): void {
    for (const content of contentsLeft(strand, at)) bases.met(content);
    strand.done = at + 1;
    ready.push({ index: strand.index, number: strand.numbers[at] as number });
  }

  function weave(strand: Strand): void {
    const at = strand.done;
    for (const base of bases.unmet(strand, at, new Set())) {
      const ahead = createAhead(strand);
      if (base.at >= base.strand.done && plan(base, ahead)) for (const one of ahead.order) put(one);
    }
    put({ strand, at });
  }

  // By time; of equal ones this machine's first.
  const queue = others.flatMap((strand) => strand.times.map((time, at) => ({ strand, at, time })));
  queue.sort((a, b) => a.time - b.time || a.at - b.at);
  for (const { strand, at, time } of queue) {
    while (first.done < first.numbers.length && (first.times[first.done] as number) <= time) weave(first);
    if (strand.done === at) weave(strand);
    yield* ready.splice(0);
  }
  while (first.done < first.numbers.length) {
    weave(first);
    yield* ready.splice(0);
  }
}

function ownNumbers({ record }: LedgerIndex): number[] {
  const numbers: number[] = [];
  for (let number = 0; number < record.source.length; number++)
    if (record.source.get(number) === 0) numbers.push(number);
  return numbers;
}

/** The order within a strand is the order it was written in, whatever its clock said. */
function strandOf(index: LedgerIndex, numbers: number[]): Strand {
  let latest = 0;
  const times = numbers.map((number) => {
    const time = index.record.time.get(number);
    if (time > latest) latest = time;
    return latest;
  });
  return { index, numbers, times, done: 0 };
}

function strandsOf({ index, chainOf }: SharedRecords): Strand[] {
  const byChain = new Map<number, number[]>();
  for (const [number, chain] of chainOf.entries()) {
    const numbers = byChain.get(chain);
    if (numbers) numbers.push(number);
    else byChain.set(chain, [number]);
  }
  return [...byChain.values()].map((numbers) => strandOf(index, numbers));
}

/** Which record left the content that another one began with, as far as that crosses from one strand to another. */
function createBases(own: Strand, others: readonly Strand[]) {
  const starts = new Set<number>();
  for (const { index, numbers } of others)
    for (const number of numbers)
      for (const row of rowsOf(index, number)) if (index.hasBefore(row)) starts.add(index.entry.before.get(row));
  /** Of each content the earliest two of different strands: nobody waits for his own, and no list grows without end. */
  const left = new Map<number, Item[]>();
  const isMet = new Set<number>();
  for (const strand of [own, ...others]) {
    for (const at of strand.numbers.keys()) {
      for (const content of contentsLeft(strand, at)) {
        if (strand === own && !starts.has(content)) continue;
        const items = left.get(content) ?? [];
        if (items.some((one) => one.strand === strand)) continue; // its own earlier one counts
        left.set(content, [...items, { strand, at }].sort((a, b) => timeOf(a) - timeOf(b)).slice(0, 2));
      }
    }
  }

  return {
    /** The earliest that left what this one began with, where nothing that is woven in or about to be did. */
    unmet({ index, numbers, times }: Strand, at: number, coming: ReadonlySet<number>): Item[] {
      const unmet: Item[] = [];
      for (const row of rowsOf(index, numbers[at] as number)) {
        const content = index.entry.before.get(row);
        const items = left.get(content);
        if (!items || !index.hasBefore(row) || isMet.has(content) || coming.has(content)) continue;
        const latest = (times[at] as number) + MOST_SKEW_MS;
        const found = items.find((one) => one.strand.numbers !== numbers && timeOf(one) <= latest);
        if (found) unmet.push(found);
      }
      return unmet;
    },
    met(content: number): void {
      if (left.has(content)) isMet.add(content);
    },
  };
}

/** What is to be woven in before `asking` goes on. */
function createAhead(asking: Strand) {
  const planned = new Map<Strand, number>();
  const order: Item[] = [];
  const contents = new Set<number>();
  return {
    order,
    contents,
    open: new Set([asking]),
    next: (strand: Strand) => Math.max(strand.done, planned.get(strand) ?? 0),
    add(item: Item): void {
      order.push(item);
      planned.set(item.strand, item.at + 1);
      for (const content of contentsLeft(item.strand, item.at)) contents.add(content);
    },
  };
}

type Ahead = ReturnType<typeof createAhead>;

function contentsLeft({ index, numbers }: Strand, at: number): number[] {
  const contents: number[] = [];
  for (const row of rowsOf(index, numbers[at] as number))
    if (index.hasAfter(row)) contents.push(index.entry.after.get(row));
  return contents;
}

function timeOf({ strand, at }: Item): number {
  return strand.times[at] as number;
}

function rowsOf({ record, entry }: LedgerIndex, number: number): number[] {
  const first = record.firstEntry.get(number);
  const until = number + 1 < record.firstEntry.length ? record.firstEntry.get(number + 1) : entry.record.length;
  const rows: number[] = [];
  for (let row = first; row < until; row++) rows.push(row);
  return rows;
}
