/** Finds a run of whole lines among a file's lines: exactly, or else with trailing white space ignored. */
import { type Line, splitLines } from "./lines.ts";
import { findAll } from "./sequence-search.ts";

export type Reading = (text: string) => string;

export const exactly: Reading = (text) => text;
export const withoutTrailingSpace: Reading = (text) => text.trimEnd();

/** Enough to tell "once" from "several" and to name the places. */
const MOST_PLACES = 50;

export function findLines(
  lines: readonly Line[],
  wanted: readonly string[],
  read: Reading,
  range: { from: number; to: number } = { from: 0, to: lines.length },
): number[] {
  const numbers = new Map<string, number>();
  const needle = Int32Array.from(wanted, (text) => {
    const key = read(text);
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key)!;
  });
  const from = Math.max(0, range.from);
  const searched = lines.slice(from, Math.max(from, range.to));
  const haystack = Int32Array.from(searched, (line) => numbers.get(read(line.text)) ?? -1);
  return findAll(haystack, needle, 0, MOST_PLACES).map((at) => at + from);
}

/** Text of a diff or patch as lines, whatever its own line endings. */
export function textLines(text: string): string[] {
  const lines = splitLines(text).map((line) => line.text);
  return text === "" || text.endsWith("\n") ? [...lines, ""] : lines;
}

export function lineList(places: readonly number[]): string {
  const shown = places.slice(0, 10).map((at) => at + 1);
  return places.length > 10 ? `${shown.join(", ")} and more` : shown.join(", ");
}
