/**
 * Where a line of some key was written, and what shows that it came from there. In its own file: another branch had it,
 * and with it most of what was written there. From another file: it is missing there, and no call took it away. A line
 * that a call had deleted and that is there again is somebody's own.
 */
import { byteLines, isTellingKey, lineKeys } from "@intentgate/trace";
import type { AttributionParts } from "./attribution-parts.ts";
import type { Chains } from "./chains.ts";
import type { FoundOrigin, Place } from "./find-origins.ts";
import { lineCount, type Origin, originAt, placeIn, type Runs, spreadOut } from "./runs.ts";

export interface SourceParts extends AttributionParts {
  chains: Chains;
  /** Of entries whose state is made. */
  stateAt(entry: number): Runs | undefined;
  keysWritten(entry: number): Float64Array;
  keyAt(entry: number, line: number): number;
}

/** The content that is asked about. */
export interface Asked {
  path: string;
  /** Only entries before this one. */
  limit: number;
  /** What it was made from: the content it was compared with, and the newest one of the file. */
  tops: readonly number[];
  /** What git has replaced since: whatever it or what led to it had is gone. */
  past: readonly number[];
  /** Keys of its lines, as far as they are wanted. */
  keys: ReadonlySet<number>;
  /** Origins that it has already, as `entry:line`. */
  has: ReadonlySet<string>;
  /** Git brought it: what was deleted may have come back with it. */
  mayReturn: boolean;
  /** Only from elsewhere: these lines are older than all that is known of the file. */
  isOlder: boolean;
}

interface Hit {
  entry: number;
  line: number;
}

/** A line that stands in more places than these says nothing about where it came from. */
export const MOST_PLACES = 8;
/** How many contents of a path are gone back to see a line where it last stood. */
export const LOOKED_BACK = 64;
const MOST_CONTENTS = 64;
const MOST_HITS = 256;
const ANYTIME = Number.POSITIVE_INFINITY;
/** So many different telling lines together did not come about twice: in one file, and in another where they are missing now. */
const TOGETHER = { here: 2, elsewhere: 3 };

