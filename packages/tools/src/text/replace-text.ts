/** Replaces a stretch of text by another, literally, in a file whose line endings the model need not know. */
import { done, fail, type Outcome } from "../contract/failure.ts";
import { lineList } from "./line-search.ts";
import { alignLines, type Ending, splitLines } from "./lines.ts";
import { nearestHint } from "./nearest-line.ts";
import { codeUnits, findAll } from "./sequence-search.ts";

export type HowMany = { kind: "once" } | { kind: "all" } | { kind: "exactly"; count: number };

const MOST_REPLACEMENTS = 1_000_000;
const MOST_RESULT = 64 * 1024 * 1024;

export function replaceText(
  text: string,
  oldText: string,
  newText: string,
  howMany: HowMany,
  shown: string,
): Outcome<string> {
  const old = foldEndings(oldText);
  if (old === foldEndings(newText))
    return fail("NO_CHANGE", "The old and the new text are the same (line endings aside); there is nothing to change.");
  const { folded, place } = foldText(text);
  const most = howMany.kind === "once" ? 50 : MOST_REPLACEMENTS;
  const everywhere = findAll(codeUnits(folded), codeUnits(old), 0, most);
  const apart = withoutOverlaps(everywhere, old.length);
  const wrong = wrongCount(everywhere, apart, howMany, folded, old, shown);
  if (wrong) return wrong;
  if (text.length + apart.length * newText.length > MOST_RESULT)
    return fail("TOO_LARGE", `The result would be larger than ${MOST_RESULT} characters; nothing was changed.`);
  const stretches = apart.map((at) => ({ start: place(at), end: place(at + old.length) }));
  return done(splice(text, stretches, newText));
}

function wrongCount(
  everywhere: readonly number[],
  apart: readonly number[],
  howMany: HowMany,
  folded: string,
  old: string,
  shown: string,
): Outcome<string> | null {
  if (everywhere.length === 0) {
    const hint = nearestHint(folded.split("\n"), old);
    return fail("NO_MATCH", `The old text does not occur in ${shown}.${hint} Read the file and copy the text exactly.`);
  }
  if (everywhere.length >= MOST_REPLACEMENTS)
    return fail("TOO_LARGE", `The old text occurs too often in ${shown}; add surrounding lines to it.`);
  if (howMany.kind === "all") return null;
  const wanted = howMany.kind === "once" ? 1 : howMany.count;
  if (apart.length === wanted && (wanted > 1 || everywhere.length === 1)) return null;
  const several = everywhere.length === 1 ? "once" : "several times";
  const places = `(lines ${lineList(linesOf(folded, everywhere.slice(0, 11)))})`;
  if (howMany.kind === "once")
    return fail("AMBIGUOUS", `The old text occurs ${several} in ${shown} ${places}; add surrounding lines to it.`);
  const remedy = "correct expected_replacements, or add surrounding lines to the old text";
  const code = apart.length > wanted || everywhere.length > apart.length ? "AMBIGUOUS" : "NO_MATCH";
  return fail(code, `Expected ${wanted} occurrence(s) in ${shown}, found ${apart.length} ${places}; ${remedy}.`);
}

function linesOf(text: string, places: readonly number[]): number[] {
  let line = 0;
  let from = 0;
  return places.map((place) => {
    for (let at = text.indexOf("\n", from); at >= 0 && at < place; at = text.indexOf("\n", from)) {
      line++;
      from = at + 1;
    }
    return line;
  });
}

function withoutOverlaps(places: readonly number[], length: number): number[] {
  const apart: number[] = [];
  let free = 0;
  for (const place of places) {
    if (place < free) continue;
    apart.push(place);
    free = place + length;
  }
  return apart;
}

function splice(text: string, stretches: readonly { start: number; end: number }[], newText: string): string {
  const pieces: string[] = [];
  let ending = firstEnding(text);
  let reached = 0;
  for (const { start, end } of stretches) {
    const kept = text.slice(reached, start);
    const replaced = text.slice(start, end);
    ending = lastEnding(kept) ?? ending;
    pieces.push(kept, ending === null ? newText : withEndings(newText, replaced, ending));
    ending = lastEnding(replaced) ?? ending;
    reached = end;
  }
  pieces.push(text.slice(reached));
  return pieces.join("");
}

/** Lines repeated from the replaced text keep their own endings; the rest take the usual one there. */
function withEndings(newText: string, replaced: string, neighbour: Ending): string {
  const old = splitLines(replaced);
  const next = splitLines(newText);
  const usual = old.find((line) => line.ending !== "")?.ending ?? neighbour;
  const partner = alignLines(
    old.map((line) => line.text),
    next.map((line) => line.text),
  );
  return next
    .map((line, at) => {
      if (line.ending === "") return line.text;
      const same = partner[at];
      return line.text + ((same != null && old[same]!.ending) || usual);
    })
    .join("");
}

function firstEnding(text: string): Ending | null {
  const at = text.indexOf("\n");
  return at < 0 ? null : at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

function lastEnding(text: string): Ending | null {
  const at = text.lastIndexOf("\n");
  return at < 0 ? null : at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

/** Text with CRLF folded to LF for comparing, and the way back to places in the original. */

interface FoldedText {
  folded: string;
  /** Where a place in the folded text lies in the original; a folded newline begins at its carriage return. */
  place(index: number): number;
}

function foldEndings(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

function foldText(text: string): FoldedText {
  const folded = foldEndings(text);
  if (folded.length === text.length) return { folded, place: (index) => index };
  /** Places of those newlines in the folded text that were CRLF, ascending. */
  const newlines: number[] = [];
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) newlines.push(at - newlines.length);
  return { folded, place: (index) => index + countBelow(newlines, index) };
}

function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
