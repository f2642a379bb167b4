/** What a record keeps of a change so that every line can be followed later: the edit script and keys, no content. */
import type { Carried, LineHunkNumbers, TracedLines } from "../records/record.ts";
import { carriedLines } from "./carried-lines.ts";
import { encodeLineKeys, lineKeys } from "./line-key.ts";
import type { ComparedLines } from "./line-ranges.ts";

/** What is known of one file: both sides, the new side alone, or nothing that has lines. */
export interface LinesOfChange {
  path: string;
  lines: ComparedLines | { after: string[] } | null;
}

/** Files that a change writes more lines of are followed by their whole content only. */
const MAX_KEYED_LINES = 50_000;

/** In the order given; lines may have moved between any of them. */
export function tracedLines(files: readonly LinesOfChange[], byPerson: boolean): TracedLines[] {
  const compared = files.map(({ path, lines }) => ({
    path,
    ...(lines && "hunks" in lines ? lines : { before: [], after: [], hunks: [] as ComparedLines["hunks"] }),
  }));
  const carried = carriedLines(compared, byPerson);
  return files.map((file, at) => tracedFile(file, carried[at] ?? []));
}

function tracedFile({ path, lines }: LinesOfChange, carried: Carried[]): TracedLines {
  if (lines === null) return {};
  if (!("hunks" in lines)) return lines.after.length > MAX_KEYED_LINES ? {} : { line_keys: keysOf(lines.after, path) };
  const { before, after, hunks } = lines;
  const fresh = hunks.flatMap((hunk) => after.slice(hunk.afterStart, hunk.afterEnd));
  const isKeyed = fresh.length <= MAX_KEYED_LINES;
  return {
    line_counts: [before.length, after.length],
    hunks: hunks.map(
      ({ beforeStart, beforeEnd, afterStart, afterEnd }): LineHunkNumbers => [
        beforeStart + 1,
        beforeEnd - beforeStart,
        afterStart + 1,
        afterEnd - afterStart,
      ],
    ),
    ...(isKeyed && fresh.length > 0 ? { line_keys: keysOf(fresh, path) } : {}),
    ...(carried.length > 0 ? { carried } : {}),
  };
}

function keysOf(lines: readonly string[], path: string): string {
  return encodeLineKeys(lineKeys(lines, path));
}
