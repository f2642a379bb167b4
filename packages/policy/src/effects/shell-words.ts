/** Splits a command line that needs no shell to be understood; with a sign that a shell would act on it is none, unless single quotes hide it. */
import { textProblem } from "../paths/path-problem.ts";

type PlainWords = { ok: true; words: string[] } | { ok: false };

export const MAX_COMMAND = 10_000;

const signs = new Set(";&|<>$`(){}*?[]~#!\\^\n");
const unusualSpace = /[^\S \t\n]/u;

export function plainWords(command: string): PlainWords {
  const isOdd = textProblem(command.replaceAll("\t", " ")) !== null || unusualSpace.test(command);
  if (command.length > MAX_COMMAND || isOdd) return { ok: false };
  const words: string[] = [];
  let word: string | null = null;
  let quote: "'" | '"' | null = null;
  for (const character of command) {
    if (quote !== null) {
      if (character === quote) quote = null;
      else if (quote === '"' && signs.has(character)) return { ok: false };
      else word = (word ?? "") + character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (character === " " || character === "\t") {
      if (word !== null) words.push(word);
      word = null;
    } else if (signs.has(character)) {
      return { ok: false };
    } else {
      word = (word ?? "") + character;
    }
  }
  if (word !== null) words.push(word);
  return quote !== null || words.length === 0 ? { ok: false } : { ok: true, words };
}

/** True for a word with a sign that a shell would act on if it saw it without its quotes. */
export function hasSigns(word: string): boolean {
  return [...word].some((character) => signs.has(character));
}
