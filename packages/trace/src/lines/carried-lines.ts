/** Which of the lines a change wrote were there before it, elsewhere or in another shape: these keep their origin. */
import type { Carried } from "../records/record.ts";
import { formOf, type Token, tokensOfBoth } from "./file-tokens.ts";
import { type Layout, layoutOf } from "./layout.ts";
import type { LineHunk } from "./line-hunks.ts";
import { isTelling, isWeighty, saysEnough, type Weight, weightOf } from "./line-weight.ts";
import { createProof, type Proof } from "./moved-proof.ts";
import { type ReadLine, type Reformatted, reformattedLines } from "./reformatted-lines.ts";

export interface ComparedFile {
  /** Tells the language. */
  path: string;
  /** Lines, one character a byte. */
  before: readonly string[];
  after: readonly string[];
  hunks: readonly LineHunk[];
}

interface Place {
  file: number;
  at: number;
}

interface Loose extends Place, ReadLine {}

interface Source extends Place {
  span: number;
}

/** More lines than these are not looked through for moves. */
const MAX_LINES = 50_000;
/** So many lines that say little may stand between two hunks of one region. */
const MAX_BETWEEN = 8;
/** A line that was removed in more places than these says nothing about where it came from. */
const MAX_CANDIDATES = 16;

/**
 * `byPerson`: a person's change. Doubt goes to people either way: what an agent moved stays whose it was on one word,
 * what a person wrote becomes nobody else's unless it says enough.
 */
export function carriedLines(files: readonly ComparedFile[], byPerson: boolean): Carried[][] {
  const sources = files.map(() => new Map<number, Source>());
  if (!hasBothSides(files)) return sources.map(() => []);
  const removed: Loose[] = [];
  const inserted: Loose[] = [];
  const anew = new Set<number>();
  const texts = files.map((file) => file.before);
  const proof = byPerson ? createProof(texts, anew) : null;
  for (const [file, { path, before, after, hunks }] of files.entries()) {
    if (hunks.length === 0) continue;
    const regions = regionsOf(after, hunks);
    const read = reader(file, { before, after }, regions, layoutOf(path));
    for (const region of regions) {
      const { old, fresh } = read(region);
      const isChanged = { old: linesIn(region.hunks, "before"), fresh: linesIn(region.hunks, "after") };
      const taken = new Set<number>();
      const isWhole = old.length === before.length && fresh.length === after.length;
      const found = old.length > 0 && fresh.length > 0 ? reformattedLines(old, fresh) : [];
      // Another file under the same name: that both have a licence shows nothing.
      if (byPerson && isWhole && !found.some(({ at }) => isTelling(fresh[at]?.text ?? ""))) {
        found.length = 0;
        anew.add(file);
      }
      for (const { at, from, span } of proof ? found.filter(isShown(found, region, old, proof)) : found) {
        if (!isChanged.fresh.has(region.afterStart + at)) continue;
        sources[file]?.set(region.afterStart + at, { file, at: region.beforeStart + from, span });
        for (let line = 0; line < span; line++) taken.add(region.beforeStart + from + line);
      }
      for (const at of isChanged.old) if (!taken.has(at)) removed.push(old[at - region.beforeStart] as Loose);
      for (const at of isChanged.fresh)
        if (!sources[file]?.has(at)) inserted.push(fresh[at - region.afterStart] as Loose);
    }
  }
  if (removed.length + inserted.length > MAX_LINES) return sources.map((lines, file) => runsOf(lines, file));
  const gone = new Set<Place>();
  for (const [to, from] of movedLines(removed, inserted, proof)) {
    sources[to.file]?.set(to.at, { ...from, span: 1 });
    gone.add(from);
  }
  const leftOver = removed.filter((line) => !gone.has(line));
  const unexplained = inserted.filter((line) => !sources[line.file]?.has(line.at));
  for (const [to, from] of movedAndFormatted(leftOver, unexplained, proof, anew)) sources[to.file]?.set(to.at, from);
  if (!byPerson) for (const [to, from] of wordless(leftOver, inserted, sources)) sources[to.file]?.set(to.at, from);
  return sources.map((lines, file) => runsOf(lines, file));
}

function hasBothSides(files: readonly ComparedFile[]): boolean {
  const hunks = files.flatMap((file) => file.hunks);
  return (
    hunks.some(({ beforeStart, beforeEnd }) => beforeEnd > beforeStart) &&
    hunks.some(({ afterStart, afterEnd }) => afterEnd > afterStart)
  );
}

