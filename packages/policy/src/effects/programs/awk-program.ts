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

/** Undefined: not understood. */
export function readAwkProgram(program: string): AwkProgram | undefined {
  if (program.length > MAX_PROGRAM) return undefined;
  const tokens = awkTokens(program);
  if (!tokens) return undefined;
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
      found.runs.push(loneText(tokens, at + 1));
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

function loneArgument(tokens: readonly AwkToken[], at: number): string | null {
  const [open, text, close] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  return open?.text === "(" && text?.kind === "text" && close?.kind === "sign" && close.text === ")" ? text.text : null;
}

function loneTextBefore(tokens: readonly AwkToken[], at: number): string | null {
  const [before, text] = [tokens[at - 2], tokens[at - 1]];
  if (text?.kind !== "text") return null;
  const begins = !before || before.kind === "line_end" || (before.kind === "sign" && beginnings.has(before.text));
  return begins ? text.text : null;
}
