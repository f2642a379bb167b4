/** From the command of a hook file to the words of a program, without a shell where none is needed. */

export type SplitCommand =
  | { kind: "words"; words: readonly string[] }
  /** `first`: the program that it begins with, where that is told in plain words. */
  | { kind: "shell"; first: string | null }
  | { kind: "unsound"; why: string };

/** What means something to a shell wherever it stands outside quotes. */
const OPERATORS = new Set("|&;<>()$`*?[]{}\n");
/** What means something to it at the start of a word. */
const AT_START = new Set("~#!");
const IN_DOUBLE_QUOTES = new Set('"\\$`');
const BLANKS = new Set(" \t");
/** Words that no program on a disk answers to. */
const SHELL_WORDS = new Set(
  ". : source exec eval cd set unset export readonly alias trap ulimit umask shift wait command type exit if while until for case".split(
    " ",
  ),
);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

export function splitCommand(given: string): SplitCommand {
  // As a YAML block leaves it; a blank before that may be an escaped one.
  const text = given.slice(0, endOf(given));
  if (text.trim() === "") return { kind: "unsound", why: "it is empty" };
  if (CONTROL.test(text)) return { kind: "unsound", why: "it holds control characters" };
  const words: string[] = [];
  let word: string | null = null;
  const shell = (): SplitCommand => ({ kind: "shell", first: firstOf(words, word) });
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (BLANKS.has(character)) {
      if (word !== null) words.push(word);
      word = null;
      at++;
    } else if (character === "'" || character === '"') {
      const quoted: Quoted | null = character === "'" ? singleQuoted(text, at + 1) : doubleQuoted(text, at + 1);
      if (quoted === null) return { kind: "unsound", why: `a ${character} is not closed` };
      if (quoted.text === null) return { kind: "shell", first: firstOf(words, null) };
      word = (word ?? "") + quoted.text;
      at = quoted.end;
    } else if (character === "\\") {
      const next = text.charAt(at + 1);
      if (next === "") return { kind: "unsound", why: "it ends with a backslash" };
      if (next === "\n") return shell();
      word = (word ?? "") + next;
      at += 2;
    } else if (OPERATORS.has(character) || (word === null && AT_START.has(character))) {
      // A word that goes on with something of the shell's is not known yet.
      if (!"|&;<>()\n".includes(character)) word = null;
      return shell();
    } else {
      // Also a part of it: what is quoted in an assignment is one all the same.
      word = (word ?? "") + character;
      if (character === "=" && words.length === 0 && ASSIGNMENT.test(word)) return { kind: "shell", first: null };
      at++;
    }
  }
  if (word !== null) words.push(word);
  const [name = ""] = words;
  if (name === "") return { kind: "unsound", why: "it names no program" };
  return SHELL_WORDS.has(name) ? { kind: "shell", first: null } : { kind: "words", words };
}

function endOf(text: string): number {
  let end = text.length;
  while (text.charAt(end - 1) === "\n") end--;
  return end;
}

function firstOf(words: readonly string[], unfinished: string | null): string | null {
  const first = words[0] ?? unfinished;
  return first === null || first === "" || SHELL_WORDS.has(first) ? null : first;
}

/** `text`: null where it cannot be told without a shell. */
interface Quoted {
  text: string | null;
  end: number;
}

function singleQuoted(text: string, start: number): Quoted | null {
  const end = text.indexOf("'", start);
  return end < 0 ? null : { text: text.slice(start, end), end: end + 1 };
}

function doubleQuoted(text: string, start: number): Quoted | null {
  let inside = "";
  let needsShell = false;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') return { text: needsShell ? null : inside, end: at + 1 };
    const escapes = character === "\\" && (IN_DOUBLE_QUOTES.has(text.charAt(at + 1)) || text.charAt(at + 1) === "\n");
    if (escapes) {
      at++;
      needsShell ||= text.charAt(at) === "\n";
      inside += text.charAt(at);
    } else {
      needsShell ||= character === "$" || character === "`";
      inside += character;
    }
  }
  return null;
}
