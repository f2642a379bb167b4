/** Cuts what a ledger holds and nobody has shared yet into segments; only records that are what was written. */
import { integrityOf, type PlacedLine } from "../chain/verify-ledger.ts";
import type { Integrity } from "../records/record.ts";
import { CHAIN_START, isSealIntact } from "../records/seal-record.ts";
import { chainName, type NamedSegment, type Segment } from "./segment.ts";

export interface CutSegment {
  segment: Segment;
  lines: string[];
}

export interface CutOptions {
  /** Null for all sessions. */
  session: string | null;
  shared: readonly NamedSegment[];
}

/** What stays behind of a session: from this record on its chain is not what was written. */
export interface LeftSession {
  session: string;
  seq: number;
  why: string;
}

interface Chain {
  /** Null until the first record was met: without it the chain has no name. */
  name: string | null;
  seq: number;
  hash: string;
  open: CutSegment | null;
  bytes: number;
  broken: boolean;
}

/** A segment is closed when it holds so much; git hosts refuse files of 100 MB. */
const MOST_RECORDS = 5_000;
const MOST_BYTES = 8_000_000;
/** All that is held at once. */
const MOST_HELD_BYTES = 128_000_000;

/** Gives the segments as they become complete, and returns the sessions of which something stays behind. */
export async function* cutSegments(
  lines: AsyncIterable<PlacedLine>,
  { session: wanted, shared }: CutOptions,
): AsyncGenerator<CutSegment, LeftSession[]> {
  const isShared = coverage(shared);
  const chains = new Map<string, Chain>();
  const left: LeftSession[] = [];
  let held = 0;
  const close = (chain: Chain): CutSegment[] => {
    const done = chain.open;
    held -= chain.bytes;
    chain.open = null;
    chain.bytes = 0;
    return done ? [done] : [];
  };
  for await (const { line } of lines) {
    const it = line === "" ? "unreadable" : integrityOf(line);
    if (typeof it === "string" || (wanted !== null && it.session !== wanted)) continue;
    const chain = chains.get(it.session) ?? fresh();
    chains.set(it.session, chain);
    if (chain.broken) continue;
    const why = objection(chain, it, line);
    if (why !== null) {
      chain.broken = true;
      left.push({ session: it.session, seq: it.seq, why });
      yield* close(chain);
      continue;
    }
    chain.name ??= it.hash;
    chain.seq = it.seq;
    chain.hash = it.hash;
    if (isShared(chain.name, it.seq)) {
      yield* close(chain);
      continue;
    }
    const size = Buffer.byteLength(line) + 1;
    if (chain.open && chain.bytes + size > MOST_BYTES) yield* close(chain);
    add(chain, chain.name, it, line);
    chain.bytes += size;
    held += size;
    if ((chain.open?.lines.length ?? 0) >= MOST_RECORDS) yield* close(chain);
    if (held > MOST_HELD_BYTES) for (const one of chains.values()) yield* close(one);
  }
  for (const chain of chains.values()) yield* close(chain);
  return left;
}

function fresh(): Chain {
  return { name: null, seq: 0, hash: CHAIN_START, open: null, bytes: 0, broken: false };
}

function objection(chain: Chain, it: Integrity, line: string): string | null {
  if (!isSealIntact(line)) return "it was changed after it was written";
  if (it.seq !== chain.seq + 1 || it.prev !== chain.hash) return "it does not follow the record before it";
  return null;
}

function add(chain: Chain, name: string, { session, seq, hash }: Integrity, line: string): void {
  chain.open ??= { segment: { session, chain: name, from: seq, to: seq, hash }, lines: [] };
  chain.open.segment.to = seq;
  chain.open.segment.hash = hash;
  chain.open.lines.push(line);
}

function coverage(shared: readonly NamedSegment[]): (chain: string, seq: number) => boolean {
  const ranges = new Map<string, NamedSegment[]>();
  for (const one of shared) ranges.set(one.chain, [...(ranges.get(one.chain) ?? []), one]);
  return (chain, seq) => ranges.get(chainName(chain))?.some(({ from, to }) => from <= seq && seq <= to) ?? false;
}