export function createLineSources(parts: SourceParts) {
  const { index, chains, evidence, stateAt } = parts;
  const contentKeys = new Map<number, ArrayLike<number>>();

  function originsOf(key: number, asked: Asked): FoundOrigin[] {
    const found = new Map<string, { origin: Origin; hits: Hit[] }>();
    let isShared = false;
    for (const hit of index.withKey(key, asked.limit, MOST_PLACES) ?? []) {
      const state = stateAt(hit.entry);
      if (!state) continue;
      const origin = originAt(state, hit.line - 1);
      if (origin.entry < 0) {
        isShared = true;
        continue;
      }
      const id = `${origin.entry}:${origin.line}`;
      const known = found.get(id);
      if (known) known.hits.push(hit);
      else found.set(id, { origin, hits: [hit] });
    }
    const isOnly = !isShared && found.size === 1;
    return [...found.values()].map(({ origin, hits }) => foundOrigin(key, origin, hits, isOnly, asked));
  }

  function foundOrigin(key: number, origin: Origin, hits: Hit[], isOnly: boolean, asked: Asked): FoundOrigin {
    const here = asked.isOlder ? undefined : hits.find(({ entry }) => index.pathOf(entry) === asked.path);
    const elsewhere = hits.filter(({ entry }) => index.pathOf(entry) !== asked.path);
    const isHere = here !== undefined && isBrought(key, origin, here, asked);
    const hit = isHere ? here : (elsewhere[0] ?? hits[0]);
    let last: Place | undefined;
    return {
      ...origin,
      isHere,
      place: () => {
        last ??= placeOf(origin, hit as Hit, asked);
        return last;
      },
      isShown(lines) {
        if (!isHere) return lines >= TOGETHER.elsewhere && isMoved(key, origin, elsewhere, asked);
        if (lines >= TOGETHER.here) return true;
        // What it was made from has the line, and comparing the two did not show that it moved.
        return isOnly && !asked.tops.some((top) => isIn(top, origin));
      },
    };
  }

  /** It was written on another branch, and here it was never deleted; or git may have brought back what was. */
  function isBrought(key: number, origin: Origin, hit: Hit, asked: Asked): boolean {
    return (asked.mayReturn || !hasLeft(origin, key, asked)) && hasMost(hit.entry, asked);
  }

  /** What the content was made from had the line at one time, and no longer: it was deleted. */
  function hasLeft(origin: Origin, key: number, { tops, past }: Pick<Asked, "tops" | "past">): boolean {
    if (past.some((one) => isIn(one, origin) || wasIn(one, origin, key))) return true;
    return tops.some((top) => !isIn(top, origin) && wasIn(top, origin, key));
  }

  function isIn(row: number, { entry, line }: Origin): boolean {
    const state = stateAt(row);
    return state !== undefined && placeIn(state, entry, line) >= 0;
  }

  function wasIn(top: number, origin: Origin, key: number): boolean {
    const { entries, isWhole } = chains.chainOf(top);
    if (!isWhole || entries.has(origin.entry)) return true;
    // Written elsewhere, it came into the chain with a content that was written in it, under one key or the other.
    for (const one of [key, parts.keyAt(origin.entry, origin.line)]) {
      const hits = index.withKey(one, ANYTIME, MOST_HITS);
      if (hits === undefined || hits.some((hit) => entries.has(hit.entry) && isIn(hit.entry, origin))) return true;
    }
    let steps = 0;
    for (const one of entries) {
      if (steps++ >= LOOKED_BACK) break;
      if (isIn(one, origin)) return true;
    }
    return false;
  }

  /** What one call wrote comes along as a whole, or nearly. */
  function hasMost(entry: number, asked: Asked): boolean {
    const written = linesOf(entry).filter(({ key }) => isTellingKey(key));
    const came = written.filter(({ key, line }) => asked.keys.has(key) || asked.has.has(`${entry}:${line}`));
    return came.length * 2 >= written.length;
  }

  function* writtenLines(entry: number): Generator<{ line: number; key: number }> {
    const { hunks } = parts.detail(entry);
    const keys = parts.keysWritten(entry);
    let at = 0;
    for (const [, , start, count] of hunks ?? [[1, 0, 1, keys.length] as const])
      for (let step = 0; step < count && at < keys.length; step++, at++)
        yield { line: start + step, key: keys[at] as number };
  }

  function linesOf(entry: number): { line: number; key: number }[] {
    return [...writtenLines(entry)];
  }

  /** It stands in none of the files any more that had it, somebody took it out of one without a call, and it is new here. */
  function isMoved(key: number, origin: Origin, hits: readonly Hit[], asked: Asked): boolean {
    const paths = [...new Set(hits.map(({ entry }) => index.pathOf(entry)))];
    const fates = paths.map((path) => fateOf(key, origin, path, asked));
    if (fates.includes("stands")) return false;
    const from = paths.filter((_, at) => fates[at] === "vanished");
    // While git says that a file became this one, nothing came from others that vanished.
    const isOthers = (one: string) => evidence.keysNow(one) === null && evidence.wasRenamed(asked.path, one) === false;
    return (
      from.length > 0 && !from.some((one) => isOthers(one) || evidence.mayHaveStood(asked.path, key, origin.entry, one))
    );
  }

  function fateOf(key: number, origin: Origin, path: string, asked: Asked): "stands" | "taken" | "vanished" {
    let row = index.newestOf(path, asked.limit);
    let remover: number | undefined;
    for (let steps = 0; row !== undefined && steps < LOOKED_BACK; steps++) {
      const state = stateAt(row);
      const at = state ? placeIn(state, origin.entry, origin.line) : -1;
      if (at < 0) {
        remover = row;
        row = index.olderOf(row);
        continue;
      }
      if (remover !== undefined) return chains.isAgents(remover) ? "taken" : "vanished";
      return fateAfter(row, at, key);
    }
    return "taken";
  }

  /** What became of a line that the newest content before the limit still had. */
  function fateAfter(row: number, at: number, key: number): "stands" | "taken" | "vanished" {
    const path = index.pathOf(row);
    if (chains.renamesFrom(path).some((one) => one > row)) return "taken";
    const next = chains.nextOf(path, row);
    if (next === undefined) {
      const now = evidence.keysNow(path);
      return now?.has(key) ? "stands" : "vanished";
    }
    if (chains.isAgents(next)) return index.hasBefore(next) ? "stands" : "vanished";
    if (index.entry.before.get(next) !== index.entry.after.get(row)) return "stands";
    const { hunks, carried } = parts.detail(next);
    const covers = (from: number, count: number) => at + 1 >= from && at + 1 < from + count;
    const isKept = (carried ?? []).some(([, lines, from, , span = 1]) => covers(from, lines - 1 + span));
    const isRemoved = !index.hasAfter(next) || (hunks ?? []).some(([start, count]) => covers(start, count));
    return isRemoved && !isKept ? "vanished" : "stands";
  }

  /** The newest content of the path that still held the origin; the one it was found in where none is near. */
  function placeOf(origin: Origin, hit: Hit, asked: Asked): Place {
    let row = index.newestOf(index.pathOf(hit.entry), asked.limit);
    for (let steps = 0; row !== undefined && row > hit.entry && steps < LOOKED_BACK; steps++) {
      const state = stateAt(row);
      const at = state ? placeIn(state, origin.entry, origin.line) : -1;
      if (at >= 0) return placeAt(row, at, asked);
      row = index.olderOf(row);
    }
    return placeAt(hit.entry, hit.line - 1, asked);
  }

  function placeAt(row: number, at: number, asked: Asked): Place {
    const state = stateAt(row) ?? new Int32Array(0);
    const path = index.pathOf(row);
    return {
      keys: keysOfContent(row),
      at,
      originAt: (line) => originAt(state, line),
      mayComeAlong(line, key) {
        const origin = originAt(state, line);
        if (path === asked.path) return asked.mayReturn || !hasLeft(origin, key, asked);
        return isMoved(key, origin, [{ entry: row, line: line + 1 }], asked);
      },
    };
  }

  /** The keys of a whole content, as far as its bytes were kept or its lines were recorded. */
  function keysOfContent(entry: number): ArrayLike<number> {
    let keys = contentKeys.get(entry);
    if (!keys) {
      const { afterHash } = parts.detail(entry);
      const bytes = afterHash === null ? null : parts.bytesOf(afterHash);
      const state = stateAt(entry) ?? new Int32Array(0);
      keys = bytes
        ? lineKeys(byteLines(bytes), index.pathOf(entry))
        : spreadOut(state, lineCount(state)).map((one) => (one.entry >= 0 ? parts.keyAt(one.entry, one.line) : 0));
      if (contentKeys.size >= MOST_CONTENTS) contentKeys.clear();
      contentKeys.set(entry, keys);
    }
    return keys;
  }

  return { originsOf, keysOfContent, hasLeft };
}
