/** Who wrote each line of a content as it stands now, whether the ledger knows that content or only what led to it. */
import { contentHash } from "../content-hash.ts";
import { isBinary } from "../is-binary.ts";
import { byteLines, compareLines } from "../line-ranges.ts";
import type { Attribution, EntryDetail } from "./attribution.ts";
import { carriedLines } from "./carried-lines.ts";
import { type FoundOrigin, findOrigins } from "./find-origins.ts";
import type { LedgerIndex } from "./ledger-index.ts";
import { isWeightyKey, lineKey } from "./line-key.ts";
import { matchKeys } from "./match-keys.ts";
import { BEFORE, hows, lineCount, type Origin, SINCE, spreadOut, UNRESOLVED } from "./runs.ts";

export interface ContentPorts {
  index: LedgerIndex;
  attribution: Attribution;
  detail(entry: number): EntryDetail;
  /** Bytes by their content hash, where somebody kept them. */
  bytesOf(hash: string): Uint8Array | null;
  /** Keys of the lines that stand in a file now; null where there is no such file. */
  keysNow(path: string): ReadonlySet<number> | null;
}

const ANYTIME = Number.POSITIVE_INFINITY;
/** How many earlier contents of a path are tried: other branches may have led here. */
const TRIED = 6;
/** How many of the newest paths are asked whether they became this file. */
const VANISHED = 100;
const [, FORMATTED, MOVED] = hows.map((_, number) => number) as [number, number, number];

/** One origin a line; null for bytes that have no lines. */
export function attributeContent(path: string, bytes: Uint8Array, ports: ContentPorts): Origin[] | null {
  if (isBinary(bytes)) return null;
  const lines = byteLines(bytes);
  const hash = contentHash(bytes);
  const known = ports.attribution.entryWith(hash, path);
  if (known !== null)
    return withOlderFinds(path, lines, spreadOut(ports.attribution.stateOf(known), lines.length), ports);
  if (ports.attribution.isStart(hash)) return lines.map(() => ({ entry: BEFORE, line: 0, how: 0 }));
  const keys = Float64Array.from(lines, lineKey);
  const settled = bestMatch(path, bytes, keys, ports);
  const origins = settled ?? lines.map((): Origin | null => null);
  const wanted = origins.map((one) => (one?.entry === UNRESOLVED ? null : one));
  search(path, keys, wanted, settled === null, ports, ANYTIME);
  const rest = settled === null ? BEFORE : SINCE;
  const all = wanted.map((one, at) => one ?? origins[at] ?? { entry: rest, line: 0, how: 0 });
  return withOlderFinds(path, lines, all, ports);
}

/** The earlier content that explains most lines. */
function bestMatch(path: string, bytes: Uint8Array, keys: Float64Array, ports: ContentPorts): (Origin | null)[] | null {
  let best: { settled: (Origin | null)[]; left: number } | null = null;
  for (const entry of basesOf(path, keys, ports)) {
    const settled = compareWith(entry, bytes, keys, ports);
    const left = settled.filter((one) => one === null).length;
    if (best === null || left < best.left) best = { settled, left };
    if (left === 0) break;
  }
  return best?.settled ?? null;
}

function basesOf(path: string, keys: Float64Array, ports: ContentPorts): number[] {
  const { index } = ports;
  const bases: number[] = [];
  for (let row = index.newestOf(path, ANYTIME); row !== undefined && bases.length < TRIED; row = index.olderOf(row))
    if (index.hasAfter(row)) bases.push(row);
  const others = otherNames(path, keys, ports);
  return bases.length + others.length > 0 ? [...bases, ...others] : vanished(keys, ports);
}

/** A file that is no longer where the ledger knows it, and that said mostly the same: it was renamed and edited. */
function vanished(keys: Float64Array, { index, attribution, keysNow }: ContentPorts): number[] {
  const now = new Set(keys);
  const seen = new Set<string>();
  const found: number[] = [];
  for (let row = index.entries - 1; row >= 0 && seen.size < VANISHED; row--) {
    const path = index.pathOf(row);
    if (seen.has(path)) continue;
    seen.add(path);
    if (!index.hasAfter(row) || keysNow(path) !== null) continue;
    attribution.stateOf(row);
    const then = Array.from(attribution.keysOfContent(row)).filter((key) => key !== 0);
    if (then.length > 0 && then.filter((key) => now.has(key)).length * 2 >= then.length) found.push(row);
  }
  return found.slice(0, TRIED);
}

/**
 * A file that the ledger may know under another name: one that many of these lines were written in, and that is there no
 * longer. Lines that two files share prove nothing while both are there.
 */
