/**
 * What the lines of a file say, as tokens: two texts whose tokens are the same are the same program, as far as their
 * language is known here. White space that means something is a token of its own.
 */
import type { Layout } from "./layout.ts";
import { isBlank } from "./line-key.ts";
import { createLineScanner, type LineScanner, type Scanned, type Token } from "./scan-line.ts";

export type { Token } from "./scan-line.ts";

/** 0-based, the end exclusive. */
export interface Wanted {
  from: number;
  until: number;
}

/**
 * Of two texts that begin with the same lines: the tokens of the wanted lines of each, the first of them first. What
 * they begin with is read once, and what stands behind the wanted lines as far as it tells anything about them. Lines
 * are given one character a byte, with or without their ends.
 */
export function tokensOfBoth(
  before: readonly string[],
  after: readonly string[],
  wanted: { before: Wanted; after: Wanted },
  layout: Layout,
): [Token[][], Token[][]] {
  const cutter = createCutter(layout);
  const common = Math.min(wanted.before.from, wanted.after.from);
  if (cutter.isAware) for (let at = 0; at < common; at++) cutter.cut(before[at] as string);
  const other = cutter.copy();
  const read = (lines: readonly string[], { from, until }: Wanted, by: Cutter) =>
    tokensFrom(lines.slice(common), { from: from - common, until: until - common }, by);
  return [read(before, wanted.before, cutter), read(after, wanted.after, other)];
}

function tokensFrom(lines: readonly string[], { from, until }: Wanted, cutter: Cutter): Token[][] {
  const tokens: Token[][] = [];
  let undecided: Token | null = null;
  for (let at = cutter.isAware ? 0 : from; at < lines.length; at++) {
    if (at === until) undecided = cutter.undecided();
    if (at >= until && cutter.undecided() !== undecided) return tokens;
    if (at >= until && undecided === null) return tokens;
    const cut = cutter.cut(lines[at] as string);
    if (at >= from && at < until) tokens.push(cut);
  }
  cutter.end();
  return tokens;
}

/** What a line says, as one text. */
export function formOf(tokens: readonly Token[]): string {
  let form = tokens[0]?.text ?? "";
  for (let at = 1; at < tokens.length; at++) form += `\u0000${tokens[at]?.text}`;
  return form;
}

/** After these a line end ends the statement, or makes another one of it. */
const restricted = new Set(
  `return throw break continue yield async get set static type declare abstract readonly accessor interface namespace
  module let using await new`.split(/\s+/),
);
const control = new Set(["if", "while", "for", "else", "do", "with", "switch"]);
/** Words that a statement does not begin with: without a semicolon they would go on with the line above. */
const goesOn = new Set(["in", "instanceof", "of", "as", "satisfies", "extends", "implements", "is"]);
/** Round brackets behind these call nothing. */
const notCalled = new Set(
  "in not and or return if else elif yield lambda is assert del for while with await raise match let case".split(" "),
);

interface Open {
  sign: string;
  /** What stands before it is called, or indexed. */
  isUsed: boolean;
}

/** Cuts one line after the other. */
interface Cutter {
  cut(line: string): Token[];
  /** The one token that what follows may still make loose. */
  undecided(): Token | null;
  /** No line follows. */
  end(): void;
  /** What a line says depends on those above it. */
  isAware: boolean;
  /** Another one that stands where this one does. */
  copy(): Cutter;
}

function createCutter(layout: Layout): Cutter {
  if (layout.cut === "tokens") return createTokenCutter(layout, createLineScanner(layout), START);
  const cutter: Cutter = {
    cut(line) {
      const text = layout.cut === "indented" ? sameQuotes(line.trim()) : withoutBlankEnd(line);
      return text === "" ? [] : [{ text, loose: false }];
    },
    undecided: () => null,
    end: () => undefined,
    isAware: false,
    copy: () => cutter,
  };
  return cutter;
}

interface Standing {
  open: readonly Open[];
  /** The last two tokens that are no comments. */
  last: Scanned | null;
  older: Scanned | null;
  semicolon: Token | null;
  isContinued: boolean;
}

const START: Standing = { open: [], last: null, older: null, semicolon: null, isContinued: false };

