/** Finds what an awk program writes and runs: redirections of `print`, pipes, `system`. */
import { type AwkToken, awkTokens } from "./awk-tokens.ts";

export interface AwkProgram {
  /** Null: the name is computed. */
  writes: { path: string | null; appends: boolean }[];
  /** Commands given to a shell; null: the text is computed. */
  runs: (string | null)[];
}

const MAX_PROGRAM = 20_000;
/** What a lone text may follow without being glued to something before it. */
const beginnings = new Set(["(", "{", ";", ",", "!", "&&", "||", "=", "?", ":", "}"]);

/** Undefined: not understood. `given`: variables that are set before it starts; null = any may be. */
export function readAwkProgram(program: string, given: ReadonlyMap<string, string> | null): AwkProgram | undefined {
  if (program.length > MAX_PROGRAM) return undefined;
  const cut = awkTokens(program);
  if (!cut) return undefined;
  const isIndirect = cut.some(({ kind, text }) => kind === "word" && text === "SYMTAB");
  const tokens = isIndirect || !given ? cut : cut.map((token) => filledIn(token, cut, given));
  const found: AwkProgram = { writes: [], runs: [] };
  const pipesOfPrint = new Set<number>();
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind === "word" && (token.text === "print" || token.text === "printf")) {
      if (!readPrint(tokens, at, found, pipesOfPrint)) return undefined;
    } else if (token?.kind === "word" && token.text === "system") {
      found.runs.push(loneArgument(tokens, at + 1));
    } else if (token?.kind === "sign" && token.text === "|&") return undefined;
    else if (token?.kind === "sign" && token.text === "|") {
      const next = tokens[at + 1];
      if (next?.kind === "word" && next.text === "getline") found.runs.push(loneTextBefore(tokens, at));
      else if (!pipesOfPrint.has(at)) return undefined;
    }
  }
  return found;
}

/** A variable that is met once is set nowhere in the program; one that is set to a text once holds it where it is met again. */
function filledIn(token: AwkToken, all: readonly AwkToken[], given: ReadonlyMap<string, string>): AwkToken {
  if (token.kind !== "word" || all[all.indexOf(token) + 1]?.text === "=") return token;
  const text = countOf(all, token.text) === 1 ? given.get(token.text) : setOnce(all, given).get(token.text);
  return text === undefined ? token : { kind: "text", text };
}

function countOf(all: readonly AwkToken[], name: string): number {
  return all.filter(({ kind, text }) => kind === "word" && text === name).length;
}

/** Not where it may hold something else before. */
function setOnce(all: readonly AwkToken[], given: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [at, { kind, text }] of all.entries()) {
    const [equals, value, end] = [all[at + 1], all[at + 2], all[at + 3]];
    const isSet = kind === "word" && equals?.kind === "sign" && equals.text === "=" && value?.kind === "text";
    const ends = end?.kind === "line_end" || end?.text === ";" || end?.text === "}";
    if (isSet && ends && countOf(all, text) === 2 && !given.has(text)) found.set(text, value.text);
  }
  return found;
}

/** Looks at one `print` for a redirection outside of parentheses. */
function readPrint(tokens: readonly AwkToken[], start: number, found: AwkProgram, pipesOfPrint: Set<number>): boolean {
  let depth = 0;
  for (let at = start + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) return true;
    const before = tokens[at - 1];
    if (token.kind === "line_end") {
      const goesOn = before?.kind === "sign" && [",", "&&", "||"].includes(before.text);
      if (!goesOn && depth === 0) return true;
    }
    if (token.kind === "word" && (token.text === "print" || token.text === "printf")) return depth === 0;
    if (token.kind !== "sign") continue;
    if (token.text === "(" || token.text === "[") depth += 1;
    else if (token.text === ")" || token.text === "]") depth -= 1;
    else if (depth > 0) {
      if (token.text === "{" || token.text === "}" || token.text === "|") return false;
    } else if (token.text === ";" || token.text === "}") return true;
    else if (token.text === ">" || token.text === ">>") {
      found.writes.push({ path: loneText(tokens, at + 1), appends: token.text === ">>" });
    } else if (token.text === "|") {
      const next = tokens[at + 1];
      if (next?.kind === "word" && next.text === "getline") continue;
      pipesOfPrint.add(at);
      const command = loneText(tokens, at + 1);
      const said = at === start + 2 && tokens[start]?.text === "print" && before?.kind === "text" ? before.text : null;
      // What a shell is given to read is what it runs.
      found.runs.push(said !== null && command !== null && /^(?:\/bin\/)?(?:ba|da)?sh$/.test(command) ? said : command);
    }
  }
  return depth === 0;
}

/** A text with nothing glued to it; null otherwise. */
function loneText(tokens: readonly AwkToken[], at: number): string | null {
  const [text, next] = [tokens[at], tokens[at + 1]];
  const ends = !next || next.kind === "line_end" || (next.kind === "sign" && (next.text === ";" || next.text === "}"));
  return text?.kind === "text" && ends ? text.text : null;
}

/** Texts that stand side by side are one. */
function loneArgument(tokens: readonly AwkToken[], at: number): string | null {
  let end = at + 1;
  while (tokens[end]?.kind === "text") end += 1;
  const close = tokens[end];
  const isAlone = tokens[at]?.text === "(" && end > at + 1 && close?.kind === "sign" && close.text === ")";
  return isAlone
    ? tokens
        .slice(at + 1, end)
        .map(({ text }) => text)
        .join("")
    : null;
}

function loneTextBefore(tokens: readonly AwkToken[], at: number): string | null {
  const [before, text] = [tokens[at - 2], tokens[at - 1]];
  if (text?.kind !== "text") return null;
  const begins = !before || before.kind === "line_end" || (before.kind === "sign" && beginnings.has(before.text));
  return begins ? text.text : null;
}