function otherNames(path: string, keys: Float64Array, { index, keysNow }: ContentPorts): number[] {
  const votes = new Map<string, number>();
  let weighty = 0;
  for (const key of keys) {
    if (!isWeightyKey(key)) continue;
    weighty++;
    const paths = new Set((index.withKey(key, ANYTIME, 4) ?? []).map((hit) => index.pathOf(hit.entry)));
    for (const one of paths) if (one !== path) votes.set(one, (votes.get(one) ?? 0) + 1);
  }
  return [...votes]
    .filter(([name, count]) => count >= 2 && count * 4 >= weighty && keysNow(name) === null)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 2)
    .flatMap(([name]) => {
      const newest = index.newestOf(name, ANYTIME);
      return newest === undefined ? [] : [index.hasAfter(newest) ? newest : (index.olderOf(newest) ?? newest)];
    })
    .filter((row) => index.hasAfter(row));
}

function compareWith(entry: number, bytes: Uint8Array, keys: Float64Array, ports: ContentPorts): (Origin | null)[] {
  const state = ports.attribution.stateOf(entry);
  const { afterHash } = ports.detail(entry);
  const before = afterHash === null ? null : ports.bytesOf(afterHash);
  const compared = before === null ? "binary" : compareLines(before, bytes);
  if (compared === "binary") return matchKeys(keys, state, ports.attribution.keyAt);
  const origins = spreadOut(state, Math.max(lineCount(state), compared.before.length));
  const settled: (Origin | null)[] = [];
  let old = 0;
  for (const hunk of compared.hunks) {
    settled.push(...origins.slice(old, hunk.beforeStart));
    for (let at = hunk.afterStart; at < hunk.afterEnd; at++) settled.push(null);
    old = hunk.beforeEnd;
  }
  settled.push(...origins.slice(old, compared.before.length));
  const [carried = []] = carriedLines([compared], true);
  for (const [start, lines, from, , span = 1] of carried as [number, number, number, number?, number?][]) {
    for (let step = 0; step < lines; step++) {
      const sources = origins.slice(from - 1 + step, from - 1 + step + span);
      const inPlace = compared.hunks.some((hunk) => {
        const at = start - 1 + step;
        const was = from - 1 + step;
        return at >= hunk.afterStart && at < hunk.afterEnd && was >= hunk.beforeStart && was < hunk.beforeEnd;
      });
      const origin = ports.attribution.eldest(sources);
      const how = Math.max(origin?.how ?? 0, inPlace ? FORMATTED : MOVED);
      settled[start - 1 + step] = origin ? { ...origin, how } : null;
    }
  }
  return settled;
}

/** Lines that stood in a file before its first record may still have been written in another one. */
function withOlderFinds(path: string, lines: readonly string[], origins: Origin[], ports: ContentPorts): Origin[] {
  if (!origins.some((one) => one.entry === BEFORE || one.entry === UNRESOLVED)) return origins;
  const keys = Float64Array.from(lines, (line, at) => {
    const entry = origins[at]?.entry;
    return entry === BEFORE || entry === UNRESOLVED ? lineKey(line) : 0;
  });
  for (const kind of [UNRESOLVED, BEFORE]) {
    const wanted = origins.map((one) => (one.entry === kind ? null : one));
    if (!wanted.includes(null)) continue;
    search(path, keys, wanted, kind === BEFORE, ports, kind === BEFORE ? firstOf(path, ports.index) : ANYTIME);
    for (const [at, one] of wanted.entries()) if (one !== null) origins[at] = one;
  }
  return origins;
}

function firstOf(path: string, index: LedgerIndex): number {
  let first = index.newestOf(path, ANYTIME);
  for (let older = first; older !== undefined; older = index.olderOf(older)) first = older;
  return first ?? ANYTIME;
}

function search(
  path: string,
  keys: Float64Array,
  settled: (Origin | null)[],
  isOld: boolean,
  ports: ContentPorts,
  limit: number,
): void {
  const isGoneNow = (origin: FoundOrigin, key: number) => {
    const now = ports.keysNow(ports.index.pathOf(origin.foundIn));
    return now === null || !now.has(key);
  };
  findOrigins({
    keys,
    settled,
    strict: false,
    ambiguous: ports.attribution.ambiguous,
    origins: (key) =>
      ports.attribution
        .originsOfKey(key, path)
        .filter((origin) => origin.entry < limit)
        .map((origin) => ({
          ...origin,
          // What is older than the ledger of this file cannot come from it.
          isSameFile: origin.isSameFile && !isOld,
          isGone: () => origin.isGone() || isGoneNow(origin, key),
        })),
  });
}
