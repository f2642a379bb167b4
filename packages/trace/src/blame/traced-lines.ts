/** What a record keeps of a change so that every line can be followed later: the edit script and keys, no content. */
import type { ComparedLines } from "../line-ranges.ts";
import type { LineHunkNumbers, TraceFile } from "../record.ts";
import { type Carried, carriedLines } from "./carried-lines.ts";
import { encodeLineKeys, lineKey } from "./line-key.ts";

export type TracedLines = Pick<TraceFile, "line_counts" | "hunks" | "line_keys" | "carried">;

/** What is known of one file: both sides, the new side alone, or nothing that has lines. */
export type LinesOfChange = ComparedLines | { after: string[] } | null;

/** Files that a change writes more lines of are followed by their whole content only. */
const MAX_KEYED_LINES = 50_000;

/** In the order given; lines may have moved between any of them. */
export function tracedLines(files: readonly LinesOfChange[], byPerson: boolean): TracedLines[] {
  const compared = files.map((file) =>
    file && "hunks" in file ? file : { before: [], after: [], hunks: [] as ComparedLines["hunks"] },
  );
  const carried = carriedLines(compared, byPerson);
  return files.map((file, at) => (file === null ? {} : tracedFile(file, carried[at] ?? [])));
}

function tracedFile(file: ComparedLines | { after: string[] }, carried: Carried[]): TracedLines {
  if (!("hunks" in file)) return file.after.length > MAX_KEYED_LINES ? {} : { line_keys: keysOf(file.after) };
  const { before, after, hunks } = file;
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
    ...(isKeyed && fresh.length > 0 ? { line_keys: keysOf(fresh) } : {}),
    ...(carried.length > 0 ? { carried } : {}),
  };
}

function keysOf(lines: readonly string[]): string {
  return encodeLineKeys(lines.map(lineKey));
}
