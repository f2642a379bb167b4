/**
 * A line cut into words, strings and single signs, the same way for every language: enough to see that a formatter only
 * moved white space, and careful enough that white space inside quotes counts. A line is given one character a byte.
 */

const TAB = 9;
const SPACE = 32;
const QUOTES: ReadonlySet<number> = new Set([34, 39, 96]);
const BACKSLASH = 92;

export function lineTokens(line: string): string[] {
  const tokens: string[] = [];
  const end = line.length;
  let at = 0;
  while (at < end) {
    const code = line.charCodeAt(at);
    if (isBlank(code)) {
      at++;
      continue;
    }
    const start = at;
    if (isWord(code)) {
      while (at < end && isWord(line.charCodeAt(at))) at++;
      tokens.push(line.slice(start, at));
    } else if (QUOTES.has(code)) {
      at = endOfString(line, at, code);
      tokens.push(quoted(line.slice(start, at)));
    } else {
      at++;
      tokens.push(line.slice(start, at));
    }
  }
  return tokens;
}

/** Behind the closing quote; without one the rest of the line is taken as it stands, up to its last visible sign. */
function endOfString(line: string, start: number, quote: number): number {
  for (let at = start + 1; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === quote) return at + 1;
  }
  let end = line.length;
  while (end > start + 1 && isBlank(line.charCodeAt(end - 1))) end--;
  return end;
}

/** Formatters choose between the two kinds of quotes; where no quote stands inside, the choice means nothing. */
function quoted(text: string): string {
  if (text.charCodeAt(0) !== 39 || text.length < 2 || !text.endsWith("'")) return text;
  const inside = text.slice(1, -1);
  return inside.includes('"') || inside.includes("\\") ? text : `"${inside}"`;
}

function isBlank(code: number): boolean {
  return code === SPACE || (code >= TAB && code <= 13);
}

/** Letters, digits, `_`, `$` and every byte of a character beyond ASCII. */
function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code >= 128
  );
}

/** A comma or a semicolon that a formatter adds or drops: at the end of a line, or before a closing bracket. */
export function isLoose(tokens: readonly string[], at: number): boolean {
  const token = tokens[at];
  if (token !== "," && token !== ";") return false;
  const next = tokens[at + 1];
  return next === undefined || next === ")" || next === "]" || next === "}";
}

/** How much a line says: its words, and the characters in them. */
export interface Weight {
  words: number;
  characters: number;
}

export function weightOf(tokens: readonly string[]): Weight {
  const weight = { words: 0, characters: 0 };
  for (const token of tokens) {
    const code = token.charCodeAt(0);
    if (!isWord(code) && !QUOTES.has(code)) continue;
    weight.words++;
    weight.characters += token.length;
  }
  return weight;
}

/** Enough to be told apart from what anybody might write: two words at least, and eight characters in them. */
export function saysEnough({ words, characters }: Weight): boolean {
  return words >= 2 && characters >= 8;
}

export function isWeighty(tokens: readonly string[]): boolean {
  return saysEnough(weightOf(tokens));
}
