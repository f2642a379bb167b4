/** Who wrote each line of a content as it stands now, whether the ledger knows that content or only what led to it. */
import { byteLines, isBinary, isTellingKey, lineKeys } from "@intentgate/trace";
import { type Attribution, idsOf } from "./attribution.ts";
import type { EntryDetail, Evidence } from "./attribution-parts.ts";
import { compareContent } from "./compare-content.ts";
import { findOrigins } from "./find-origins.ts";
import type { LedgerIndex } from "./ledger-index.ts";
import type { Asked } from "./line-sources.ts";
import { BEFORE, lineCount, type Origin, type Runs, runsFrom, SINCE, spreadOut, UNRESOLVED } from "./runs.ts";

export interface ContentPorts {
  index: LedgerIndex;
  attribution: Attribution;
  detail(entry: number): EntryDetail;
  /** Bytes by their content hash, where somebody kept them; `path` is where they stood. */
  bytesOf(hash: string, path: string): Uint8Array | null;
  evidence: Evidence;
  /** As the ledger names a content: those of secret files by a keyed hash. */
  nameOf(bytes: Uint8Array): string;
}

const ANYTIME = Number.POSITIVE_INFINITY;
/** How many earlier contents of a path are tried: other branches may have led here. */
const TRIED = 6;
/** How many are asked whether they are such. */
const ASKED = 64;

/** One origin a line; null for bytes that have no lines. */
export function attributeContent(path: string, bytes: Uint8Array, ports: ContentPorts): Origin[] | null {
  if (isBinary(bytes)) return null;
  const keys = lineKeys(byteLines(bytes), path);
  const known = knownContent(path, ports.nameOf(bytes), ports);
  const origins =
    known !== null
      ? spreadOut(ports.attribution.stateOf(known), keys.length)
      : (sinceCheckout(path, bytes, keys, ports) ?? compared(path, bytes, keys, ports));
  return withOlderFinds(path, keys, origins, ports);
}

/** Git put other contents in place of the newest one: these come first, and then what was made of the last. */
function sinceCheckout(path: string, bytes: Uint8Array, keys: Float64Array, ports: ContentPorts): Origin[] | null {
  const { index, attribution, evidence } = ports;
  const newest = index.newestOf(path, ANYTIME);
  const left = newest === undefined ? null : ports.detail(newest).afterHash;
  if (newest === undefined || left === null) return null;
  const [first, ...middle] = evidence.checkedOut(path, left, bytes).filter((one) => !isBinary(one));
  if (first === undefined) return null;
  let state = stateOfContent(path, first, ports);
  let before = first;
  for (const next of middle) {
    const known = knownContent(path, ports.nameOf(next), ports);
    state = known === null ? runsFrom(madeFrom(before, state, next, newest)) : attribution.stateOf(known);
    before = next;
  }
  return madeFrom(before, state, bytes, newest);

  function madeFrom(from: Uint8Array, origins: Runs, content: Uint8Array, past: number): Origin[] {
    const settled = compareContent({ state: origins, bytes: from }, path, content, attribution);
    attribution.stateOf(past);
    const wanted = content === bytes ? keys : lineKeys(byteLines(content), path);
    search(path, wanted, settled, { tops: [], past: [past], isOlder: false, limit: ANYTIME }, ports);
    return settled.map((one) => one ?? { entry: SINCE, line: 0, how: 0 });
  }
}

function stateOfContent(path: string, bytes: Uint8Array, ports: ContentPorts): Runs {
  const known = knownContent(path, ports.nameOf(bytes), ports);
  if (known !== null) return ports.attribution.stateOf(known);
  return runsFrom(compared(path, bytes, lineKeys(byteLines(bytes), path), ports));
}

function compared(path: string, bytes: Uint8Array, keys: Float64Array, ports: ContentPorts): Origin[] {
  const { index, attribution } = ports;
  const older = (): Origin => ({ entry: BEFORE, line: 0, how: 0 });
  if (attribution.isStart(ports.nameOf(bytes))) return Array.from(keys, older);
  const best = bestMatch(path, bytes, keys, ports);
  const origins = best?.settled ?? Array.from(keys, (): Origin | null => null);
  const wanted = origins.map((one) => (one?.entry === UNRESOLVED ? null : one));
  const base = best?.base ?? index.newestOf(path, ANYTIME) ?? null;
  const tops = attribution.topsOf(path, base, ANYTIME);
  for (const top of tops) attribution.stateOf(top);
  search(path, keys, wanted, { tops, past: [], isOlder: base === null, limit: ANYTIME }, ports);
  const rest = base === null ? BEFORE : SINCE;
  return wanted.map((one, at) => one ?? origins[at] ?? { entry: rest, line: 0, how: 0 });
}

/**
 * The entry that left this very content here, or under the name that the file had before; null where the ledger never
 * saw it, or where it was made a second time: a line that was deleted and typed again is whoever's typed it.
 */
