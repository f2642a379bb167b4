/**
 * Checks shared segments: each against what it says of itself, all of a chain against each other, and those that this
 * machine shared against its own ledger. That nobody took away the last segment of another's chain, only git can tell.
 */
import type { Finding, FindingKind } from "../chain/ledger-finding.ts";
import { integrityOf, type PlacedLine, whatIsWrong } from "../chain/verify-ledger.ts";
import type { Integrity } from "../records/record.ts";
import { CHAIN_START, isSealIntact } from "../records/seal-record.ts";
import { readSegmentHeader, type Segment, segmentName } from "./segment.ts";

interface Place {
  file: string;
  line: number | null;
}

export interface SharedRecord extends Pick<Integrity, "session" | "seq" | "prev" | "hash"> {
  chain: string;
  place: Place;
}

export interface SegmentCheck {
  /** Every segment, before the ledger is walked. */
  add(name: string, lines: Iterable<string>): void;
  /** Passes the ledger's own lines on, and notes which of them were shared. */
  follow<T extends string | PlacedLine>(lines: AsyncIterable<T>): AsyncGenerator<T>;
  /** After the walk. */
  end(): { segments: number; records: number; findings: Finding[] };
}

/** The bytes of a sealed line before its hash, and behind it. */
const HASH_AT = -('"}}'.length + "sha256:".length + 64);
const FIRST_OF_A_CHAIN = `,"seq":1,"prev":"${CHAIN_START}",`;

export function createSegmentCheck(): SegmentCheck {
  const findings: Finding[] = [];
  /** Of each chain, by number, what the segments hold there. */
  const chains = new Map<string, Map<number, SharedRecord>>();
  /** Records of the segments that the ledger has not shown yet. */
  const unmet = new Map<string, SharedRecord>();
  const own = new Set<string>();
  let segments = 0;

  function take(record: SharedRecord): void {
    const chain = chains.get(record.chain) ?? new Map<number, SharedRecord>();
    chains.set(record.chain, chain);
    const known = chain.get(record.seq);
    if (known && known.hash !== record.hash)
      findings.push(found("segment_differs", record, `${known.place.file} holds another record of this number`));
    if (!known) chain.set(record.seq, record);
    unmet.set(record.hash, record);
  }

  return {
    add(name, lines) {
      segments++;
      const held = checkSegment(name, lines);
      findings.push(...held.findings);
      for (const record of held.records) take(record);
    },
    async *follow(lines) {
      for await (const given of lines) {
        const line = typeof given === "string" ? given : given.line;
        const hash = line.slice(HASH_AT, -'"}}'.length);
        if (chains.has(hash) && line.includes(FIRST_OF_A_CHAIN)) own.add(hash);
        unmet.delete(hash);
        yield given;
      }
    },
    end() {
      let records = 0;
      for (const chain of chains.values()) {
        records += chain.size;
        findings.push(...checkChain(chain));
      }
      for (const record of unmet.values())
        if (own.has(record.chain))
          findings.push(found("segment_differs", record, "this record was shared, and the ledger does not have it"));
      return { segments, records, findings };
    },
  };
}

/** True for a segment that is what it says; only such a one counts as shared. */
export function isSoundSegment(name: string, lines: Iterable<string>): boolean {
  return checkSegment(name, lines).findings.length === 0;
}

export function checkSegment(name: string, lines: Iterable<string>): { findings: Finding[]; records: SharedRecord[] } {
  const findings: Finding[] = [];
  const records: SharedRecord[] = [];
  let segment: Segment | null = null;
  let last: { seq: number; hash: string | null } | undefined;
  let number = 0;
  for (const line of lines) {
    number++;
    const place = { file: name, line: number };
    if (number === 1) {
      segment = readSegmentHeader(line);
      if (segment === null) break;
      if (segmentName(segment) !== name)
        findings.push(about("bad_segment", place, segment.session, "its name is not the one of what it holds"));
      last = { seq: segment.from - 1, hash: segment.from === 1 ? CHAIN_START : null };
      continue;
    }
    const it = integrityOf(line);
    if (typeof it === "string") {
      findings.push({ ...whatIsWrong(it, line), ...place, session: null, seq: null });
      continue;
    }
    const { session, chain } = segment as Segment;
    const record: SharedRecord = { ...it, chain, place };
    const wrong = objection(record, line, session, last as { seq: number; hash: string | null });
    if (wrong) findings.push(found(wrong.kind, record, wrong.message));
    // One that was edited still fills its place: that nothing is missing there is not told a second time.
    if (!wrong || wrong.kind === "edited") records.push(record);
    last = { seq: it.seq, hash: it.hash };
  }
  if (segment === null) {
    findings.push(about("bad_segment", { file: name, line: 1 }, null, "its first line does not say what it holds"));
    return { findings, records };
  }
  const { session, to, hash } = segment;
  if (last?.seq !== to)
    findings.push(about("tail_removed", { file: name, line: number }, session, `it ends before record ${to}`));
  else if (last.hash !== hash)
    findings.push(
      about("tail_replaced", { file: name, line: number }, session, "its first line names another last record"),
    );
  return { findings, records };
}

function objection(
  it: SharedRecord,
  line: string,
  session: string,
  last: { seq: number; hash: string | null },
): { kind: FindingKind; message: string } | null {
  if (!isSealIntact(line)) return { kind: "edited", message: "the line was changed after it was shared" };
  if (it.session !== session) return { kind: "bad_segment", message: "a record of another session" };
  if (it.seq <= last.seq) return { kind: "out_of_order", message: `stands after record ${last.seq}` };
  if (it.seq > last.seq + 1)
    return { kind: "gap", message: `records before this one are missing, from ${last.seq + 1} on` };
  if (last.hash !== null && it.prev !== last.hash)
    return { kind: "broken_chain", message: `does not follow record ${last.seq}: one of the two was replaced` };
  if (it.seq === 1 && it.hash !== it.chain)
    return { kind: "bad_segment", message: "the first record of another chain" };
  return null;
}

/** Borders between segments: whether the next one goes on where the last one ended. */
function checkChain(chain: ReadonlyMap<number, SharedRecord>): Finding[] {
  const findings: Finding[] = [];
  let last = 0;
  for (const record of [...chain.values()].sort((a, b) => a.seq - b.seq)) {
    const before = chain.get(record.seq - 1);
    if (record.seq > last + 1)
      findings.push(found("gap", record, `no segment holds the records of this chain from ${last + 1} on`));
    else if (before && before.hash !== record.prev && before.place.file !== record.place.file)
      findings.push(found("broken_chain", record, `does not follow record ${before.seq} in ${before.place.file}`));
    last = record.seq;
  }
  return findings;
}

function found(kind: FindingKind, { place, session, seq }: SharedRecord, message: string): Finding {
  return { kind, ...place, session, seq, message };
}

function about(kind: FindingKind, place: Place, session: string | null, message: string): Finding {
  return { kind, ...place, session, seq: null, message };
}
