/** What others shared, read into an index of its own and woven into this machine's. */
import { join, posix, win32 } from "node:path";
import { believedSegments, linesOfSegments, SHARED_NAME, sharedSegments } from "@intentgate/sidecar";
import { type KnownFile, type LeftSegment, readRecord } from "@intentgate/trace";
import { identity } from "@intentgate/world";
import { shortHash } from "../attribution/lean-record.ts";
import { createLedgerIndex, type LedgerIndex } from "../attribution/ledger-index.ts";
import { weaveIndex } from "../attribution/weave-index.ts";

export interface WovenShared {
  /** The segments that records come from: source 1 is the first of them. */
  segments: string[];
  left: LeftSegment[];
  /** Lines in them that are no record, or none that the gate would write. */
  unreadable: number;
  /** How the folder was when it was read. */
  seen: string;
}

/** Whoever can push must not make a question last for ever: a file of more lines is followed by nobody. */
const MOST_LINES = 1_000_000;

export const NOTHING_SHARED: WovenShared = { segments: [], left: [], unreadable: 0, seen: "" };

/** Changes with every segment that comes, goes or is written to; empty where there is none. */
export function sharedListing(sidecar: string): string {
  const { segments } = sharedSegments(sidecar);
  return segments.map(({ name }) => `${name} ${identity(join(sidecar, SHARED_NAME, name))}`).join("\n");
}

/** `index` may have been woven before: only this machine's records are taken from it. */
export function weaveShared(sidecar: string, index: LedgerIndex): { index: LedgerIndex; shared: WovenShared } {
  const seen = sharedListing(sidecar); // first: what changes while it is read is read again
  const { believed, left, isOwn } = believedSegments(sidecar, (hashes) => ownAmong(index, hashes));
  const others = createLedgerIndex();
  const chainOf: number[] = [];
  const chains = new Map<string, number>();
  const segments: string[] = [];
  let unreadable = 0;
  for (const { line, segment, offset, bytes } of linesOfSegments(sidecar, believed, isOwn)) {
    if (segments.at(-1) !== segment.name) segments.push(segment.name);
    if (!chains.has(segment.chain)) chains.set(segment.chain, chains.size);
    const isTaken = isSensible(line) && others.add(line, { source: segments.length, offset, bytes });
    if (isTaken) chainOf.push(chains.get(segment.chain) as number);
    else unreadable++;
  }
  const shared = { segments, left, unreadable, seen };
  const isWoven = others.records > 0 || hasShared(index);
  return { index: isWoven ? weaveIndex(index, { index: others, chainOf }) : index, shared };
}

function isSensible(line: string): boolean {
  const record = readRecord(line);
  return !("problem" in record) && record.files.every(isInside);
}

/** Its paths are looked up in the tree: none may lead out of it. */
function isInside({ relative_path, renamed_from = "", line_counts = [0, 0] }: KnownFile): boolean {
  const climbs = (path: string) =>
    posix.isAbsolute(path) || win32.isAbsolute(path) || path.includes("\0") || path.split(/[/\\]/).includes("..");
  return !climbs(relative_path) && !climbs(renamed_from) && Math.max(...line_counts) <= MOST_LINES;
}

function ownAmong({ record }: LedgerIndex, hashes: ReadonlySet<string>): (hash: string) => boolean {
  const asked = new Set([...hashes].map(shortHash));
  const met = new Set<number | null>();
  for (let number = 0; number < record.seal.length; number++) {
    const seal = record.seal.get(number);
    if (record.source.get(number) === 0 && asked.has(seal)) met.add(seal);
  }
  return (hash) => met.has(shortHash(hash));
}

function hasShared({ record }: LedgerIndex): boolean {
  for (let number = 0; number < record.source.length; number++) if (record.source.get(number) !== 0) return true;
  return false;
}
