/** Cuts one line after the other into words, strings, comments and signs, and knows what a line begins inside of. */
import type { Layout } from "./layout.ts";
import { isBlank } from "./line-key.ts";
import { isWord } from "./line-weight.ts";

export type TokenKind = "word" | "string" | "comment" | "sign";

export interface Token {
  text: string;
  /** A formatter may add or drop it, and nothing changes. */
  loose: boolean;
}

export interface Scanned extends Token {
  kind: TokenKind;
}

export interface LineScanner {
  /** `before`: the last token of the lines above that is no comment. */
  scan(line: string, before: Scanned | null): Scanned[];
  /** The next line goes on with a string or a comment. */
  isInside(): boolean;
  /** Another one that stands where this one does. */
  copy(): LineScanner;
}

/** Longest first: `i++ + j` and `i + ++j` are not the same. */
const signs = [
  ...["===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "...", "..="],
  ...["=>", "->", "<-", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%="],
  ...["&=", "|=", "^=", "<<", ">>", "::", ":=", "**", "..", "//"],
];
const signsByFirst = new Map<string, string[]>();
for (const sign of signs) signsByFirst.set(sign[0] as string, [...(signsByFirst.get(sign[0] as string) ?? []), sign]);
/** Behind these a value stands, so that a slash begins a pattern. */
const beforeValue = new Set(["return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new"]);
const LONGEST_PREFIX = 3;
const LONGEST_CHARACTER = 12;
const [DOUBLE, SINGLE, STAR, SLASH, BACKSLASH, BACKTICK] = [34, 39, 42, 47, 92, 96];

/** What a line begins inside of: the sign that ends it; of templates also the values they stand around. */
type Inside = { ends: string } | { template: ("`" | number)[] } | null;

export function createLineScanner(layout: Layout, startsInside: Inside = null): LineScanner {
  let inside = startsInside;
  const hasBackticks = layout.longStrings.includes("`");
  /** The line that is read, how far, what was found in it, and the last token that is no comment. */
  let line = "";
  let at = 0;
  let found: Scanned[] = [];
  let last: Scanned | null = null;

  function scan(next: string, before: Scanned | null): Scanned[] {
    line = next;
    at = 0;
    found = [];
    last = before;
    if (inside) goOnInside();
    while (at < line.length) {
      const code = line.charCodeAt(at);
      if (isBlank(code)) at++;
      else if (isWord(code)) word();
      else if (isComment()) put("comment", line.length, line.slice(at).trim());
      else if (layout.blockComment && code === SLASH && line.charCodeAt(at + 1) === STAR) {
        inside = { ends: "*/" };
        const end = endOfInside(at + 2);
        put("comment", end, line.slice(at, end).trim());
      } else if (isQuote(code)) string(at);
      else if (layout.patterns && code === SLASH && mayBegin(last) && endOfPattern(line, at) > 0) {
        const end = endOfPattern(line, at);
        put("string", end, line.slice(at, end));
      } else sign();
    }
    return found;
  }

  function put(kind: TokenKind, end: number, text: string): void {
    const token = { kind, text, loose: false };
    found.push(token);
    if (kind !== "comment") last = token;
    at = end;
  }

  function goOnInside(): void {
    const isComment = inside !== null && "ends" in inside && inside.ends === "*/";
    const end = endOfInside(0);
    const text = line.slice(0, end);
    put(isComment ? "comment" : "string", end, isComment ? text.trim() : withoutEnd(text));
    if (found[0]?.text === "") found.pop();
  }

  function sign(): void {
    const first = line[at] as string;
    const longer = signsByFirst.get(first)?.find((one) => line.startsWith(one, at));
    put("sign", at + (longer?.length ?? 1), longer ?? first);
  }

  function word(): void {
    const isNumber = line.charCodeAt(at) <= 57;
    let end = at + 1;
    while (end < line.length && (isWord(line.charCodeAt(end)) || (isNumber && isPoint(line, end)))) end++;
    if (end - at <= LONGEST_PREFIX && !isNumber && isQuote(line.charCodeAt(end))) string(end);
    else put("word", end, line.slice(at, end));
  }

  /** `quote` is where it opens; what stands between `at` and there is its prefix. */
  function string(quote: number): void {
    const long = layout.longStrings.find((one) => line.startsWith(one, quote));
    if (long === "`" && layout.patterns) inside = { template: ["`"] };
    else if (long !== undefined) inside = { ends: long };
    if (long !== undefined) {
      const end = endOfInside(quote + long.length);
      const text = line.slice(at, end);
      put("string", end, isOpen() ? withoutEnd(text) : alike(text));
      return;
    }
    const end = endOfString(line, quote);
    // An apostrophe: of a lifetime, of a number, of prose.
    const isSign = line[quote] === "'" && !layout.sameQuotes && (end < 0 || end - quote > LONGEST_CHARACTER);
    if (isSign) put("sign", quote + 1, line.slice(at, quote + 1));
    else if (end < 0) put("string", line.length, line.slice(at).trimEnd());
    else put("string", end, alike(line.slice(at, end)));
  }

  /** Formatters choose between the two kinds of quotes; where no quote stands inside, the choice means nothing. */
  function alike(text: string): string {
    const open = text.indexOf("'");
    if (!layout.sameQuotes || open < 0 || !text.endsWith("'") || open > LONGEST_PREFIX) return text;
    const content = text.slice(open + 1, -1);
    return /["'\\`]/.test(content) || text.slice(0, open).includes('"') ? text : `${text.slice(0, open)}"${content}"`;
  }

  function isComment(): boolean {
    return layout.lineComment !== null && line.startsWith(layout.lineComment, at);
  }

  function isQuote(code: number): boolean {
    return code === DOUBLE || code === SINGLE || (code === BACKTICK && hasBackticks);
  }

  /** Behind what ends it, or at the end of the line, where it goes on. */
  function endOfInside(from: number): number {
    if (inside === null) return from;
    if ("template" in inside) return endOfTemplate(from, inside.template);
    const { ends } = inside;
    for (let place = from; place < line.length; place++) {
      if (line.charCodeAt(place) === BACKSLASH && ends !== "*/" && ends !== "`") place++;
      else if (line.startsWith(ends, place)) {
        inside = null;
        return place + ends.length;
      }
    }
    return line.length;
  }

  function endOfTemplate(from: number, open: ("`" | number)[]): number {
    for (let place = from; place < line.length; place++) {
      const sign = line[place];
      const top = open.at(-1);
      if (sign === "\\") place++;
      else if (sign === "`" && top === "`") open.pop();
      else if (sign === "`") open.push("`");
      else if (top === "`") {
        if (sign === "$" && line[place + 1] === "{") open.push(0);
      } else if (sign === '"' || sign === "'") place = Math.max(place, endOfString(line, place) - 1);
      else if (sign === "{") open[open.length - 1] = (top as number) + 1;
      else if (sign === "}") {
        if ((top as number) <= 1) open.pop();
        else open[open.length - 1] = (top as number) - 1;
      }
      if (open.length === 0) {
        inside = null;
        return place + 1;
      }
    }
    return line.length;
  }

  function isOpen(): boolean {
    return inside !== null;
  }

  const copied = (): Inside => (inside && "template" in inside ? { template: [...inside.template] } : inside);
  return { scan, isInside: isOpen, copy: () => createLineScanner(layout, copied()) };
}

/** Behind the closing quote; -1 where the line has none. */
function endOfString(line: string, start: number): number {
  const quote = line.charCodeAt(start);
  for (let at = start + 1; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === quote) return at + 1;
  }
  return -1;
}

/** Behind the flags of a pattern; -1 where it does not end on this line. */
function endOfPattern(line: string, start: number): number {
  let isClass = false;
  for (let at = start + 1; at < line.length; at++) {
    const sign = line[at];
    if (sign === "\\") at++;
    else if (sign === "[") isClass = true;
    else if (sign === "]") isClass = false;
    else if (sign === "/" && !isClass) {
      let end = at + 1;
      while (end < line.length && isWord(line.charCodeAt(end))) end++;
      return end;
    }
  }
  return -1;
}

function mayBegin(last: Scanned | null): boolean {
  if (last === null) return true;
  if (last.kind === "word") return beforeValue.has(last.text);
  return last.kind === "sign" && ![")", "]", "}", "++", "--"].includes(last.text);
}

function isPoint(line: string, at: number): boolean {
  const next = line.charCodeAt(at + 1);
  return line[at] === "." && next >= 48 && next <= 57;
}

/** Without its line end; all other white space belongs to the string. */
function withoutEnd(text: string): string {
  return text.endsWith("\r\n") ? text.slice(0, -2) : text.endsWith("\n") ? text.slice(0, -1) : text;
}
