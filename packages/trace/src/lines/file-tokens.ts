/**
 * What the lines of a file say, as tokens: two texts whose tokens are the same are the same program, as far as their
 * language is known here. White space that means something is a token of its own.
 */
import type { Layout } from "./layout.ts";
import { isBlank } from "./line-key.ts";
import { createLineScanner, type Scanned } from "./scan-line.ts";

export interface Token {
  text: string;
  /** A formatter may add or drop it, and nothing changes. */
  loose: boolean;
}

/** Lines are given one character a byte, with or without their ends. */
export function fileTokens(lines: readonly string[], layout: Layout): Token[][] {
  if (layout.cut === "tokens") return cutIntoTokens(lines, layout);
  return lines.map((line) => {
    const text = layout.cut === "indented" ? sameQuotes(line.trim()) : withoutBlankEnd(line);
    return text === "" ? [] : [{ text, loose: false }];
  });
}

/** What a line says, as one text. */
export function formOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join("\u0000");
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

function cutIntoTokens(lines: readonly string[], layout: Layout): Token[][] {
  const scanner = createLineScanner(layout);
  const open: Open[] = [];
  /** The last two tokens that are no comments. */
  let [last, older]: (Scanned & Token)[] = [];
  let semicolon: Token | null = null;
  let isContinued = false;
  const cut = lines.map((line) => {
    const startsInside = scanner.isInside();
    const startsDeep = open.length > 0 || isContinued;
    const scanned = scanner.scan(line, last ?? null);
    const code = scanned.filter(({ kind }) => kind !== "comment");
    const tokens: Token[] = [];
    settleSemicolon(code[0]);
    for (const one of scanned) {
      const token = { ...one, loose: false };
      tokens.push(token);
      if (one.kind === "comment") continue;
      if (one.kind === "sign") bracket(token);
      [older, last] = [last, token];
    }
    isContinued = layout.ends === "python" && last?.text === "\\" && code.length > 0;
    if (startsInside || code.length === 0) return tokens;
    if (layout.orders && code[0]?.text === "#") return whole(line);
    if (layout.markup && isMarkup(line)) return whole(line);
    if (endsLoosely(code)) semicolon = last ?? null;
    return withEnds(tokens, line, startsDeep);
  });
  settleSemicolon({ kind: "sign", text: "}" });
  return cut;

  /** `return value` and `return; value` are not the same, nor are `if (a)` and `if (a);`. */
  function endsLoosely(code: readonly Scanned[]): boolean {
    if (!layout.looseSemicolon || last?.text !== ";" || control.has(code[0]?.text ?? "")) return false;
    const closesFirst = [")", "]", "}"].includes(code[0]?.text ?? "");
    return code.length > 1 && !closesFirst && !restricted.has(older?.text ?? "") && !control.has(older?.text ?? "");
  }

  function settleSemicolon(next: Scanned | undefined): void {
    if (next === undefined) return;
    const ends = next.text === "}" || (next.kind === "word" && !goesOn.has(next.text));
    if (semicolon && ends) semicolon.loose = true;
    semicolon = null;
  }

  function bracket({ text }: Token): void {
    if ("([{".includes(text)) {
      const isValue = last !== undefined && (last.kind !== "sign" || last.text === ")" || last.text === "]");
      open.push({ sign: text, isUsed: isValue && !notCalled.has(last?.text ?? "") });
    } else if (")]}".includes(text)) {
      const opened = open.pop();
      if (opened && last && isLoose(text, opened)) last.loose = true;
    }
  }

  function isLoose(closing: string, { isUsed }: Open): boolean {
    if (older === undefined || ["(", "[", "{", ",", ";"].includes(older.text)) return false;
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
        return [...(isStep ? [end] : []), ...tokens, ...(restricted.has(lastOne.text) ? [end] : [])];
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
