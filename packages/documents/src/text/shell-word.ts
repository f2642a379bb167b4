/** Words of a POSIX shell. */
import { printable } from "./visible-text.ts";

/** Exactly this word, whatever it contains. */
export function quotedWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command line that a shell reads as exactly these words: plain ones stay as they are. */
export function shellLine(words: readonly string[]): string {
  return words.map((word, at) => (isPlain(word, at) ? word : quotedWord(word))).join(" ");
}

/** In the first place `A=b` would be an assignment. */
function isPlain(word: string, at: number): boolean {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) && !(at === 0 && word.includes("="));
}

/** A path or an id as a person may paste it: others gave it its name, and a name must not become a command or hide. */
export function pastedWord(text: string): string {
  const shown = printable(text);
  return /^[A-Za-z0-9_./@+][A-Za-z0-9_./@+:=%,-]*$/.test(shown) ? shown : quotedWord(shown);
}
