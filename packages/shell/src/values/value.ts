/** What the walker knows about a piece of text that the shell computes. */
import type { Word } from "../uses/program.ts";

/** Stands for the start folder in `$PWD`: such a path stays right after a later `cd`. */
export const START = "\uFDD0";
/** Stands for the part of an option's value that only the running shell knows: `--output=$x`. */
export const GAP = "\uFDD1";

export interface Value {
  text: string | null;
  /** The text is a pattern over existing names, also where it stands in quotes: `for f in *.txt`. */
  glob: boolean;
  /** Learned through what another program prints: believed when it accuses, never when it excuses. */
  dynamic: boolean;
  /** A number whatever it is: evaluating it as arithmetic runs nothing. */
  numeric: boolean;
}

/** One word of a command after everything the shell does to it. */
export interface Field extends Word {
  dynamic: boolean;
  /** Some of it came from a variable or a substitution. */
  expanded: boolean;
  /** A number whatever it is. */
  numeric: boolean;
  /** It starts like an option, and the rest of it is not known: `-$x`. */
  hiddenOption: boolean;
  /** The same word with nothing that depends on what other programs print. */
  doubted: string | null;
  /** What one reads from `<(…)`, where the word is one; null = not known; undefined = it is not one. */
  feed: string | null | undefined;
  /** `name=value` as an argument of `export` and its kind: the value. */
  assigned: Value | undefined;
}

export function known(text: string): Value {
  return { text, glob: false, dynamic: false, numeric: isInteger(text) };
}

export const notKnown: Value = { text: null, glob: false, dynamic: false, numeric: false };
/** What a name holds that nobody here has set; told apart from other values by being this very one. */
export const inherited: Value = { ...notKnown };
export const someNumber: Value = { text: null, glob: false, dynamic: false, numeric: true };

export function field(text: string | null, glob = false): Field {
  return {
    text,
    glob,
    dynamic: false,
    expanded: false,
    numeric: text !== null && isInteger(text),
    hiddenOption: false,
    doubted: text,
    feed: undefined,
    assigned: undefined,
  };
}

/** The text where all of it is known. */
export function fullText(word: Word): string | null {
  return word.text === null || word.text.includes(GAP) ? null : word.text;
}

export function isInteger(text: string): boolean {
  return /^-?[0-9]{1,15}$/.test(text);
}

export function isName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

/** A program's words are its arguments again, or new ones. */
export function asField(word: Word): Field {
  if ("hiddenOption" in word) return word as Field;
  return word.single ? { ...field(word.text, word.glob), single: true } : field(word.text, word.glob);
}

export function fieldValue({ text, glob, dynamic, numeric }: Field): Value {
  return { text, glob, dynamic, numeric };
}
