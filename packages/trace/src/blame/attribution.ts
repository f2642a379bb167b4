/** Replays the ledger: for every content that it ever saw, which record wrote which line. */
import { byteLines } from "../line-ranges.ts";
import type { EntityType } from "../record.ts";
import type { Carried } from "./carried-lines.ts";
import { BLOCK, type FoundOrigin, findOrigins, type Place } from "./find-origins.ts";
import type { LedgerIndex } from "./ledger-index.ts";
import { decodeLineKeys, isWeightyKey, lineKey } from "./line-key.ts";
import { matchKeys } from "./match-keys.ts";
import {
  AMBIGUOUS,
  BEFORE,
  createRunReader,
  createRunWriter,
  hows,
  lineCount,
  type Origin,
  originAt,
  placeIn,
  type Runs,
  runsFrom,
  spreadOut,
  UNRESOLVED,
} from "./runs.ts";
import type { TracedLines } from "./traced-lines.ts";

/** What the ledger says of one changed file, beyond what the index holds. */
export interface EntryDetail extends TracedLines {
  entity: EntityType;
  /** True where a program wrote: it may have brought in what others had written. */
  isProgram: boolean;
  afterHash: string | null;
}

export interface AttributionParts {
  index: LedgerIndex;
  detail(entry: number): EntryDetail;
  /** Bytes by their content hash, where somebody kept them. */
  bytesOf(hash: string): Uint8Array | null;
}

/** A line that stands in more places than these says nothing about where it came from. */
const MOST_PLACES = 8;
/** How many contents of a path are gone back to see a line where it last stood. */
const LOOKED_BACK = 6;
const MOST_CONTENTS = 64;
/** Numbers that are kept between questions. */
const MOST_KEPT = 16_000_000;
const [, FORMATTED, MOVED] = hows.map((_, number) => number) as [number, number, number];