export function knownContent(
  path: string,
  hash: string,
  { index, attribution, evidence }: ContentPorts,
): number | null {
  const found = index.withContent(hash, ANYTIME);
  const here = found.findLast((one) => index.pathOf(one) === path);
  if (here === undefined) return attribution.chains.renamed(path, found, ANYTIME);
  const newest = index.newestOf(path, ANYTIME) as number;
  const isNewest = here === newest || index.entry.after.get(newest) === index.entry.after.get(here);
  if (isNewest && index.hasAfter(newest)) return newest;
  return !attribution.chains.isBehind(newest, here) || evidence.wasKept(path, hash, newest) ? here : null;
}

interface Match {
  base: number;
  settled: (Origin | null)[];
  left: number;
}

/** The earlier content that explains most lines. */
function bestMatch(path: string, bytes: Uint8Array, keys: Float64Array, ports: ContentPorts): Match | null {
  let best: Match | null = null;
  for (const base of basesOf(path, keys, ports)) {
    const settled = compareWith(base, path, bytes, keys, ports);
    const left = settled.filter((one) => one === null).length;
    const isNothing = left === keys.length && ports.index.pathOf(base) !== path;
    if (!isNothing && (best === null || left < best.left)) best = { base, settled, left };
    if (left === 0) break;
  }
  return best;
}

/** The newest content of the file, those of branches beside it, and that of the file that became this one. */
function* basesOf(path: string, keys: Float64Array, { index, attribution }: ContentPorts): Generator<number> {
  const newest = index.newestOf(path, ANYTIME);
  let [asked, tried] = [0, 0];
  for (let row = newest; row !== undefined && tried < TRIED && asked < ASKED; row = index.olderOf(row), asked++) {
    const isOwn = row === newest || !attribution.chains.isBehind(newest as number, row);
    if (!index.hasAfter(row) || !isOwn) continue;
    tried++;
    yield row;
  }
  const former = attribution.chains.vanishedFile(path, keys, index.entries);
  if (former !== null) yield former;
}

function compareWith(
  entry: number,
  path: string,
  bytes: Uint8Array,
  keys: Float64Array,
  ports: ContentPorts,
): (Origin | null)[] {
  const { index, attribution, evidence } = ports;
  const { afterHash } = ports.detail(entry);
  const then = afterHash === null ? null : ports.bytesOf(afterHash, index.pathOf(entry));
  const settled = compareContent({ state: attribution.stateOf(entry), bytes: then }, path, bytes, attribution);
  // Another file's: what may have stood here before it vanished there did not come from it.
  const other = index.pathOf(entry);
  if (other !== path)
    return settled.map((one, at) =>
      one === null || evidence.mayHaveStood(path, keys[at] as number, entry, other) ? null : one,
    );
  const newest = index.newestOf(path, ANYTIME);
  if (newest === undefined || newest === entry || isOnBranch(entry, newest, keys, ports)) return settled;
  const tops = [newest];
  return settled.map((one, at) => (one && attribution.hasLeft(one, keys[at] as number, tops) ? null : one));
}

/** The content has nothing of what the newest one alone has, so that it was not made from that one. */
function isOnBranch(entry: number, newest: number, keys: Float64Array, { attribution }: ContentPorts): boolean {
  const there = idsOf(spreadOut(attribution.stateOf(entry), lineCount(attribution.stateOf(entry))));
  const state = attribution.stateOf(newest);
  const newestKeys = attribution.keysOfContent(newest);
  const own = spreadOut(state, lineCount(state)).flatMap((one, at) => {
    const key = newestKeys[at] ?? 0;
    return one.entry >= 0 && isTellingKey(key) && !there.has(`${one.entry}:${one.line}`) ? [key] : [];
  });
  return own.length > 0 && !own.some((key) => keys.includes(key));
}

/** Lines that stood in a file before its first record, or in a gap, may still have been written in another one. */
function withOlderFinds(path: string, keys: Float64Array, origins: Origin[], ports: ContentPorts): Origin[] {
  for (const kind of [UNRESOLVED, BEFORE]) {
    const wanted = origins.map((one) => (one.entry === kind ? null : one));
    if (!wanted.includes(null)) continue;
    const limit = kind === BEFORE ? firstOf(path, ports.index) : ANYTIME;
    search(path, keys, wanted, { tops: [], past: [], isOlder: kind === BEFORE, limit }, ports);
    for (const [at, one] of wanted.entries()) if (one !== null) origins[at] = one;
  }
  return origins;
}

function firstOf(path: string, index: LedgerIndex): number {
  let first = index.newestOf(path, ANYTIME);
  for (let older = first; older !== undefined; older = index.olderOf(older)) first = older;
  return first ?? ANYTIME;
}

/** Where nothing led to them the lines stood in a gap: of the file's own, those that stood there before it. */
function search(
  path: string,
  keys: Float64Array,
  settled: (Origin | null)[],
  how: Pick<Asked, "tops" | "past" | "isOlder" | "limit">,
  { attribution }: ContentPorts,
): void {
  if (!settled.includes(null)) return;
  const asked: Asked = { path, ...how, keys: new Set(keys), has: idsOf(settled), mayReturn: false };
  const isGap = how.tops.length + how.past.length === 0 && !how.isOlder;
  findOrigins({
    keys,
    settled,
    ambiguous: attribution.ambiguous,
    origins: (key) =>
      attribution
        .originsOfKey(key, asked)
        .filter((origin) => !(isGap && origin.isHere) || attribution.stoodBeforeGap(origin, path)),
  });
}
