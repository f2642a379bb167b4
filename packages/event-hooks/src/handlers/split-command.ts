/** From the command of a hook file to the words of a program, without a shell where none is needed. */
import { isOnlyShells, splitLine } from "@intentgate/shell";

export type SplitCommand =
  | { kind: "words"; words: readonly string[] }
  /** `first`: the program that it begins with, where that is told in plain words. */
  | { kind: "shell"; first: string | null }
  | { kind: "unsound"; why: string };

/** What means something to a shell wherever it stands outside quotes; the first of them end a word. */
const ENDING = "|&;<>()\n";
const OPERATORS = new Set(`${ENDING}$\`*?[]{}`);
/** What means something to it at the start of a word. */
const AT_START = new Set("~#!");
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

export function splitCommand(given: string): SplitCommand {
  // As a YAML block leaves it; a blank before that may be an escaped one.
  const text = given.slice(0, endOf(given));
  if (text.trim() === "") return { kind: "unsound", why: "it is empty" };
  if (CONTROL.test(text)) return { kind: "unsound", why: "it holds control characters" };
  const split = splitLine(text, { isSign, isSignInQuotes: (sign) => sign === "$" || sign === "`", escapes: true });
  if (split.ends === "open") {
    const why = split.sign === "\\" ? "it ends with a backslash" : `a ${split.sign} is not closed`;
    return { kind: "unsound", why };
  }
  const [name = split.ends === "sign" && ENDING.includes(split.sign) ? split.word : null] = split.words;
  if (split.ends === "sign") return { kind: "shell", first: name === "" || isOnlyShells(name ?? "") ? null : name };
  if (!name) return { kind: "unsound", why: "it names no program" };
  return isOnlyShells(name) ? { kind: "shell", first: null } : { kind: "words", words: split.words };
}

/** Also a part of an assignment: what is quoted in it makes it none the less one. */
function isSign(sign: string, word: string | null, before: readonly string[]): boolean {
  if (sign === "=") return before.length === 0 && ASSIGNMENT.test(`${word ?? ""}=`);
  return OPERATORS.has(sign) || (word === null && AT_START.has(sign));
}

function endOf(text: string): number {
  let end = text.length;
  while (text.charAt(end - 1) === "\n") end--;
  return end;
}
