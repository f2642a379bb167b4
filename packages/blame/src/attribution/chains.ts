/**
 * Which content came from which: the entry that an entry began with, and the same content at another time or place.
 * Everything of one record happened at once, so that whatever an entry comes from stands in an earlier record. This is
 * what keeps every question from leading back to itself.
 */
import type { AttributionParts } from "./attribution-parts.ts";
import { createVanishedFiles } from "./vanished-files.ts";

/** A chain that is longer is taken to hold whatever is asked for: doubt goes to people. */
const LONGEST = 4_096;
const MOST_CHAINS = 16;

/** An entry and all that it came from, newest first. */
export interface Chain {
  entries: ReadonlySet<number>;
  isWhole: boolean;
}

export function createChains(parts: AttributionParts) {
  const { index, detail, evidence } = parts;
  const bases = new Map<number, number | null>();
  const parents = new Map<number, number | null>();
  const chains = new Map<number, Chain>();
  const vanished = createVanishedFiles(parts);
  const { isAgents } = vanished;

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
    return found.findLast((one) => index.pathOf(one) === path) ?? vanished.renamed(path, found, start);
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
    return vanished.renamed(
      index.pathOf(entry),
      index.withContentAfter(entry).filter((one) => one < start),
      start,
    );
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
    ...vanished,
    startOf,
    olderOf,
    baseOf,
    former,
    formerName,
    broughtBack,
    beginningOf,
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
