/** Reads what a record keeps to follow lines; what does not fit together is left out, as if it had not been kept. */
import type { Fields } from "../known-record.ts";
import type { LineHunkNumbers } from "../record.ts";
import type { Carried } from "./carried-lines.ts";
import type { TracedLines } from "./traced-lines.ts";

export function readTracedLines(entry: Fields): TracedLines {
  const { line_keys } = entry;
  const keys = typeof line_keys === "string" ? { line_keys } : {};
  const counts = pairOf(entry.line_counts);
  const hunks = counts === null ? null : hunksOf(entry.hunks, counts);
  if (counts === null || hunks === null) return entry.hunks === undefined ? keys : {};
  const carried = carriedOf(entry.carried, counts[1]);
  return { line_counts: counts, hunks, ...keys, ...(carried.length > 0 ? { carried } : {}) };
}

function pairOf(value: unknown): [number, number] | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [before, after]: unknown[] = value;
  return isCount(before) && isCount(after) ? [before, after] : null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 30;
}

/** In order, inside both texts, and leading from one length to the other. */
function hunksOf(value: unknown, [before, after]: [number, number]): LineHunkNumbers[] | null {
  if (!Array.isArray(value)) return null;
  let old = 0;
  let fresh = 0;
  for (const hunk of value) {
    if (!Array.isArray(hunk) || hunk.length !== 4 || !hunk.every(isCount)) return null;
    const [oldStart, oldCount, newStart, newCount] = hunk as LineHunkNumbers;
    const kept = oldStart - 1 - old;
    if (kept < 0 || newStart - 1 - fresh !== kept) return null;
    old = oldStart - 1 + oldCount;
    fresh = newStart - 1 + newCount;
  }
  return before - old === after - fresh && before >= old ? (value as LineHunkNumbers[]) : null;
}

function carriedOf(value: unknown, after: number): Carried[] {
  if (!Array.isArray(value)) return [];
  return value.filter((run): run is Carried => {
    if (!Array.isArray(run) || run.length < 3 || run.length > 5 || !run.every(isCount)) return false;
    const [start, lines, from] = run as Carried;
    return start >= 1 && lines >= 1 && from >= 1 && start - 1 + lines <= after;
  });
}
