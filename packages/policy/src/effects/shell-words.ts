/** Splits a command line that needs no shell to be understood; anything a shell would act on is a reason to stop. */
import { textProblem } from "../paths/path-problem.ts";

export type PlainWords =
  /** `quotedSigns`: a sign that means something to a shell stood between double quotes. */
  { ok: true; words: string[]; quotedSigns: boolean } | { ok: false; why: string };

export const MAX_COMMAND = 10_000;

const signs = new Set(";&|<>$`(){}*?[]~#!\\^\n");
/** Keep their meaning between double quotes. */
const expanding = new Set("$`\\!");
const unusualSpace = /[^\S \t\n]/u;

export function plainWords(command: string): PlainWords {
  if (command.length > MAX_COMMAND) return { ok: false, why: `the command is longer than ${MAX_COMMAND} characters` };
  const bad = textProblem(command.replaceAll("\n", " ").replaceAll("\t", " "));
  if (bad) return { ok: false, why: `the command ${bad}` };
  if (unusualSpace.test(command)) return { ok: false, why: "the command contains an unusual space" };

  const words: string[] = [];
  let word: string | null = null;
  let quote: "'" | '"' | null = null;
  let quotedSigns = false;
  for (const character of command) {
    if (quote !== null) {
      if (character === quote) {
        quote = null;
        continue;
      }
      if (quote === '"') {
        if (expanding.has(character)) return { ok: false, why: `${show(character)} between double quotes` };
        quotedSigns ||= signs.has(character);
      }
      if (character === "\n") return { ok: false, why: "a line break between quotes" };
      word = (word ?? "") + character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (character === " " || character === "\t") {
      if (word !== null) words.push(word);
      word = null;
    } else if (signs.has(character)) {
      return { ok: false, why: `${show(character)} means something to a shell` };
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== null) return { ok: false, why: "a quote is not closed" };
  if (word !== null) words.push(word);
  return words.length === 0 ? { ok: false, why: "the command is empty" } : { ok: true, words, quotedSigns };
}

function show(character: string): string {
  return character === "\n" ? "a line break" : character;
}
