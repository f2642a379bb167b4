/** Within one region: which new lines say exactly what old lines said, only spaced or wrapped in another way. */
import type { Token } from "./file-tokens.ts";
import { lineHunks } from "./line-hunks.ts";
import { saysEnough, type Weight } from "./line-weight.ts";

/** 0-based within the region: the new line `at` says what `span` old lines from `from` on said, or a part of it. */
export interface Reformatted {
  at: number;
  from: number;
  span: number;
}

/** Wrapping is followed through so many tokens; larger hunks are compared line by line only. */
const MAX_TOKENS = 40_000;

/** A line as it stands, and what it says. */
export interface ReadLine {
  text: string;
  tokens: readonly Token[];
  /** Its tokens as one text. */
  form: string;
  weight: Weight;
}

export function reformattedLines(old: readonly ReadLine[], fresh: readonly ReadLine[]): Reformatted[] {
  const found: Reformatted[] = [];
  let from = 0;
  let at = 0;
  const keep = (untilOld: number) => {
    for (; from < untilOld; from++, at++) found.push({ at, from, span: 1 });
  };
  // Brackets on lines of their own stand everywhere: only lines that say something hold the two sides together.
  const anchors = (lines: readonly ReadLine[], side: string) =>
    lines.map(({ form, weight }, at) => (saysEnough(weight) ? form : `${side}${at}`));
  for (const hunk of lineHunks(anchors(old, "<\n"), anchors(fresh, ">\n"))) {
    keep(hunk.beforeStart);
    for (const line of rewrapped(
      old.slice(hunk.beforeStart, hunk.beforeEnd),
      fresh.slice(hunk.afterStart, hunk.afterEnd),
    ))
      found.push({ at: line.at + hunk.afterStart, from: line.from + hunk.beforeStart, span: line.span });
    from = hunk.beforeEnd;
    at = hunk.afterEnd;
  }
  keep(old.length);
  return found;
}

interface Flat {
  tokens: string[];
  /** The line of each token. */
  line: number[];
  loose: boolean[];
}

function flatten(lines: readonly ReadLine[]): Flat {
  const flat: Flat = { tokens: [], line: [], loose: [] };
  for (const [line, { tokens }] of lines.entries()) {
    for (const { text, loose } of tokens) {
      flat.tokens.push(text);
      flat.line.push(line);
      flat.loose.push(loose);
    }
  }
  return flat;
}

/**
 * Lines that share tokens belong together; a group in which every token of both sides found its partner was wrapped,
 * one in which any is left over was edited. So a dropped `&& isAdmin` makes its line an edited one.
 */
function rewrapped(old: readonly ReadLine[], fresh: readonly ReadLine[]): Reformatted[] {
  if (old.length === 0 || fresh.length === 0) return [];
  if (!mayCome(fresh, old) || !mayCome(old, fresh)) return [];
  const before = flatten(old);
  const after = flatten(fresh);
  if (before.tokens.length + after.tokens.length > MAX_TOKENS) return [];
  const groups = createGroups(old.length + fresh.length);
  const sources = fresh.map(() => new Set<number>());
  const meet = (x: number, y: number) => {
    const [oldLine, freshLine] = [before.line[x] as number, after.line[y] as number];
    groups.join(oldLine, old.length + freshLine);
    sources[freshLine]?.add(oldLine);
  };
  let x = 0;
  let y = 0;
  for (const hunk of lineHunks(before.tokens, after.tokens)) {
    while (x < hunk.beforeStart) meet(x++, y++);
    for (; x < hunk.beforeEnd; x++) if (!before.loose[x]) groups.spoil(before.line[x] as number);
    for (; y < hunk.afterEnd; y++) if (!after.loose[y]) groups.spoil(old.length + (after.line[y] as number));
  }
  while (x < before.tokens.length) meet(x++, y++);
  return sources.flatMap((lines, at) => {
    if (lines.size === 0 || groups.isSpoiled(old.length + at)) return [];
    const from = Math.min(...lines);
    return [{ at, from, span: Math.max(...lines) - from + 1 }];
  });
}

/** Whether there is a line all of whose tokens the others have too. Most changes have none, and nothing needs comparing. */
function mayCome(lines: readonly ReadLine[], others: readonly ReadLine[]): boolean {
  const known = new Set<string>();
  for (const { tokens } of others) for (const { text } of tokens) known.add(text);
  return lines.some(({ tokens }) => tokens.length > 0 && tokens.every(({ text, loose }) => loose || known.has(text)));
}

function createGroups(size: number) {
  const parent = Array.from({ length: size }, (_, at) => at);
  const spoiled = new Set<number>();
  const root = (of: number): number => {
    let at = of;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] as number] as number;
      at = parent[at] as number;
    }
    return at;
  };
  return {
    join(one: number, other: number) {
      const [a, b] = [root(one), root(other)];
      if (a === b) return;
      parent[a] = b;
      if (spoiled.delete(a)) spoiled.add(b);
    },
    spoil: (one: number) => void spoiled.add(root(one)),
    isSpoiled: (one: number) => spoiled.has(root(one)),
  };
}
