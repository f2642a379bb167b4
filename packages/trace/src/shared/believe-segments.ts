/**
 * Which shared segments may be believed: those that are what they say, that no other segment contradicts, and that do
 * not speak for this machine. What is left is named, with the reason.
 */
import { checkSegment, type SharedRecord } from "./check-segments.ts";

export interface OfferedSegment {
  name: string;
  lines(): Iterable<string>;
}

export interface LeftSegment {
  name: string;
  why: string;
}

/** `isOwn`: whether this machine's ledger has the record of a hash. */
export function believeSegments(
  offered: readonly OfferedSegment[],
  isOwn: (hash: string) => boolean,
): { believed: string[]; left: LeftSegment[] } {
  const whyNot = new Map<string, string>();
  const records: SharedRecord[] = [];
  for (const { name, lines } of offered) {
    const held = checkSegment(name, lines());
    const [first] = held.findings;
    // One that is not sound itself says nothing about others.
    if (!first) for (const record of held.records) records.push(record);
    else whyNot.set(name, first.line === null ? first.message : `line ${first.line}: ${first.message}`);
  }
  for (const { name, why } of [...contradictions(records), ...claims(records, isOwn)])
    if (!whyNot.has(name)) whyNot.set(name, why);
  const names = offered.map(({ name }) => name);
  return {
    believed: names.filter((name) => !whyNot.has(name)),
    left: names.flatMap((name) => (whyNot.has(name) ? [{ name, why: whyNot.get(name) as string }] : [])),
  };
}

/** Of two that contradict each other nothing tells which was changed: neither is believed. */
function* contradictions(records: readonly SharedRecord[]): Generator<LeftSegment> {
  /** Of each chain and number every record that differs, once: the same one may lie in many segments. */
  const chains = new Map<string, Map<number, SharedRecord[]>>();
  for (const record of records) {
    const chain = chains.get(record.chain) ?? new Map<number, SharedRecord[]>();
    chains.set(record.chain, chain);
    const others = chain.get(record.seq) ?? [];
    if (!others.some((one) => one.hash === record.hash)) chain.set(record.seq, [...others, record].slice(0, 3));
  }
  for (const { chain, seq, prev, hash, place } of records) {
    const others = chains.get(chain)?.get(seq) ?? [];
    const other = others.find((one) => one.hash !== hash);
    const before = (chains.get(chain)?.get(seq - 1) ?? []).find((one) => one.hash !== prev);
    const rival = other ?? before;
    if (!rival) continue;
    const why = other
      ? `holds another record ${seq} of the same session`
      : `holds a record that ${seq} does not follow`;
    yield { name: place.file, why: `${rival.place.file} ${why}` };
    yield { name: rival.place.file, why: `${place.file} holds another record of the same session` };
  }
}

/** A chain is named by its first record. Whoever can push could add to one that began here. */
function* claims(records: readonly SharedRecord[], isOwn: (hash: string) => boolean): Generator<LeftSegment> {
  for (const { chain, seq, hash, place } of records)
    if (isOwn(chain) && !isOwn(hash))
      yield { name: place.file, why: `record ${seq} would be this machine's own, and its ledger does not have it` };
}