interface Region extends LineHunk {
  hunks: LineHunk[];
}

/**
 * What stands in the hunk in which it stood was formatted there. From one hunk to another of the region it was moved,
 * and that needs what every move needs.
 */
function isShown(found: readonly Reformatted[], region: Region, old: readonly Loose[], proof: Proof) {
  const hunkOf = (side: "before" | "after", line: number) =>
    region.hunks.findIndex((one) => line >= one[`${side}Start`] && line < one[`${side}End`]);
  const goesOn = (one: Reformatted | undefined, next: Reformatted | undefined) =>
    one?.span === 1 && next?.span === 1 && next.at === one.at + 1 && next.from === one.from + 1;
  return ({ from, at, span }: Reformatted, number: number): boolean => {
    const hunk = hunkOf("after", region.afterStart + at);
    if (hunk >= 0 && hunk === hunkOf("before", region.beforeStart + from)) return true;
    let [first, last] = [number, number];
    while (goesOn(found[first - 1], found[first])) first--;
    while (goesOn(found[last], found[last + 1])) last++;
    const block = old.slice(found[first]?.from ?? from, (found[last]?.from ?? from) + span);
    return proof.holds(block, block[0]?.file ?? -1);
  };
}

/** Hunks with nothing telling between them belong together: a bracket that happens to fit must not part them. */
function regionsOf(after: readonly string[], hunks: readonly LineHunk[]): Region[] {
  const regions: Region[] = [];
  for (const hunk of hunks) {
    const last = regions.at(-1);
    const between = last ? after.slice(last.afterEnd, hunk.afterStart) : [];
    const joins = last && between.length <= MAX_BETWEEN && !between.some(isWeighty);
    if (joins) {
      last.hunks.push(hunk);
      last.beforeEnd = hunk.beforeEnd;
      last.afterEnd = hunk.afterEnd;
    } else regions.push({ ...hunk, hunks: [hunk] });
  }
  return regions;
}

function linesIn(hunks: readonly LineHunk[], side: "before" | "after"): Set<number> {
  const lines = new Set<number>();
  for (const hunk of hunks) for (let at = hunk[`${side}Start`]; at < hunk[`${side}End`]; at++) lines.add(at);
  return lines;
}

/** Reads the lines of regions, which follow one another. */
function reader(
  file: number,
  { before, after }: Pick<ComparedFile, "before" | "after">,
  regions: readonly Region[],
  layout: Layout,
): (region: Region) => { old: Loose[]; fresh: Loose[] } {
  const [first, last] = [regions[0] as Region, regions.at(-1) as Region];
  const wanted = {
    before: { from: first.beforeStart, until: last.beforeEnd },
    after: { from: first.afterStart, until: last.afterEnd },
  };
  const [old, fresh] = tokensOfBoth(before, after, wanted, layout);
  const linesOf = (texts: readonly string[], tokens: readonly Token[][], from: number, start: number, end: number) =>
    texts.slice(start, end).map((text, number): Loose => {
      const said = tokens[start + number - from] as Token[];
      return { file, at: start + number, text, tokens: said, form: formOf(said), weight: weightOf(text) };
    });
  return ({ beforeStart, beforeEnd, afterStart, afterEnd }) => ({
    old: linesOf(before, old, wanted.before.from, beforeStart, beforeEnd),
    fresh: linesOf(after, fresh, wanted.after.from, afterStart, afterEnd),
  });
}

