/** Cuts one line after the other into words, strings, comments and signs, and knows what a line begins inside of. */
import type { Layout } from "./layout.ts";
import { isBlank } from "./line-key.ts";
import { isWord } from "./line-weight.ts";

export type TokenKind = "word" | "string" | "comment" | "sign";

export interface Scanned {
  kind: TokenKind;
  text: string;
}

export interface LineScanner {
  /** `before`: the last token of the lines above that is no comment. */
  scan(line: string, before: Scanned | null): Scanned[];
  /** The next line goes on with a string or a comment. */
  isInside(): boolean;
}

/** Longest first: `i++ + j` and `i + ++j` are not the same. */
const signs = [
  ...["===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "...", "..="],
  ...["=>", "->", "<-", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%="],
  ...["&=", "|=", "^=", "<<", ">>", "::", ":=", "**", "..", "//"],
];
/** Behind these a value stands, so that a slash begins a pattern. */
const beforeValue = new Set(["return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new"]);
const LONGEST_PREFIX = 3;
const LONGEST_CHARACTER = 12;
const BACKSLASH = 92;

export function createLineScanner(layout: Layout): LineScanner {
  /** What the next line begins inside of: the sign that ends it; of templates also the values they stand around. */
  let inside: { ends: string } | { template: ("`" | number)[] } | null = null;

  function scan(line: string, before: Scanned | null): Scanned[] {
    const found: Scanned[] = [];
    let at = 0;
    let last = before;
    const put = (kind: TokenKind, end: number, text = line.slice(at, end)) => {
      found.push({ kind, text });
      if (kind !== "comment") last = { kind, text };
      at = end;
    };
    if (inside) {
      const isComment = "ends" in inside && inside.ends === "*/";
      const end = endOfInside(line, 0);
      const text = line.slice(0, end);
      put(isComment ? "comment" : "string", end, isComment ? text.trim() : withoutEnd(text));
      if (found[0]?.text === "") found.pop();
    }
    while (at < line.length) {
      const code = line.charCodeAt(at);
      if (isBlank(code)) at++;
      else if (isComment(line, at)) put("comment", line.length, line.slice(at).trim());
      else if (layout.blockComment && line.startsWith("/*", at)) {
        inside = { ends: "*/" };
        const end = endOfInside(line, at + 2);
        put("comment", end, line.slice(at, end).trim());
      } else if (isWord(code)) word();
      else if (isQuote(line[at] as string)) string(at);
      else if (layout.patterns && code === 47 && mayBegin(last) && endOfPattern(line, at) > 0)
        put("string", endOfPattern(line, at));
      else put("sign", at + (signs.find((sign) => line.startsWith(sign, at))?.length ?? 1));
    }
    return found;

    function word(): void {
      const isNumber = line.charCodeAt(at) <= 57;
      let end = at + 1;
      while (end < line.length && (isWord(line.charCodeAt(end)) || (isNumber && isPoint(line, end)))) end++;
      if (end - at <= LONGEST_PREFIX && !isNumber && isQuote(line[end] ?? "")) string(end);
      else put("word", end);
    }

    /** `quote` is where it opens; what stands between `at` and there is its prefix. */
    function string(quote: number): void {
      const long = layout.longStrings.find((sign) => line.startsWith(sign, quote));
      if (long === "`" && layout.patterns) inside = { template: ["`"] };
      else if (long !== undefined) inside = { ends: long };
      if (long !== undefined) {
        const end = endOfInside(line, quote + long.length);
        const text = line.slice(at, end);
        put("string", end, isOpen() ? withoutEnd(text) : alike(text));
        return;
      }
      const end = endOfString(line, quote);
      // An apostrophe: of a lifetime, of a number, of prose.
      const isSign = line[quote] === "'" && !layout.sameQuotes && (end < 0 || end - quote > LONGEST_CHARACTER);
      if (isSign) put("sign", quote + 1);
      else if (end < 0) put("string", line.length, line.slice(at).trimEnd());
      else put("string", end, alike(line.slice(at, end)));
    }
  }

  /** Formatters choose between the two kinds of quotes; where no quote stands inside, the choice means nothing. */
  function alike(text: string): string {
    const open = text.indexOf("'");
    if (!layout.sameQuotes || open < 0 || !text.endsWith("'") || open > LONGEST_PREFIX) return text;
    const content = text.slice(open + 1, -1);
    return /["'\\`]/.test(content) || text.slice(0, open).includes('"') ? text : `${text.slice(0, open)}"${content}"`;
  }

  function isComment(line: string, at: number): boolean {
    return layout.lineComment !== null && line.startsWith(layout.lineComment, at);
  }

  function isQuote(sign: string): boolean {
    return sign === '"' || sign === "'" || (sign === "`" && layout.longStrings.includes("`"));
  }

  /** Behind what ends it, or at the end of the line, where it goes on. */
  function endOfInside(line: string, from: number): number {
    if (inside === null) return from;
    if ("template" in inside) return endOfTemplate(line, from, inside.template);
    const { ends } = inside;
    for (let at = from; at < line.length; at++) {
      if (line.charCodeAt(at) === BACKSLASH && ends !== "*/" && ends !== "`") at++;
      else if (line.startsWith(ends, at)) {
        inside = null;
        return at + ends.length;
      }
    }
    return line.length;
  }

  function endOfTemplate(line: string, from: number, open: ("`" | number)[]): number {
    for (let at = from; at < line.length; at++) {
      const sign = line[at];
      const top = open.at(-1);
      if (sign === "\\") at++;
      else if (sign === "`" && top === "`") open.pop();
      else if (sign === "`") open.push("`");
      else if (top === "`") {
        if (sign === "$" && line[at + 1] === "{") open.push(0);
      } else if (sign === '"' || sign === "'") at = Math.max(at, endOfString(line, at) - 1);
      else if (sign === "{") open[open.length - 1] = (top as number) + 1;
      else if (sign === "}") {
        if ((top as number) <= 1) open.pop();
        else open[open.length - 1] = (top as number) - 1;
      }
      if (open.length === 0) {
        inside = null;
        return at + 1;
      }
    }
    return line.length;
  }

  function isOpen(): boolean {
    return inside !== null;
  }

  return { scan, isInside: isOpen };
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