function createTokenCutter(layout: Layout, scanner: LineScanner, standing: Standing): Cutter {
  const open = [...standing.open];
  let { last, older, semicolon, isContinued } = standing;

  function cut(line: string): Token[] {
    const startsInside = scanner.isInside();
    const startsDeep = open.length > 0 || isContinued;
    const tokens = scanner.scan(line, last);
    let first: Scanned | null = null;
    let count = 0;
    for (const token of tokens) {
      if (token.kind === "comment") continue;
      if (first === null) settleSemicolon(token);
      if (token.kind === "sign") bracket(token);
      first ??= token;
      count++;
      older = last;
      last = token;
    }
    isContinued = layout.ends === "python" && last?.text === "\\" && first !== null;
    if (startsInside || first === null) return tokens;
    if (layout.orders && first.text === "#") return whole(line);
    if (layout.markup && isMarkup(line)) return whole(line);
    if (endsLoosely(first.text, count)) semicolon = last;
    return withEnds(tokens, line, startsDeep);
  }

  /** `return value` and `return; value` are not the same, nor are `if (a)` and `if (a);`. */
  function endsLoosely(first: string, count: number): boolean {
    if (!layout.looseSemicolon || last?.text !== ";" || control.has(first)) return false;
    const closesFirst = isClosing(first);
    return count > 1 && !closesFirst && !restricted.has(older?.text ?? "") && !control.has(older?.text ?? "");
  }

  function settleSemicolon(next: Pick<Scanned, "kind" | "text">): void {
    const ends = next.text === "}" || (next.kind === "word" && !goesOn.has(next.text));
    if (semicolon && ends) semicolon.loose = true;
    semicolon = null;
  }

  function bracket({ text }: Token): void {
    if (isOpening(text)) {
      const isValue = last !== null && (last.kind !== "sign" || last.text === ")" || last.text === "]");
      open.push({ sign: text, isUsed: isValue && !notCalled.has(last?.text ?? "") });
    } else if (isClosing(text)) {
      const opened = open.pop();
      if (opened && last && isLoose(text, opened)) last.loose = true;
    }
  }

  function isLoose(closing: string, { isUsed }: Open): boolean {
    if (older === null || isOpening(older.text) || older.text === "," || older.text === ";") return false;
    if (last?.text === ";") return layout.looseSemicolon && closing === "}" && older.text !== ")";
    if (last?.text !== "," || !layout.lastComma.includes(closing)) return false;
    return closing === "}" || (closing === ")" ? isUsed : !isUsed);
  }

  function withEnds(tokens: Token[], line: string, startsDeep: boolean): Token[] {
    const lastOne = last as Scanned;
    const end = { text: "\n", loose: false };
    switch (layout.ends) {
      case "none":
        return tokens;
      case "restricted": {
        const isStep = tokens[0]?.text === "++" || tokens[0]?.text === "--";
        if (restricted.has(lastOne.text)) tokens.push(end);
        return isStep ? [end, ...tokens] : tokens;
      }
      case "go": {
        const ends = lastOne.kind !== "sign" || [")", "]", "}", "++", "--"].includes(lastOne.text);
        return ends && !scanner.isInside() ? [...tokens, end] : tokens;
      }
      case "python": {
        const indent = { text: `\t${line.slice(0, line.length - line.trimStart().length)}`, loose: false };
        const isEnd = open.length === 0 && !isContinued && !scanner.isInside();
        return [...(startsDeep ? [] : [indent]), ...tokens, ...(isEnd ? [end] : [])];
      }
    }
  }

  return {
    cut,
    undecided: () => last,
    end: () => settleSemicolon({ kind: "sign", text: "}" }),
    isAware: true,
    copy: () => createTokenCutter(layout, scanner.copy(), { open, last, older, semicolon, isContinued }),
  };
}

function isOpening(sign: string): boolean {
  return sign === "(" || sign === "[" || sign === "{";
}

function isClosing(sign: string): boolean {
  return sign === ")" || sign === "]" || sign === "}";
}

function whole(line: string): Token[] {
  return [{ text: line.trim(), loose: false }];
}

/** Spaces between tags and words are shown: such a line is what it is, but for its indentation. */
function isMarkup(line: string): boolean {
  const text = line.trim();
  if (text.startsWith("<") || text.includes("</") || text.includes("/>")) return true;
  return /^[\w .!?'’-]+$/.test(text) && text.includes(" ");
}

function sameQuotes(text: string): string {
  return text.includes('"') || text.includes("\\") ? text : text.replaceAll("'", '"');
}

function withoutBlankEnd(line: string): string {
  let end = line.length;
  while (end > 0 && isBlank(line.charCodeAt(end - 1))) end--;
  return line.slice(0, end);
}
