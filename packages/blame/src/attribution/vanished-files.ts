/** Files that are no longer where the ledger knows them, and no call took away: somebody may have renamed them. */
import { byteLines, decodeLineKeys, isTellingKey, lineKeys } from "@intentgate/trace";
import type { AttributionParts } from "./attribution-parts.ts";

/** So many lines of a file are looked up to see which other it may have been. */
const MOST_LOOKED_UP = 512;
const MOST_PLACES = 8;
const MOST_TOLD = 500;

export function createVanishedFiles({ index, detail, bytesOf, evidence }: AttributionParts) {
  const told = new Map<number, readonly number[]>();
  const renames = { until: 0, from: new Map<string, number[]>() };
  let looksAhead = false;

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
        const isNew = keys.length > 0 && stood.length * 2 < keys.length && isVanished(last, keys);
        return isNew && evidence.wasRenamed(path, other) !== false;
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

  /** Of the content that an entry left, as far as its bytes were kept; else of what it wrote. */
  function tellingKeys(entry: number): readonly number[] {
    const known = told.get(entry);
    if (known) return known;
    const { afterHash, line_keys } = detail(entry);
    const bytes = afterHash === null ? null : bytesOf(afterHash);
    const keys = bytes ? lineKeys(byteLines(bytes), index.pathOf(entry)) : decodeLineKeys(line_keys ?? "");
    const telling = [...new Set(keys)].filter(isTellingKey);
    if (told.size >= MOST_TOLD) told.clear();
    told.set(entry, telling);
    return telling;
  }

  /**
   * The file that is no longer where it was, that no call took away, and that says mostly the same as these lines: as git
   * pairs them if it did, else the one that is most alike. One file becomes one.
   */
  function vanishedFile(path: string, keys: ArrayLike<number>, limit: number): number | null {
    const now = new Set(Array.from(keys).filter(isTellingKey));
    const others = new Set<string>();
    for (const key of [...now].slice(0, MOST_LOOKED_UP))
      for (const hit of index.withKey(key, limit, MOST_PLACES) ?? []) others.add(index.pathOf(hit.entry));
    others.delete(path);
    const found = [...others].flatMap((other) => {
      const row = index.newestOf(other, limit);
      if (row === undefined || !index.hasAfter(row)) return [];
      const then = tellingKeys(row);
      const came = then.filter((key) => now.has(key)).length;
      if (came < 2 || !isVanished(row, then)) return [];
      const share = came / Math.max(then.length, now.size);
      const isRename = evidence.wasRenamed(path, other);
      return isRename || (isRename === null && share >= 0.5) ? [{ row, rank: isRename ? 1 + share : share }] : [];
    });
    return found.sort((a, b) => b.rank - a.rank)[0]?.row ?? null;
  }

  function isAgents(entry: number): boolean {
    return index.entityOf(index.entry.record.get(entry)) === "AI";
  }

  return {
    /** Some answer rests on what came later, or did not come yet. */
    looksAhead: () => looksAhead,
    renamed,
    vanishedFile,
    nextOf,
    renamesFrom,
    isAgents,
  };
}