export function createAttribution({ index, detail, bytesOf }: AttributionParts) {
  let states = new Map<number, Runs>();
  let kept = 0;
  const ambiguities: Origin[][] = [];
  const keysOf = new Map<number, Float64Array>();
  const contentKeys = new Map<number, ArrayLike<number>>();

  function ambiguous(candidates: readonly Origin[]): Origin {
    return { entry: AMBIGUOUS, line: ambiguities.push([...candidates]) - 1, how: MOVED };
  }

  /** The entry whose content this one began with; null where the ledger never saw it. */
  function baseOf(entry: number): number | null {
    if (!index.hasBefore(entry)) return null;
    const found = index.withContentBefore(entry);
    return bestOf(found, [index.entry.path.get(entry)]);
  }

  function bestOf(found: readonly number[], paths: readonly (number | undefined)[]): number | null {
    return found.find((one) => paths.includes(index.entry.path.get(one))) ?? found[0] ?? null;
  }

  /** Everything older that an entry's own answer needs. */
  function needs(entry: number): number[] {
    const it = detail(entry);
    const needed: (number | null | undefined)[] = [baseOf(entry), firstLike(entry)];
    for (const run of it.carried ?? []) if (run[3] !== undefined) needed.push(baseOf(siblingOf(entry, run[3])));
    if (!it.hunks) needed.push(index.olderOf(entry));
    for (const hit of hitsOf(entry, it)) needed.push(hit.entry, index.newestOf(index.pathOf(hit.entry), entry));
    return needed.filter((one): one is number => one !== null && one !== undefined);
  }

  /** The same content at the same path again: whoever wrote it first wrote it. */
  function firstLike(entry: number): number | undefined {
    if (!index.hasAfter(entry)) return undefined;
    return index.withContentAfter(entry).find((one) => index.entry.path.get(one) === index.entry.path.get(entry));
  }

  function siblingOf(entry: number, file: number): number {
    const first = index.record.firstEntry.get(index.entry.record.get(entry));
    const sibling = first + file;
    const isOne = sibling < index.entries && index.entry.record.get(sibling) === index.entry.record.get(entry);
    return isOne ? sibling : entry;
  }

  /** Where the lines that an entry wrote had been written before, as far as that could prove anything. */
  function hitsOf(entry: number, it: EntryDetail): { entry: number; line: number }[] {
    const wanted = [...freshKeys(entry, it)].filter(isWeightyKey);
    const hits = wanted.map((key) => index.withKey(key, entry, MOST_PLACES) ?? []).filter((list) => list.length > 0);
    return isStrict(it) && hits.length < BLOCK ? [] : hits.flat();
  }

  /** A tool that was told its text wrote it; a program may have brought in what others wrote. */
  function isStrict(it: EntryDetail): boolean {
    return it.entity === "AI" && !it.isProgram;
  }

  function freshKeys(entry: number, it: EntryDetail): Float64Array {
    let keys = keysOf.get(entry);
    if (!keys) {
      keys = decodeLineKeys(it.line_keys ?? "");
      if (keysOf.size > 20_000) keysOf.clear();
      keysOf.set(entry, keys);
    }
    return keys;
  }

  /** The state that an entry left; older ones are made first, without recursion, as chains may be long. */
  function stateOf(entry: number): Runs {
    const known = states.get(entry);
    if (known) return known;
    if (kept > MOST_KEPT) {
      states = new Map();
      kept = 0;
    }
    const waiting = [entry];
    while (waiting.length > 0) {
      const top = waiting.at(-1) as number;
      const missing = states.has(top) ? [] : needs(top).filter((one) => !states.has(one));
      if (missing.length > 0) {
        waiting.push(...missing);
        continue;
      }
      waiting.pop();
      if (states.has(top)) continue;
      const runs = replay(top);
      states.set(top, runs);
      kept += runs.length + 8;
    }
    return states.get(entry) as Runs;
  }

  function replay(entry: number): Runs {
    const it = detail(entry);
    if (!index.hasAfter(entry)) return new Int32Array(0);
    const first = firstLike(entry);
    if (first !== undefined) return states.get(first) as Runs;
    if (!it.hunks || !it.line_counts) return replayUnknown(entry, it);
    return replayHunks(entry, it);
  }

  function baseRuns(entry: number, lines: number): Runs {
    const base = baseOf(entry);
    const state = base === null ? undefined : states.get(base);
    if (state) return state;
    const writer = createRunWriter();
    // Another branch may have begun with the same content, when nothing was recorded of the file yet.
    const isFirst = index.hasBefore(entry) && index.olderOf(index.beginningLike(entry)) === undefined;
    if (index.hasBefore(entry)) writer.put(lines, isFirst ? BEFORE : UNRESOLVED, 0, 0);
    return writer.finish();
  }

  function replayHunks(entry: number, it: EntryDetail): Runs {
    const [before, after] = it.line_counts as [number, number];
    const base = baseRuns(entry, before);
    const reader = createRunReader(base);
    const writer = createRunWriter();
    const carried = carriedOrigins(entry, it, base);
    let old = 0;
    let hasOwn = false;
    for (const [oldStart, oldCount, newStart, newCount] of it.hunks ?? []) {
      reader.copy(old, oldStart - 1, writer);
      for (let line = newStart; line < newStart + newCount; line++) {
        const origin = carried.get(line);
        if (origin) writer.put(1, origin.entry, origin.line, origin.how);
        else writer.put(1, entry, line, 0);
        hasOwn ||= origin === undefined;
      }
      old = oldStart - 1 + oldCount;
    }
    reader.copy(old, before, writer);
    const runs = writer.finish();
    return hasOwn ? withFinds(entry, it, runs, after) : runs;
  }

  /** Lines a change only moved or formatted keep the origin they had in the content before it. */
  function carriedOrigins(entry: number, it: EntryDetail, base: Runs): Map<number, Origin> {
    const found = new Map<number, Origin>();
    if (!it.carried) return found;
    const spread = new Map<number, Origin[]>([[entry, spreadOut(base, it.line_counts?.[0] ?? 0)]]);
    for (const run of it.carried) {
      const [start, lines, from, file, span = 1] = run as [number, number, number, number?, number?];
      const source = file === undefined ? entry : siblingOf(entry, file);
      let origins = spread.get(source);
      if (!origins) {
        const count = detail(source).line_counts?.[0] ?? 0;
        origins = spreadOut(baseRuns(source, count), count);
        spread.set(source, origins);
      }
      for (let step = 0; step < lines; step++) {
        const all = origins.slice(from - 1 + step, from - 1 + step + span);
        const origin = eldest(all);
        const how = Math.max(origin?.how ?? 0, isInPlace(it, run, step) && source === entry ? FORMATTED : MOVED);
        if (origin) found.set(start + step, { ...origin, how });
      }
    }
    return found;
  }

  /** One line now, several before: nobody's work may become an agent's by joining lines. */
  function eldest(origins: readonly Origin[]): Origin | undefined {
    const people = origins.find((one) => one.entry < 0 || index.entityOf(index.entry.record.get(one.entry)) !== "AI");
    return people ?? origins[0];
  }

  /** The keys of a whole content, as far as its bytes were kept or its lines were recorded. */
  function keysOfContent(entry: number): ArrayLike<number> {
    let keys = contentKeys.get(entry);
    if (!keys) {
      const { afterHash } = detail(entry);
      const bytes = afterHash === null ? null : bytesOf(afterHash);
      const state = states.get(entry) ?? new Int32Array(0);
      const lines = () => spreadOut(state, lineCount(state));
      keys = bytes
        ? byteLines(bytes).map(lineKey)
        : lines().map((one) => (one.entry >= 0 ? keyAt(one.entry, one.line) : 0));
      if (contentKeys.size >= MOST_CONTENTS) contentKeys.clear();
      contentKeys.set(entry, keys);
    }
    return keys;
  }

  /** The newest content of the path that still held the origin; the one it was found in where none is near. */
  function placeOf(origin: Origin, hit: { entry: number; line: number }, limit: number): Place {
    let entry = index.newestOf(index.pathOf(hit.entry), limit);
    for (let steps = 0; entry !== undefined && entry > hit.entry && steps < LOOKED_BACK; steps++) {
      const state = states.get(entry);
      const at = state ? placeIn(state, origin.entry, origin.line) : -1;
      if (at >= 0) return placeAt(entry, at);
      entry = index.olderOf(entry);
    }
    return placeAt(hit.entry, hit.line - 1);
  }

  function placeAt(entry: number, at: number): Place {
    const state = states.get(entry) ?? new Int32Array(0);
    return { keys: keysOfContent(entry), at, originAt: (line) => originAt(state, line) };
  }

  function originsOf(key: number, entry: number, path: number): FoundOrigin[] {
    const found = new Map<string, FoundOrigin>();
    for (const hit of index.withKey(key, entry, MOST_PLACES) ?? []) {
      const state = states.get(hit.entry);
      if (!state) continue;
      const origin = originAt(state, hit.line - 1);
      if (origin.entry < 0) continue;
      const hitPath = index.entry.path.get(hit.entry);
      const newest = index.newestOf(index.pathOf(hit.entry), entry);
      const last = newest === undefined ? undefined : states.get(newest);
      found.set(`${origin.entry}:${origin.line}`, {
        ...origin,
        foundIn: hit.entry,
        place: () => placeOf(origin, hit, entry),
        isSameFile: hitPath === path,
        isGone: () => last !== undefined && placeIn(last, origin.entry, origin.line) < 0,
      });
    }
    return [...found.values()];
  }

  /** What a person or a program put in may have been written through the gate before: a branch merged, a block moved. */
  function withFinds(entry: number, it: EntryDetail, runs: Runs, lines: number): Runs {
    if (hitsOf(entry, it).length === 0) return runs;
    const fresh = freshKeys(entry, it);
    const keys = new Float64Array(lines);
    let at = 0;
    const hunks = it.hunks ?? [[1, 0, 1, lines] as const];
    for (const [, , start, count] of hunks)
      for (let step = 0; step < count; step++) keys[start - 1 + step] = fresh[at++] ?? 0;
    const settled = spreadOut(runs, lines).map((one) => (one.entry === entry ? null : one));
    const path = index.entry.path.get(entry);
    findOrigins({
      keys,
      settled,
      origins: (key) => originsOf(key, entry, path),
      strict: isStrict(it),
      ambiguous,
    });
    return runsFrom(settled.map((one, line) => one ?? { entry, line: line + 1, how: 0 }));
  }

  /** Nobody kept the bytes before: lines that the content before had too are found by their keys. */
  function replayUnknown(entry: number, it: EntryDetail): Runs {
    const keys = freshKeys(entry, it);
    if (keys.length === 0) return new Int32Array(0);
    const older = index.olderOf(entry);
    const state = older === undefined ? undefined : states.get(older);
    const settled: (Origin | null)[] = state ? matchKeys(keys, state, keyAt) : Array.from(keys, () => null);
    const own = it.entity === "AI" ? UNRESOLVED : entry;
    const runs = runsFrom(settled.map((one, line) => one ?? { entry, line: line + 1, how: 0 }));
    const found = spreadOut(withFinds(entry, it, runs, keys.length), keys.length);
    return runsFrom(found.map((one) => (one.entry === entry ? { entry: own, line: one.line, how: one.how } : one)));
  }

  /** The key of a line where it was written; 0 where it is not known. */
  function keyAt(entry: number, line: number): number {
    const it = detail(entry);
    const keys = freshKeys(entry, it);
    if (!it.hunks) return keys[line - 1] ?? 0;
    let at = 0;
    for (const [, , start, count] of it.hunks) {
      if (line >= start && line < start + count) return keys[at + line - start] ?? 0;
      at += count;
    }
    return 0;
  }

  return {
    stateOf,
    keyAt,
    keysOfContent,
    ambiguous,
    eldest,
    candidatesOf: (number: number): readonly Origin[] => ambiguities[number] ?? [],
    /** The entry that left this content, preferably at this path; null where the ledger never saw it. */
    entryWith(hash: string, path: string): number | null {
      const found = index.withContent(hash, Number.POSITIVE_INFINITY);
      return bestOf(found, [index.words.paths.find(path)]);
    },
    /** True for a content that a file had before its first record. */
    isStart(hash: string): boolean {
      const first = index.beginningWith(hash, Number.POSITIVE_INFINITY);
      return first !== undefined && index.olderOf(first) === undefined;
    },
    /** Origins of a line by its key, over the whole ledger. */
    originsOfKey(key: number, path: string): FoundOrigin[] {
      const hits = index.withKey(key, Number.POSITIVE_INFINITY, MOST_PLACES) ?? [];
      for (const hit of hits) {
        stateOf(hit.entry);
        const newest = index.newestOf(index.pathOf(hit.entry), Number.POSITIVE_INFINITY);
        if (newest !== undefined) stateOf(newest);
      }
      return originsOf(key, Number.POSITIVE_INFINITY, index.words.paths.find(path) ?? -1);
    },
  };
}

export type Attribution = ReturnType<typeof createAttribution>;

/** Carried within the hunk it stands in: formatted there, not moved. */
function isInPlace(it: TracedLines, run: Carried, step: number): boolean {
  const [start, , from] = run;
  return (it.hunks ?? []).some(
    ([oldStart, oldCount, newStart, newCount]) =>
      start + step >= newStart &&
      start + step < newStart + newCount &&
      from + step >= oldStart &&
      from + step < oldStart + oldCount,
  );
}
