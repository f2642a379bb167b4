/**
 * Follows lines through the edit scripts of records: which line of which file was written by whom, since the place where
 * the first record began. A line that only moved or was only formatted keeps its owner; where a script is missing or
 * does not fit what was known, nobody owns anything there.
 */
import type { KnownFile, KnownRecord } from "../records/known-record.ts";

/** An owner's number; 0 for a line that nobody among the owners wrote. */
export type Owners = number[];

export interface LineOwners {
  /** `ownerOf` gives the number of who wrote this line of a file, 0 where it shall not count. */
  apply(record: KnownRecord, ownerOf: (file: KnownFile, line: number) => number): void;
  files(): ReadonlyMap<string, Owners>;
}

/** `onReplaced`: lines of an owner that a record replaced or took away. */
export function createLineOwners(onReplaced: (owner: number, by: KnownRecord) => void): LineOwners {
  const files = new Map<string, Owners>();

  function applyFile(
    record: KnownRecord,
    at: number,
    before: readonly Owners[],
    ownerOf: (line: number) => number,
  ): Owners | null {
    const file = record.files[at] as KnownFile;
    if (file.change === "deleted" || file.binary) return null;
    const { hunks } = file;
    if (!hunks) return fromRanges(file, ownerOf);
    const old = before[at] as Owners;
    const carried = carriedOwners(file, at, before);
    const kept = new Set(
      (file.carried ?? []).flatMap(([, lines, from, source = at, span = 1]) => {
        return source === at ? Array.from({ length: Math.max(lines, span) }, (_, n) => from - 1 + n) : [];
      }),
    );
    const after: Owners = [];
    let oldAt = 0;
    for (const [, oldCount, newStart, newCount] of hunks) {
      while (after.length < newStart - 1) after.push(old[oldAt++] ?? 0);
      for (let n = 0; n < oldCount; n++, oldAt++) {
        const owner = old[oldAt] ?? 0;
        if (owner !== 0 && !kept.has(oldAt)) onReplaced(owner, record);
      }
      for (let n = 0; n < newCount; n++) after.push(carried.get(after.length + 1) ?? ownerOf(after.length + 1));
    }
    const total = file.line_counts?.[1] ?? after.length;
    while (after.length < total) after.push(old[oldAt++] ?? 0);
    return after;
  }

  return {
    apply(record, ownerOf) {
      const before = record.files.map((file) => ownersBefore(files, file));
      const after = record.files.map((file, at) => applyFile(record, at, before, (line) => ownerOf(file, line)));
      for (const { renamed_from } of record.files) if (renamed_from !== undefined) files.delete(renamed_from);
      for (const [at, { relative_path, change }] of record.files.entries()) {
        const owners = after[at];
        if (change === "mode") continue;
        if (owners) files.set(relative_path, owners);
        else files.delete(relative_path);
      }
    },
    files: () => files,
  };
}

/** What is known counts only where it has as many lines as the record found. */
function ownersBefore(files: ReadonlyMap<string, Owners>, file: KnownFile): Owners {
  const known = files.get(file.renamed_from ?? file.relative_path);
  const lines = file.line_counts?.[0] ?? 0;
  return known?.length === lines ? known : new Array<number>(lines).fill(0);
}

function carriedOwners(file: KnownFile, at: number, before: readonly Owners[]): Map<number, number> {
  const owners = new Map<number, number>();
  for (const [start, lines, from, source = at] of file.carried ?? [])
    for (let n = 0; n < lines; n++) owners.set(start + n, before[source]?.[from - 1 + n] ?? 0);
  return owners;
}

/** Without a script only the lines that are named are known. */
function fromRanges(file: KnownFile, ownerOf: (line: number) => number): Owners | null {
  const owners: Owners = new Array<number>(file.line_counts?.[1] ?? 0).fill(0);
  for (const { ranges } of file.conversations) {
    if (ranges === "unknown") return null;
    for (const { start_line, end_line } of ranges) {
      if (end_line > MOST_LINES) return null;
      for (let line = start_line; line <= end_line; line++) {
        while (owners.length < line) owners.push(0);
        owners[line - 1] = ownerOf(line);
      }
    }
  }
  return owners;
}

/** A range that says more was not counted in any file. */
const MOST_LINES = 10_000_000;
