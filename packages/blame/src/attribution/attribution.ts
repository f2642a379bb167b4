/** Replays the ledger: for every content that it ever saw, which record wrote which line. */

import { type Carried, decodeLineKeys, isTellingKey, type TracedLines } from "@intentgate/trace";
import type { AttributionParts, EntryDetail } from "./attribution-parts.ts";
import { createChains } from "./chains.ts";
import { type FoundOrigin, findOrigins } from "./find-origins.ts";
import { type Asked, createLineSources, LOOKED_BACK, MOST_PLACES } from "./line-sources.ts";
import { matchKeys } from "./match-keys.ts";
import {
  AMBIGUOUS,
  BEFORE,
  createRunReader,
  createRunWriter,
  hows,
  lineCount,
  type Origin,
  placeIn,
  type Runs,
  runsFrom,
  spreadOut,
  UNRESOLVED,
} from "./runs.ts";
import { createUnknownContents } from "./unknown-contents.ts";

const ANYTIME = Number.POSITIVE_INFINITY;
/** Numbers that are kept between questions. */
const MOST_KEPT = 16_000_000;
const [, FORMATTED, MOVED] = hows.map((_, number) => number) as [number, number, number];

export function createAttribution(parts: AttributionParts) {
  const { index, detail, evidence } = parts;
  let states = new Map<number, Runs>();
  let kept = 0;
  const ambiguities: Origin[][] = [];
  const keysOf = new Map<number, Float64Array>();
  const chains = createChains(parts);
  const { startOf, baseOf, broughtBack } = chains;
  const stateAt = (entry: number) => states.get(entry);
  const sources = createLineSources({ ...parts, chains, stateAt, keysWritten, keyAt });
  const unknown = createUnknownContents({ ...parts, chains, stateAt, keyAt, eldest });

  function ambiguous(candidates: readonly Origin[]): Origin {
    return { entry: AMBIGUOUS, line: ambiguities.push([...candidates]) - 1, how: MOVED };
  }

  /** Everything that an entry's own answer needs; all of it stands in earlier records. */
  function needs(entry: number): number[] {
    const it = detail(entry);
    const start = startOf(entry);
    const base = baseOf(entry);
    const needed: (number | null | undefined)[] = [base, chains.former(entry)];
    if (it.entity !== "AI") needed.push(chains.formerName(entry));
    needed.push(chains.olderOf(entry));
    needed.push(unknown.contentOf(entry)?.from);
    for (const run of it.carried ?? []) {
      if (run[3] === undefined) continue;
      const sibling = siblingOf(entry, run[3]);
      needed.push(baseOf(sibling), unknown.contentOf(sibling)?.from);
    }
    const begun = broughtBack(entry);
    if (begun !== undefined) needed.push(baseOf(begun));
    const oldest = new Map<number, number>();
    for (const hit of hitsOf(entry, it)) {
      const path = index.entry.path.get(hit.entry);
      needed.push(hit.entry);
      oldest.set(path, Math.min(hit.entry, oldest.get(path) ?? hit.entry));
    }
    for (const hit of oldest.values()) needed.push(...contentsSince(hit, start));
    return needed.filter((one): one is number => typeof one === "number" && one < start);
  }

  /** Entries of the same path that came after one, newest first. */
  function* contentsSince(entry: number, limit: number): Generator<number> {
    let row = index.newestOf(index.pathOf(entry), limit);
    for (let steps = 0; row !== undefined && row > entry && steps < LOOKED_BACK; steps++) {
      yield row;
      row = index.olderOf(row);
    }
  }

  function siblingOf(entry: number, file: number): number {
    const sibling = startOf(entry) + file;
    const isOne = sibling < index.entries && index.entry.record.get(sibling) === index.entry.record.get(entry);
    return isOne ? sibling : entry;
  }

  /** Where the lines of an entry had been written before. What an agent wrote is the agent's, whoever wrote the like. */
  function hitsOf(entry: number, it: EntryDetail): { entry: number; line: number }[] {
    if (it.entity === "AI") return [];
    const wanted = [...keysWritten(entry)].filter(isTellingKey);
    return wanted.flatMap((key) => index.withKey(key, startOf(entry), MOST_PLACES) ?? []);
  }

  function keysWritten(entry: number): Float64Array {
    let keys = keysOf.get(entry);
    if (!keys) {
      keys = decodeLineKeys(detail(entry).line_keys ?? "");
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
    const former = it.entity === "AI" ? null : contentBefore(entry, it);
    if (former !== null) return states.get(former) as Runs;
    const begun = broughtBack(entry);
    if (begun !== undefined && it.line_counts) return baseRuns(begun, it.line_counts[1]);
    return it.hunks && it.line_counts ? replayHunks(entry, it) : replayUnknown(entry, it);
  }

  /**
   * The entry that left this very content before, where it was not made a second time: git brought it, or another
   * branch had it, or its file was renamed. What was deleted and is there again is whose it is now.
   */
  function contentBefore(entry: number, it: EntryDetail): number | null {
    const former = chains.former(entry);
    if (former === undefined) return chains.formerName(entry);
    const base = baseOf(entry);
    const isBack = it.fromGit || !chains.isBehind(entry, former);
    const isKept = () =>
      base !== null && it.afterHash !== null && evidence.wasKept(index.pathOf(entry), it.afterHash, base);
    return isBack || isKept() ? former : null;
  }

  function baseRuns(entry: number, lines: number): Runs {
    const base = baseOf(entry);
    const state = base === null ? undefined : states.get(base);
    if (state) return state;
    const renamed = unknown.runsOf(entry);
    if (renamed) return renamed;
    const writer = createRunWriter();
    // Another branch may have begun with the same content, when nothing was recorded of the file yet.
    const isFirst = index.hasBefore(entry) && chains.olderOf(chains.beginningOf(entry)) === undefined;
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
    if (!hasOwn) return runs;
    return it.entity === "AI" ? withRestored(entry, runs, after) : withFinds(entry, it, runs, after);
  }

  /** An agent that brings a former content back did not write what people had written in it. */
  function withRestored(entry: number, runs: Runs, lines: number): Runs {
    const former = chains.former(entry);
    const state = former === undefined ? undefined : states.get(former);
    if (!state) return runs;
    const then = spreadOut(state, lines);
    return runsFrom(
      spreadOut(runs, lines).map((one, at) => {
        const older = then[at];
        return one.entry === entry && older && isPeoples(older) ? older : one;
      }),
    );
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
    return origins.find(isPeoples) ?? origins[0];
  }

  function isPeoples({ entry }: Origin): boolean {
    return entry < 0 || !chains.isAgents(entry);
  }

  /** What a person or a program put in may have been written through the gate before: a branch merged, a block moved. */
  function withFinds(entry: number, it: EntryDetail, runs: Runs, lines: number): Runs {
    const settled = spreadOut(runs, lines).map((one) => (one.entry === entry ? null : one));
    if (hitsOf(entry, it).length > 0) {
      const fresh = keysWritten(entry);
      const keys = new Float64Array(lines);
      let at = 0;
      for (const [, , start, count] of it.hunks ?? [[1, 0, 1, lines] as const])
        for (let step = 0; step < count; step++) keys[start - 1 + step] = fresh[at++] ?? 0;
      const asked: Asked = {
        path: index.pathOf(entry),
        limit: startOf(entry),
        tops: topsOf(index.pathOf(entry), baseOf(entry), startOf(entry)),
        past: [],
        keys: new Set(fresh),
        has: idsOf(settled),
        mayReturn: it.fromGit,
        isOlder: false,
      };
      findOrigins({ keys, settled, origins: (key) => sources.originsOf(key, asked), ambiguous });
    }
    const own = (line: number): Origin => ({ entry: it.fromGit ? BEFORE : entry, line, how: 0 });
    return runsFrom(settled.map((one, line) => one ?? own(line + 1)));
  }

  function topsOf(path: string, base: number | null, limit: number): number[] {
    const tops = [base, index.newestOf(path, limit)];
    return [...new Set(tops.filter((one): one is number => typeof one === "number"))];
  }

  /** Nobody kept the bytes before: lines that the content before had too are found by their keys. */
  function replayUnknown(entry: number, it: EntryDetail): Runs {
    const keys = keysWritten(entry);
    if (keys.length === 0) return new Int32Array(0);
    const older = chains.olderOf(entry);
    const state = older === undefined ? undefined : states.get(older);
    const settled: (Origin | null)[] = state ? matchKeys(keys, state, keyAt) : Array.from(keys, () => null);
    const own = it.entity === "AI" ? UNRESOLVED : entry;
    const runs = runsFrom(settled.map((one, line) => one ?? { entry: own, line: line + 1, how: 0 }));
    return it.entity === "AI" ? runs : withFinds(entry, it, runs, keys.length);
  }

  /** The key of a line where it was written; 0 where it is not known. */
  function keyAt(entry: number, line: number): number {
    const { hunks } = detail(entry);
    const keys = keysWritten(entry);
    if (!hunks) return keys[line - 1] ?? 0;
    let at = 0;
    for (const [, , start, count] of hunks) {
      if (line >= start && line < start + count) return keys[at + line - start] ?? 0;
      at += count;
    }
    return 0;
  }

  return {
    stateOf,
    /** Where the lines of the content that an entry left come from. */
    after(entry: number): Origin[] {
      const state = stateOf(entry);
      return spreadOut(state, lineCount(state));
    },
    /** Where the lines of the content that an entry began with come from. */
    before(entry: number): Origin[] {
      stateOf(entry);
      const lines = detail(entry).line_counts?.[0] ?? 0;
      return spreadOut(baseRuns(entry, lines), lines);
    },
    chains,
    topsOf,
    keyAt,
    keysOfContent: sources.keysOfContent,
    /** What led to one of these contents had the line at one time, and it was deleted. */
    hasLeft(origin: Origin, key: number, tops: readonly number[]): boolean {
      for (const top of tops) stateOf(top);
      return origin.entry >= 0 && sources.hasLeft(origin, key, { tops, past: [] });
    },
    ambiguous,
    eldest,
    candidatesOf: (number: number): readonly Origin[] => ambiguities[number] ?? [],
    /** True for a content that a file had before its first record. */
    isStart(hash: string): boolean {
      const first = index.beginningWith(hash, ANYTIME);
      return first !== undefined && chains.olderOf(first) === undefined;
    },
    /** It stood in the file right before the ledger lost sight of it. */
    stoodBeforeGap({ entry, line }: Origin, path: string): boolean {
      for (let row = index.newestOf(path, ANYTIME); row !== undefined; row = index.olderOf(row)) {
        const older = index.hasBefore(row) && baseOf(row) === null ? chains.olderOf(row) : undefined;
        if (older !== undefined && placeIn(stateOf(older), entry, line) >= 0) return true;
      }
      return false;
    },
    /** Origins of a line by its key, over the whole ledger. */
    originsOfKey(key: number, asked: Asked): FoundOrigin[] {
      for (const hit of index.withKey(key, asked.limit, MOST_PLACES) ?? []) {
        stateOf(hit.entry);
        for (const row of contentsSince(hit.entry, asked.limit)) stateOf(row);
      }
      return sources.originsOf(key, asked);
    },
  };
}

export type Attribution = ReturnType<typeof createAttribution>;

/** As `entry:line`. */
export function idsOf(origins: readonly (Origin | null)[]): Set<string> {
  return new Set(origins.flatMap((one) => (one && one.entry >= 0 ? [`${one.entry}:${one.line}`] : [])));
}

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
