/** Which records wrote a line and, before them, what stood in its place. */
import type { Attribution } from "./attribution.ts";
import type { EntryDetail } from "./attribution-parts.ts";
import { AMBIGUOUS, type Origin } from "./runs.ts";

/** A line that many were made of is followed into so many of them. */
const MOST_LINES = 200;

/** Entries, the one that wrote the line as it stands among them; none for a line that no record wrote. */
export function lineHistory(
  origin: Origin,
  { attribution, detail }: { attribution: Attribution; detail(entry: number): EntryDetail },
): Set<number> {
  const entries = new Set<number>();
  const seen = new Set<string>();
  const waiting = written(origin, attribution);
  while (waiting.length > 0) {
    const { entry, line } = waiting.pop() as Origin;
    if (seen.has(`${entry}:${line}`)) continue;
    seen.add(`${entry}:${line}`);
    entries.add(entry);
    const replaced = replacedLines(detail(entry), line);
    if (replaced.length === 0) continue;
    const before = attribution.before(entry);
    for (const number of replaced) {
      const older = before[number - 1];
      if (older) waiting.push(...written(older, attribution));
    }
  }
  return entries;
}

function written(origin: Origin, attribution: Attribution): Origin[] {
  if (origin.entry === AMBIGUOUS) return [...attribution.candidatesOf(origin.line)];
  return origin.entry >= 0 ? [origin] : [];
}

/** Line by line where as many came as went, else all that went; without those that only moved or were formatted. */
function replacedLines({ hunks, carried }: EntryDetail, line: number): number[] {
  const hunk = hunks?.find(([, , start, count]) => line >= start && line < start + count);
  if (!hunk) return [];
  const [oldStart, oldCount, newStart, newCount] = hunk;
  const first = oldCount === newCount ? oldStart + line - newStart : oldStart;
  const count = oldCount === newCount ? 1 : Math.min(oldCount, MOST_LINES);
  const isElsewhere = (number: number) =>
    (carried ?? []).some(([, lines, from, , span = 1]) => number >= from && number < from + lines - 1 + span);
  return Array.from({ length: count }, (_, step) => first + step).filter((number) => !isElsewhere(number));
}
