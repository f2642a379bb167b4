/** Applies the hunks of one file section of a patch, in order, each at a place that its context makes certain. */
import { done, fail, type Outcome } from "../contract/failure.ts";
import type { PatchHunk } from "../contract/tool.ts";
import { exactly, findLines, lineList, type Reading, withoutTrailingSpace } from "./line-search.ts";
import { joinLines, type Line, type NewLine, replaceLines, splitLines } from "./lines.ts";
import { nearestHint } from "./nearest-line.ts";

export const MOST_HUNKS = 500;

const trimmed: Reading = (text) => text.trim();

interface Spot {
  at: number;
  hunk: PatchHunk;
}

export function applyHunks(text: string, hunks: readonly PatchHunk[], shown: string): Outcome<string> {
  let lines = splitLines(text);
  let cursor = 0;
  for (const [index, hunk] of hunks.entries()) {
    const name = `Hunk ${index + 1} of ${shown}`;
    const start = followAnchors(lines, hunk.anchors, cursor, name);
    if (!start.ok) return start;
    const spot = locate(lines, hunk, start.value, name);
    if (!spot.ok) return spot;
    const { at, hunk: fitted } = spot.value;
    const added = newLines(lines, at, fitted);
    lines = replaceLines(lines, at, oldLines(fitted).length, added);
    cursor = at + added.length;
  }
  return done(joinLines(lines));
}

/** Each anchor is a whole line; the first must be unmistakable, further ones are the next below it. */
function followAnchors(
  lines: readonly Line[],
  anchors: readonly string[],
  from: number,
  name: string,
): Outcome<number> {
  let cursor = from;
  for (const [index, anchor] of anchors.entries()) {
    if (anchor.trim() === "") continue;
    const range = { from: cursor, to: lines.length };
    const places = firstResult([exactly, trimmed], (read) => findLines(lines, [anchor], read, range));
    if (places.length === 0)
      return fail("NO_MATCH", `${name}: the line "@@ ${anchor.slice(0, 200)}" names is not in the rest of the file.`);
    if (index === 0 && places.length > 1)
      return fail(
        "AMBIGUOUS",
        `${name}: "@@ ${anchor.slice(0, 200)}" fits lines ${lineList(places)}; add an outer @@ line.`,
      );
    cursor = places[0]! + 1;
  }
  return done(cursor);
}

function locate(lines: readonly Line[], hunk: PatchHunk, from: number, name: string): Outcome<Spot> {
  const anchored = hunk.anchors.some((anchor) => anchor.trim() !== "");
  if (oldLines(hunk).length === 0) {
    if (hunk.lines.length === 0)
      return fail("BAD_PATCH", `${name} is empty; give lines that begin with " ", "-" or "+".`);
    return done({ at: anchored && !hunk.atEndOfFile ? from : lines.length, hunk });
  }
  for (const fitted of [hunk, withoutLastBlank(hunk)]) {
    if (fitted === null) continue;
    const places = placesFrom(lines, fitted, from);
    if (places.length === 1 || (anchored && places.length > 1)) return done({ at: places[0]!, hunk: fitted });
    if (places.length > 1)
      return fail("AMBIGUOUS", `${name} fits lines ${lineList(places)}; add context lines or an @@ line.`);
  }
  return notFound(lines, hunk, from, name);
}

function placesFrom(lines: readonly Line[], hunk: PatchHunk, from: number): number[] {
  const wanted = oldLines(hunk);
  const start = hunk.atEndOfFile ? Math.max(from, lines.length - wanted.length) : from;
  const range = { from: start, to: lines.length };
  return firstResult([exactly, withoutTrailingSpace], (read) => findLines(lines, wanted, read, range));
}

function notFound(lines: readonly Line[], hunk: PatchHunk, from: number, name: string): Outcome<Spot> {
  const wanted = oldLines(hunk);
  const elsewhere = findLines(lines, wanted, exactly);
  if (elsewhere.length > 0) {
    const why = hunk.atEndOfFile ? "not at the end of the file" : `above line ${from + 1}, where the search began`;
    return fail("NO_MATCH", `${name} fits line ${lineList(elsewhere)}, but ${why}; put hunks in the file's order.`);
  }
  const nearest = nearestHint(
    lines.map((line) => line.text),
    wanted.join("\n"),
  );
  return fail("NO_MATCH", `${name} does not fit: its context and removed lines are not in the file.${nearest}`);
}

/** A blank line after the last context often stands for the end of the file only. */
function withoutLastBlank(hunk: PatchHunk): PatchHunk | null {
  const last = hunk.lines.at(-1);
  if (last?.sign !== " " || last.text !== "" || oldLines(hunk).length < 2) return null;
  return { ...hunk, lines: hunk.lines.slice(0, -1) };
}

function firstResult(readings: readonly Reading[], find: (read: Reading) => number[]): number[] {
  for (const read of readings) {
    const places = find(read);
    if (places.length > 0) return places;
  }
  return [];
}

function oldLines(hunk: PatchHunk): string[] {
  return hunk.lines.filter((line) => line.sign !== "+").map((line) => line.text);
}

function newLines(lines: readonly Line[], at: number, hunk: PatchHunk): NewLine[] {
  const added: NewLine[] = [];
  let old = at;
  for (const { sign, text } of hunk.lines) {
    if (sign === "+") added.push({ text, ending: null });
    else if (sign === " ") added.push(lines[old++]!);
    else old++;
  }
  return added;
}
