/** Applies SEARCH/REPLACE blocks in order, each at exactly one place, all or none. */
import { done, fail, type Outcome } from "../contract/failure.ts";
import type { DiffBlock } from "./diff-blocks.ts";
import { exactly, findLines, lineList, type Reading, withoutTrailingSpace } from "./line-search.ts";
import { alignLines, joinLines, type Line, type NewLine, replaceLines, splitLines } from "./lines.ts";
import { nearestHint } from "./nearest-line.ts";

/** How far from the named line a block may be found. */
const NEAR = 40;

interface Shift {
  at: number;
  by: number;
}

export function applyBlocks(text: string, blocks: readonly DiffBlock[], shown: string): Outcome<string> {
  let lines = splitLines(text);
  const shifts: Shift[] = [];
  for (const block of blocks) {
    const place = locate(lines, block, shifts, shown);
    if (!place.ok) return place;
    lines = replaceLines(lines, place.value, block.search.length, newLines(lines, place.value, block));
    shifts.push({ at: place.value, by: block.replace.length - block.search.length });
  }
  const changed = joinLines(lines);
  if (changed === text)
    return fail("NO_CHANGE", `The diff changes nothing in ${shown}; SEARCH and REPLACE are the same.`);
  return done(changed);
}

function locate(lines: readonly Line[], block: DiffBlock, shifts: readonly Shift[], shown: string): Outcome<number> {
  const hint = block.startLine === null ? null : shifted(block.startLine - 1, shifts);
  for (const read of [exactly, withoutTrailingSpace]) {
    const places = placesNear(lines, block, read, hint);
    // Only an exact match may be told from others by the line it was announced for.
    if (read === exactly && hint !== null && places.includes(hint)) return done(hint);
    if (places.length === 1) return done(places[0]!);
    if (places.length > 1) {
      const remedy = hint === null ? "add :start_line: or more lines" : "correct :start_line: or add more lines";
      return fail("AMBIGUOUS", `Block ${block.number} fits ${shown} at lines ${lineList(places)}; ${remedy}.`);
    }
  }
  return notFound(lines, block, hint, shown);
}

function placesNear(lines: readonly Line[], block: DiffBlock, read: Reading, hint: number | null): number[] {
  if (hint === null) return findLines(lines, block.search, read);
  return findLines(lines, block.search, read, { from: hint - NEAR, to: hint + NEAR + block.search.length });
}

function notFound(lines: readonly Line[], block: DiffBlock, hint: number | null, shown: string): Outcome<number> {
  const elsewhere = hint === null ? [] : findLines(lines, block.search, exactly);
  const message = `The SEARCH part of block ${block.number} does not occur in ${shown}`;
  if (elsewhere.length > 0) {
    const where = `near line ${block.startLine}, but at line ${lineList(elsewhere)}`;
    return fail("NO_MATCH", `${message} ${where}; correct :start_line:.`);
  }
  const texts = lines.map((line) => line.text);
  const nearest = nearestHint(texts, block.search.join("\n"));
  return fail("NO_MATCH", `${message}.${nearest} Read the file and copy the lines exactly; nothing was changed.`);
}

/** The line as counted now, after the earlier blocks. */
function shifted(line: number, shifts: readonly Shift[]): number {
  return shifts.reduce((now, shift) => (shift.at < now ? now + shift.by : now), line);
}

function newLines(lines: readonly Line[], at: number, block: DiffBlock): NewLine[] {
  const partner = alignLines(block.search, block.replace);
  return block.replace.map((text, index) => {
    const same = partner[index];
    return same == null ? { text, ending: null } : lines[at + same]!;
  });
}