/** Blocks of lines that were taken away in one place and stand in another. `proof`: what a person's move must show. */
function movedLines(removed: readonly Loose[], inserted: readonly Loose[], proof: Proof | null): [Place, Place][] {
  const byForm = new Map<string, number[]>();
  for (const [number, line] of removed.entries()) {
    if (line.weight.words === 0) continue;
    const same = byForm.get(line.form);
    if (same) same.push(number);
    else byForm.set(line.form, [number]);
  }
  const moved: [Place, Place][] = [];
  const used = new Set<number>();
  const next = (list: readonly Loose[], number: number, step: 1 | -1): Loose | undefined => {
    const [line, other] = [list[number], list[number + step]];
    return line && other?.file === line.file && other.at === line.at + step ? other : undefined;
  };
  const runLength = (to: number, from: number, step: 1 | -1, skipsTaken: (from: number) => boolean): number => {
    let length = 0;
    for (;;) {
      const [there, here] = [next(inserted, to + length * step, step), next(removed, from + length * step, step)];
      if (!there || here?.form !== there.form || skipsTaken(from + (length + 1) * step)) return length;
      length++;
    }
  };
  const isUsed = (from: number) => used.has(from);
  let doneUntil = -1;
  for (const [to, line] of inserted.entries()) {
    if (line.weight.words === 0 || to <= doneUntil) continue;
    const candidates = (byForm.get(line.form) ?? []).filter((from) => !used.has(from));
    if (candidates.length === 0 || candidates.length > MAX_CANDIDATES) continue;
    const rated = candidates
      .map((from) => ({ from, ahead: runLength(to, from, 1, isUsed), behind: runLength(to, from, -1, isUsed) }))
      .sort((a, b) => b.ahead + b.behind - a.ahead - a.behind);
    const [best, second] = rated;
    if (!best || (second && second.ahead + second.behind === best.ahead + best.behind)) continue;
    const back = Math.min(best.behind, to - doneUntil - 1);
    const block = removed.slice(best.from - back, best.from + best.ahead + 1);
    if (proof !== null && !proof.holds(block, line.file)) continue;
    for (let step = -back; step <= best.ahead; step++) {
      used.add(best.from + step);
      moved.push([inserted[to + step] as Loose, removed[best.from + step] as Loose]);
    }
    doneUntil = to + best.ahead;
  }
  return moved;
}

/** What is left on both sides may have been moved and formatted at once. */
function movedAndFormatted(
  removed: readonly Loose[],
  inserted: readonly Loose[],
  proof: Proof | null,
  anew: ReadonlySet<number>,
): [Place, Source][] {
  if (removed.length === 0 || inserted.length === 0) return [];
  return reformattedLines(removed, inserted).flatMap(({ at, from, span }): [Place, Source][] => {
    const [to, lines] = [inserted[at] as Loose, removed.slice(from, from + span)];
    const first = lines[0] as Loose;
    const isOnePiece = lines.every((line, step) => line.file === first.file && line.at === first.at + step);
    // The same line as it was: if it was not found to have moved, then nothing tells which one it is.
    const isUndecided = span === 1 && first.form === to.form;
    // A file in which a person left no line as it was may have been formatted as a whole.
    const isInPlace = first.file === to.file && anew.has(to.file);
    const isShown = proof === null || isInPlace ? saysEnough(sumOf(lines)) : proof.holds(lines, to.file);
    return isOnePiece && !isUndecided && isShown ? [[to, { file: first.file, at: first.at, span }]] : [];
  });
}

/** A bracket that an agent took away and one that it put in: where a block moved, nobody can tell them apart. */
function wordless(
  removed: readonly Loose[],
  inserted: readonly Loose[],
  sources: readonly ReadonlyMap<number, Source>[],
): [Place, Source][] {
  const taken = new Set(sources.flatMap((lines) => [...lines.values()].map(({ file, at }) => `${file}:${at}`)));
  const left = removed.filter((line) => line.weight.words === 0 && !taken.has(`${line.file}:${line.at}`));
  return inserted.flatMap((to): [Place, Source][] => {
    if (to.weight.words > 0 || to.form === "" || sources[to.file]?.has(to.at)) return [];
    const found = left.findIndex((line) => line.form === to.form);
    const [from] = found < 0 ? [] : left.splice(found, 1);
    return from ? [[to, { file: from.file, at: from.at, span: 1 }]] : [];
  });
}

function sumOf(lines: readonly Loose[]): Weight {
  const sum = { words: 0, characters: 0 };
  for (const { weight } of lines) {
    sum.words += weight.words;
    sum.characters += weight.characters;
  }
  return sum;
}

function runsOf(lines: ReadonlyMap<number, Source>, own: number): Carried[] {
  const runs: { start: number; lines: number; from: number; file: number; span: number }[] = [];
  for (const at of [...lines.keys()].sort((a, b) => a - b)) {
    const source = lines.get(at) as Source;
    const last = runs.at(-1);
    const goesOn =
      last &&
      last.span === 1 &&
      source.span === 1 &&
      last.file === source.file &&
      at === last.start + last.lines &&
      source.at === last.from + last.lines;
    if (goesOn) last.lines++;
    else runs.push({ start: at, lines: 1, from: source.at, file: source.file, span: source.span });
  }
  return runs.map(({ start, lines, from, file, span }) => {
    if (span > 1) return [start + 1, lines, from + 1, file, span];
    return file === own ? [start + 1, lines, from + 1] : [start + 1, lines, from + 1, file];
  });
}
