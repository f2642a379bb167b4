/**
 * Which content came from which: the entry that an entry began with, and the same content at another time or place.
 * Everything of one record happened at once, so that whatever an entry comes from stands in an earlier record. This is
 * what keeps every question from leading back to itself.
 */

import { byteLines } from "../line-ranges.ts";
import type { EntryDetail } from "./attribution-parts.ts";
import type { Evidence } from "./evidence.ts";
import type { LedgerIndex } from "./ledger-index.ts";
import { decodeLineKeys, isTellingKey, lineKeys } from "./line-key.ts";

export interface ChainParts {
  index: LedgerIndex;
  detail(entry: number): EntryDetail;
  bytesOf(hash: string): Uint8Array | null;
  evidence: Evidence;
}

/** A chain that is longer is taken to hold whatever is asked for: doubt goes to people. */
const LONGEST = 4_096;
const MOST_CHAINS = 16;
/** How many of the newest paths are asked whether they became another file, and how many are taken for it. */
const MOST_ASKED = 100;
const MOST_VANISHED = 6;

/** An entry and all that it came from, newest first. */
export interface Chain {
  entries: ReadonlySet<number>;
  isWhole: boolean;
}

export function createChains({ index, detail, bytesOf, evidence }: ChainParts) {
  const bases = new Map<number, number | null>();
  const parents = new Map<number, number | null>();
  const chains = new Map<number, Chain>();
  const renames = { until: 0, from: new Map<string, number[]>() };
  let looksAhead = false;

  /** The first entry of its record. */
  function startOf(entry: number): number {
    return index.record.firstEntry.get(index.entry.record.get(entry));
  }

  /** The entry of the same path in the newest record before its own. */
  function olderOf(entry: number): number | undefined {
    return index.newestOf(index.pathOf(entry), startOf(entry));
  }

  /** The entry whose content this one began with; null where the ledger never saw it. */
  function baseOf(entry: number): number | null {
    const known = bases.get(entry);
    if (known !== undefined) return known;
    const base = findBase(entry);
    bases.set(entry, base);
    return base;
  }

  function findBase(entry: number): number | null {
    if (!index.hasBefore(entry)) return null;
    const start = startOf(entry);
    const found = index.withContentBefore(entry).filter((one) => one < start);
    if (found.length === 0) return null;
    const { cameFrom } = detail(entry);
    const path = cameFrom ?? index.pathOf(entry);
    return found.findLast((one) => index.pathOf(one) === path) ?? renamed(path, found, start);
  }

  /** The newest earlier entry that left the same content at the same path. */
  function former(entry: number): number | undefined {
    if (!index.hasAfter(entry)) return undefined;
    const start = startOf(entry);
    const path = index.entry.path.get(entry);
    return index.withContentAfter(entry).findLast((one) => one < start && index.entry.path.get(one) === path);
  }

  /** The content stood under another name before, and the file of that name vanished without a call. */
  function formerName(entry: number): number | null {
    if (!index.hasAfter(entry)) return null;
    const start = startOf(entry);
    return renamed(
      index.pathOf(entry),
      index.withContentAfter(entry).filter((one) => one < start),
      start,
    );
  }

  /** Of entries that left the same content elsewhere: the one whose file somebody renamed to this path. */
  function renamed(path: string, found: readonly number[], limit: number): number | null {
    return (
      found.findLast((one) => {
        const other = index.pathOf(one);
        if (other === path) return false;
        const last = index.newestOf(other, limit);
        if (last === undefined || index.entry.after.get(last) !== index.entry.after.get(one)) return false;
        const keys = tellingKeys(one);
        const stood = keys.filter((key) => evidence.mayHaveStood(path, key, one, other));
        return keys.length > 0 && stood.length * 2 < keys.length && isVanished(last, keys);
      }) ?? null
    );
  }

  /** After this entry its file was no longer there, and no call had taken it away. */
  function isVanished(last: number, keys: readonly number[]): boolean {
    if (!index.hasAfter(last)) return false;
    const path = index.pathOf(last);
    if (renamesFrom(path).some((one) => one > last)) return false;
    const next = nextOf(path, last);
    if (next !== undefined && (isAgents(next) || !index.hasBefore(next))) return !index.hasBefore(next);
    // Another file of that name says other things.
    const now = next === undefined ? evidence.keysNow(path) : index.hasAfter(next) ? new Set(tellingKeys(next)) : null;
    return now === null || keys.filter((key) => now.has(key)).length * 2 < keys.length;
  }

  /** The entry of the path in the next record. */
  function nextOf(path: string, entry: number): number | undefined {
    looksAhead = true;
    let next: number | undefined;
    for (let row = index.newestOf(path, Number.POSITIVE_INFINITY); row !== undefined && row > entry; ) {
      next = row;
      row = index.olderOf(row);
    }
    return next;
  }

  /** Entries that a call moved away from a path. */
  function renamesFrom(path: string): readonly number[] {
    for (; renames.until < index.entries; renames.until++) {
      if (!index.isRenamed(renames.until)) continue;
      const { cameFrom } = detail(renames.until);
      if (cameFrom === null) continue;
      const known = renames.from.get(cameFrom);
      if (known) known.push(renames.until);
      else renames.from.set(cameFrom, [renames.until]);
    }
    return renames.from.get(path) ?? [];
  }

  function tellingKeys(entry: number): number[] {
    const { afterHash, line_keys } = detail(entry);
    const bytes = afterHash === null ? null : bytesOf(afterHash);
    const keys = bytes ? lineKeys(byteLines(bytes), index.pathOf(entry)) : decodeLineKeys(line_keys ?? "");
    return [...new Set(keys)].filter(isTellingKey);
  }

  /** Files that are no longer where they were, that no call took away, and that said mostly the same as these lines. */
  function vanishedFiles(path: string, keys: ArrayLike<number>, limit: number): number[] {
    const now = new Set(Array.from(keys).filter(isTellingKey));
    const seen = new Set([path]);
    const found: number[] = [];
    for (let row = limit - 1; row >= 0 && seen.size <= MOST_ASKED && now.size > 0; row--) {
      const other = index.pathOf(row);
      if (seen.has(other)) continue;
      seen.add(other);
      if (!index.hasAfter(row)) continue;
      const then = tellingKeys(row);
      const came = then.filter((key) => now.has(key));
      const isSame = came.length * 2 >= then.length || came.length * 4 >= now.size;
      if (came.length >= 2 && isSame && isVanished(row, then)) found.push(row);
    }
    return found.slice(0, MOST_VANISHED);
  }

  function isAgents(entry: number): boolean {
    return index.entityOf(index.entry.record.get(entry)) === "AI";
  }

  /** What stood in the file before a content that no record left; branches may have begun with it, each on its own. */
  function beforeGap(entry: number): number | null {
    if (!index.hasBefore(entry)) return null;
    return olderOf(beginningOf(entry)) ?? null;
  }

  /** The oldest entry of the path that began with the same content. */
  function beginningOf(entry: number): number {
    const first = index.beginningLike(entry);
    return index.entry.path.get(first) === index.entry.path.get(entry) ? first : entry;
  }

  /** What a content was made from. Where git went from one that it kept to another, nobody deleted what only the first has. */
  function parentOf(entry: number): number | null {
    const known = parents.get(entry);
    if (known !== undefined) return known;
    const [back, begun] = isSwitch(entry) ? [former(entry), broughtBack(entry)] : [];
    const parent = back ?? (begun === undefined ? (baseOf(entry) ?? beforeGap(entry)) : beforeGap(begun));
    parents.set(entry, parent);
    return parent;
  }

  function isSwitch(entry: number): boolean {
    if (isAgents(entry) || (former(entry) === undefined && broughtBack(entry) === undefined)) return false;
    const { fromGit, beforeHash, afterHash } = detail(entry);
    if (beforeHash === null || afterHash === null) return false;
    const path = index.pathOf(entry);
    const isKept = (hash: string) => evidence.wasKept(path, hash, entry);
    // What is further back on the same branch was taken out of it, by a revert or by hand.
    return (fromGit || (isKept(beforeHash) && isKept(afterHash))) && !evidence.wasOnBranch(path, beforeHash, entry);
  }

  /** The entry that once began with what this one left, at the same path, where no record says who had written that. */
  function broughtBack(entry: number): number | undefined {
    const begun = index.beginningAfter(entry);
    if (begun === undefined || index.entry.path.get(begun) !== index.entry.path.get(entry)) return undefined;
    return begun < startOf(entry) && baseOf(begun) === null ? begun : undefined;
  }

  /** Over a gap in the ledger the path alone leads on. */
  function chainOf(entry: number): Chain {
    const known = chains.get(entry);
    if (known) return known;
    const entries = new Set<number>();
    let at: number | null = entry;
    while (at !== null && entries.size < LONGEST) {
      entries.add(at);
      at = parentOf(at);
    }
    const chain = { entries, isWhole: at === null };
    if (chains.size >= MOST_CHAINS) chains.clear();
    chains.set(entry, chain);
    return chain;
  }

  return {
    /** Some answer rests on what came later, or did not come yet. */
    looksAhead: () => looksAhead,
    startOf,
    olderOf,
    baseOf,
    former,
    formerName,
    broughtBack,
    beginningOf,
    renamed,
    vanishedFiles,
    isVanished,
    nextOf,
    renamesFrom,
    isAgents,
    chainOf,
    /** Another entry, or one that left the same content at the same path, led to this one. */
    isBehind(entry: number, wanted: number): boolean {
      const [content, path] = [index.entry.after.get(wanted), index.entry.path.get(wanted)];
      const { entries, isWhole } = chainOf(entry);
      if (!isWhole) return true;
      for (const one of entries)
        if (one !== entry && index.entry.after.get(one) === content && index.entry.path.get(one) === path) return true;
      return false;
    },
  };
}

export type Chains = ReturnType<typeof createChains>;
