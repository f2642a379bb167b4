/** A word of the command to the fields it becomes; every substitution inside is walked on the way. */
import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { evaluateExpression } from "./arithmetic.ts";
import { withoutBraces } from "./braces.ts";
import { expandParameter, lookUp } from "./parameters.ts";
import { BREAK, fieldsOf, joinedValue, literal, type Piece, type Run, splitRun } from "./pieces.ts";
import { forkState, type ShellState } from "./shell-state.ts";
import { type Field, GAP, isInteger, START, type Value } from "./value.ts";
import type { Walker } from "./walker.ts";

/** As an argument: braces, expansions, splitting. */
export function wordFields(walker: Walker, word: Word, state: ShellState): Field[] {
  walker.step();
  if (!word.parts) return fieldsOf([literal(word.value, false)]);
  return withoutBraces(walker, word.parts, state).flatMap((parts) => fieldsOf(runOf(walker, parts, state, true)));
}

/** As the right side of an assignment, a redirection's target, a here-string: one text. */
export function wordValue(walker: Walker, word: Word, state: ShellState): Value {
  walker.step();
  if (!word.parts) return joinedValue([literal(word.value, false)]);
  return joinedValue(runOf(walker, word.parts, state, false));
}

export function partsValue(walker: Walker, parts: readonly WordPart[], state: ShellState): Value {
  return joinedValue(parts.flatMap((part) => pieces(walker, part, state, true)));
}

function runOf(walker: Walker, parts: readonly WordPart[], state: ShellState, split: boolean): Run {
  const run = parts.flatMap((part) => pieces(walker, part, state, false));
  return split ? splitRun(run, separators(state)) : run;
}

function separators(state: ShellState): string | null {
  const ifs = state.variables.get("IFS");
  return ifs === undefined || ifs.value === null ? " \t\n" : ifs.value.text;
}

function pieces(walker: Walker, part: WordPart | DoubleQuotedChild, state: ShellState, quoted: boolean): Run {
  walker.step();
  switch (part.type) {
    case "Literal":
      return [literal(part.value, quoted || part.text !== part.value)];
    case "SingleQuoted":
      return [literal(part.value, true)];
    case "AnsiCQuoted":
      if (state.dialect === "sh") walker.unknown("sh reads $'…' otherwise than bash");
      return [isTelling(part.value) ? { ...literal("", true), text: null } : literal(part.value, true)];
    case "DoubleQuoted":
    case "LocaleString": {
      const inside = part.parts.flatMap((child) => pieces(walker, child, state, true));
      const [only] = part.parts;
      const allArguments = part.parts.length === 1 && only !== undefined && isAllOf(only);
      return allArguments ? inside : [literal("", true), ...inside];
    }
    case "Glob": {
      const inside = (part.parts ?? []).flatMap((child) => pieces(walker, child, state, quoted));
      const unclear = inside.some((piece) => piece === BREAK || piece.text === null);
      return [{ ...literal(part.value, quoted), glob: true, text: unclear ? null : part.value }];
    }
    case "ExtendedGlob": {
      for (const child of part.parts ?? []) pieces(walker, child, state, quoted);
      const unclear = part.parts?.some((child) => child.type !== "Literal") ?? false;
      return [{ ...literal(part.text, quoted), glob: true, text: unclear ? null : part.text }];
    }
    case "BraceExpansion":
      // Only where braces do not expand, as in an assignment.
      for (const child of part.parts ?? []) pieces(walker, child, state, quoted);
      return [{ ...literal(part.text, quoted), text: part.parts ? null : part.text }];
    case "SimpleExpansion":
      return lookUp(walker, part.text.slice(1), state, quoted);
    case "ParameterExpansion":
      return expandParameter(walker, part, state, quoted);
    case "ArithmeticExpansion": {
      if (state.dialect === "sh" && part.text.startsWith("$[")) walker.unknown("sh reads $[…] otherwise than bash");
      const inner = part.text.startsWith("$((") ? part.text.slice(3, -2) : part.text.slice(2, -1);
      return [expansion(evaluateExpression(walker, inner, state), quoted)];
    }
    case "CommandExpansion":
      return [expansion(substituted(walker, part, state), quoted)];
    case "ProcessSubstitution": {
      if (!part.script) walker.unknown("a substitution could not be read");
      const streams = { stdin: { kind: "unknown" as const }, stdoutTaken: true };
      const output = part.script ? walker.script(part.script, forkState(state), streams).output : null;
      return [{ ...literal("/dev/fd/63", true), feed: part.operator === "<" ? output : null }];
    }
  }
}

function expansion(value: Value, quoted: boolean): Piece {
  return { ...value, quoted, expanded: true, feed: undefined };
}

function isAllOf(part: DoubleQuotedChild): boolean {
  if (part.type === "SimpleExpansion") return part.text === "$@";
  return part.type === "ParameterExpansion" && (part.parameter === "@" || part.index?.text === "@");
}

/** Escapes can spell the characters that the walker keeps for itself. */
function isTelling(text: string): boolean {
  return text.includes(START) || text.includes(GAP);
}

function substituted(walker: Walker, part: WordPart & { type: "CommandExpansion" }, state: ShellState): Value {
  const unclear = { text: null, glob: false, dynamic: true, numeric: false };
  if (!part.script) {
    walker.unknown("a substitution could not be read");
    return unclear;
  }
  const streams = { stdin: { kind: "unknown" as const }, stdoutTaken: true };
  // `${ …; }` runs in this very shell.
  const inner = part.text.startsWith("${") ? state : forkState(state);
  const { output } = walker.script(part.script, inner, streams);
  if (output === null) return { ...unclear, numeric: countsSomething(part.text) };
  let end = output.length;
  while (end > 0 && output[end - 1] === "\n") end -= 1;
  const text = output.slice(0, end);
  return { text, glob: false, dynamic: true, numeric: isInteger(text) };
}

/** Programs that print a number: `$(wc -l < f)`, `$(ls | wc -l)`, `$(date +%s)`, `$(nproc)`. */
function countsSomething(text: string): boolean {
  const last = text.slice(2, -1).split("|").at(-1)?.trim() ?? "";
  return /^(wc -[lwcm]( *<.*)?|nproc|date \+%[sYmdHMSjN]+)$/.test(last) && !/[$`;&\n]/.test(last);
}
