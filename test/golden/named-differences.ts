/** What a commit means to change in the golden run: a heading, a reason, and the lines that go and come. */

export interface NamedDifference {
  title: string;
  patches: FilePatch[];
}

interface FilePatch {
  /** `story/file.txt`, or `*` for any story. */
  file: string;
  hunks: Hunk[];
}

interface Hunk {
  /** Counted from 1 in the text as the differences before this one leave it; or wherever the old lines stand. */
  at: number | "everywhere";
  before: string[];
  after: string[];
}

class BadDifference extends Error {}

/** Throws where a block has no heading or no reason, or is no diff. */
export function readDifferences(markdown: string): NamedDifference[] {
  const found: NamedDifference[] = [];
  let title: string | null = null;
  let hasReason = false;
  let block: string[] | null = null;
  for (const line of markdown.split("\n")) {
    if (block !== null) {
      if (line !== "```") {
        block.push(line);
        continue;
      }
      if (title === null) throw new BadDifference("a diff block stands under no heading");
      if (!hasReason) throw new BadDifference(`"${title}" gives no reason`);
      found.push({ title, patches: readPatches(block, title) });
      block = null;
    } else if (line.startsWith("## ")) {
      title = line.slice(3).trim();
      hasReason = false;
    } else if (line === "```diff") block = [];
    else if (line.trim() !== "" && !line.startsWith("|")) hasReason = true;
  }
  if (block !== null) throw new BadDifference(`the last diff block of "${title}" is not closed`);
  return found;
}

/** A removed line may begin with two dashes too. */
const header = /^--- [\w*.-]+\/[\w.-]+\.txt$/;

function readPatches(lines: readonly string[], title: string): FilePatch[] {
  const patches: FilePatch[] = [];
  for (const line of lines) {
    const patch = patches.at(-1);
    const hunk = patch?.hunks.at(-1);
    if (header.test(line)) patches.push({ file: line.slice(4).trim(), hunks: [] });
    else if (line.startsWith("@@ ") && patch) patch.hunks.push({ at: placeOf(line, title), before: [], after: [] });
    else if (!hunk) throw new BadDifference(`"${title}": "${line}" belongs to no file or no place`);
    else if (line.startsWith("-")) hunk.before.push(line.slice(1));
    else if (line.startsWith("+")) hunk.after.push(line.slice(1));
    else {
      hunk.before.push(line.slice(1));
      hunk.after.push(line.slice(1));
    }
  }
  if (patches.length === 0 || patches.some((one) => one.hunks.length === 0))
    throw new BadDifference(`"${title}" names no lines`);
  return patches;
}

function placeOf(line: string, title: string): Hunk["at"] {
  if (line === "@@ everywhere @@") return "everywhere";
  const [, start] = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/.exec(line) ?? [];
  if (start === undefined) throw new BadDifference(`"${title}": "${line}" says no place`);
  return Number(start);
}

export interface Applied {
  texts: Map<string, string>;
  /** Differences whose old lines are not there: they name something that was never so, or is so no more. */
  problems: string[];
}

/** In the order in which they stand in the document; a later one is about what the earlier ones left. */
export function applyDifferences(expected: ReadonlyMap<string, string>, named: readonly NamedDifference[]): Applied {
  const texts = new Map(expected);
  const problems: string[] = [];
  for (const { title, patches } of named) {
    for (const { file, hunks } of patches) {
      const files = file.startsWith("*/") ? [...texts.keys()].filter((one) => one.endsWith(file.slice(1))) : [file];
      const outcomes = files.map((one) => {
        const lines = linesOf(texts.get(one) ?? "");
        const changed = applyHunks(lines, hunks);
        if (changed !== null) texts.set(one, changed.length === 0 ? "" : `${changed.join("\n")}\n`);
        return changed !== null;
      });
      if (!outcomes.includes(true))
        problems.push(`"${title}" does not fit ${file}: the lines it changes are not there`);
    }
  }
  for (const [file, text] of texts) if (text === "") texts.delete(file);
  return { texts, problems };
}

/** Null where one of them does not fit. From the last to the first, so that the numbers of the others stay right. */
function applyHunks(lines: readonly string[], hunks: readonly Hunk[]): string[] | null {
  const changed = [...lines];
  for (const { at, before, after } of [...hunks].reverse()) {
    if (at === "everywhere") {
      if (before.length === 0) return null;
      let place = fitting(changed, before).at(-1);
      if (place === undefined) return null;
      while (place !== undefined) {
        changed.splice(place, before.length, ...after);
        const from: number = place;
        place = fitting(changed, before)
          .filter((one) => one + before.length <= from)
          .at(-1);
      }
    } else {
      // Lines that are only added stand after the line of that number.
      const wanted = before.length === 0 ? at : at - 1;
      const place = before.length === 0 ? wanted : nearest(fitting(changed, before), wanted);
      if (place === undefined || place > changed.length) return null;
      changed.splice(place, before.length, ...after);
    }
  }
  return changed;
}

function fitting(lines: readonly string[], before: readonly string[]): number[] {
  const places: number[] = [];
  for (let at = 0; at + before.length <= lines.length; at += 1)
    if (before.every((line, ahead) => lines[at + ahead] === line)) places.push(at);
  return places;
}

function nearest(places: readonly number[], wanted: number): number | undefined {
  return [...places].sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** The names of the differences that are about this file. */
export function differencesOf(named: readonly NamedDifference[], file: string): string[] {
  const isAbout = (one: FilePatch) =>
    one.file === file || (one.file.startsWith("*/") && file.endsWith(one.file.slice(1)));
  return named.filter((one) => one.patches.some(isAbout)).map((one) => one.title);
}
