/** A command line to its words, for those who start a program without a shell: what only a shell understands ends it. */

export interface LineRules {
  /** Outside of quotes: only a shell understands this sign. `word`: what stands of its word so far, null at the start. */
  isSign(sign: string, word: string | null, before: readonly string[]): boolean;
  /** The same between double quotes. */
  isSignInQuotes(sign: string): boolean;
  /** A backslash changes what the sign behind it means, as in a shell; without this it is a letter like any other. */
  escapes: boolean;
}

export type SplitLine =
  | { ends: "all"; words: readonly string[] }
  /** `word`: what stands of the word in front of the sign; null at the start of one, and where the sign stands in quotes. */
  | { ends: "sign"; sign: string; words: readonly string[]; word: string | null }
  /** A quote that is not closed, or a backslash with nothing behind it. */
  | { ends: "open"; sign: string };

export function splitLine(text: string, rules: LineRules): SplitLine {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < text.length) {
    const sign = text.charAt(at);
    if (sign === " " || sign === "\t") {
      if (word !== null) words.push(word);
      word = null;
      at++;
    } else if (sign === "'" || sign === '"') {
      const quoted = sign === "'" ? singleQuoted(text, at + 1) : doubleQuoted(text, at + 1, rules);
      if (quoted === null) return { ends: "open", sign };
      if (quoted.sign !== null) return { ends: "sign", sign: quoted.sign, words, word: null };
      word = (word ?? "") + quoted.text;
      at = quoted.end;
    } else if (sign === "\\" && rules.escapes) {
      const next = text.charAt(at + 1);
      if (next === "") return { ends: "open", sign };
      if (next === "\n") return { ends: "sign", sign: next, words, word };
      word = (word ?? "") + next;
      at += 2;
    } else if (rules.isSign(sign, word, words)) {
      return { ends: "sign", sign, words, word };
    } else {
      word = (word ?? "") + sign;
      at++;
    }
  }
  if (word !== null) words.push(word);
  return { ends: "all", words };
}

/** `sign`: one inside that only a shell understands. */
interface Quoted {
  text: string;
  sign: string | null;
  end: number;
}

function singleQuoted(text: string, start: number): Quoted | null {
  const end = text.indexOf("'", start);
  return end < 0 ? null : { text: text.slice(start, end), sign: null, end: end + 1 };
}

const escaped = new Set('"\\$`\n');

function doubleQuoted(text: string, start: number, { escapes, isSignInQuotes }: LineRules): Quoted | null {
  let inside = "";
  let found: string | null = null;
  for (let at = start; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '"') return { text: inside, sign: found, end: at + 1 };
    const next = text.charAt(at + 1);
    if (escapes && sign === "\\" && escaped.has(next)) {
      at++;
      if (next === "\n") found ??= next;
      inside += next;
    } else {
      if (isSignInQuotes(sign)) found ??= sign;
      inside += sign;
    }
  }
  return null;
}
