/**
 * The form of a shared segment: one line that says which records of which chain it holds, then these records byte for
 * byte. A chain is named by the hash of its first record, for two machines may have sessions of the same name.
 */
import { jsonFields } from "@intentgate/documents";

export interface Segment {
  session: string;
  /** The hash of record 1 of the chain. */
  chain: string;
  from: number;
  to: number;
  /** Of record `to`. */
  hash: string;
}

/** What a segment's name says of it. */
export type NamedSegment = Pick<Segment, "from" | "to"> & { chain: string };

const SLUG_CHARACTERS = 40;
const CHAIN_CHARACTERS = 12;
const HASH = /^sha256:[0-9a-f]{64}$/;
const NAME = /^(?:[a-z0-9][a-z0-9-]{0,40}-)?([0-9a-f]{12})-([1-9]\d{0,14})-([1-9]\d{0,14})\.jsonl$/;

/** The same records have the same name everywhere, and other records another: so segments never meet in a merge. */
export function segmentName({ session, chain, from, to }: Segment): string {
  const slug = session
    .slice(0, 4 * SLUG_CHARACTERS)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_CHARACTERS)
    .replace(/^-|-$/g, "");
  return `${slug === "" ? "" : `${slug}-`}${chainName(chain)}-${from}-${to}.jsonl`;
}

export function chainName(chain: string): string {
  return chain.slice("sha256:".length, "sha256:".length + CHAIN_CHARACTERS);
}

/** Null for a file that is no segment. */
export function readSegmentName(name: string): NamedSegment | null {
  const found = NAME.exec(name);
  if (!found) return null;
  const [, chain = "", from, to] = found;
  return Number(from) <= Number(to) ? { chain, from: Number(from), to: Number(to) } : null;
}

export function segmentText(segment: Segment, lines: readonly string[]): string {
  const { session, chain, from, to, hash } = segment;
  const header = JSON.stringify({ version: 1, segment: { session, chain, from, to, hash } });
  return `${[header, ...lines].join("\n")}\n`;
}

/** Null where the line does not say what a segment holds. */
export function readSegmentHeader(line: string): Segment | null {
  const { version, segment } = jsonFields(line);
  const { session, chain, from, to, hash } = (segment ?? {}) as Record<string, unknown>;
  if (version !== 1 || typeof session !== "string" || !isHash(chain) || !isHash(hash)) return null;
  return isSeq(from) && isSeq(to) && from <= to ? { session, chain, from, to, hash } : null;
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && HASH.test(value);
}

function isSeq(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
