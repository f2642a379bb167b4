/** A word of the command to the fields it becomes; every substitution inside is walked on the way. */
import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { forkState, type ShellState } from "../state/shell-state.ts";
import type { Walker } from "../state/walker.ts";
import { BREAK, expansion, fieldsOf, joinedValue, literal, type Piece, type Run, splitRun } from "../values/pieces.ts";
import { type Field, field, GAP, isInteger, known, START, type Value } from "../values/value.ts";
import { evaluateExpression } from "./arithmetic.ts";
import { hasBraces, withoutBraces } from "./braces.ts";
import { expandParameter, lookUp } from "./parameters.ts";

/** As an argument: braces, expansions, splitting. */
export function wordFields(walker: Walker, word: Word, state: ShellState): Field[] {
  walker.step();
  const { parts } = word;
  if (!parts) return word.value === "" ? [] : [field(word.value)];
  refuseExtended(walker, word);
  if (!hasBraces(parts)) return matched(marked(fieldsOf(runOf(walker, parts, state, true)), parts), state);
  const fields = withoutBraces(walker, parts, state).flatMap((each) => fieldsOf(runOf(walker, each, state, true)));
  return matched(fields, state);
}

function matched(fields: Field[], { patterns }: ShellState): Field[] {
  if (patterns === "usual") return fields;
  return fields.map((one) => (one.glob ? { ...one, text: null, doubted: null } : one));
}

/** Of a word that is not known, or is a name that a pattern stands for, it matters whether it may be several. */
function marked(fields: Field[], parts: readonly WordPart[]): Field[] {
  const [only] = fields;
  if (fields.length !== 1 || !only || (only.text !== null && !only.glob) || !parts.every(staysOne)) return fields;
  only.single = true;
  return fields;
}

/** Whatever the shell fills in, it neither splits the word nor drops it. */
function staysOne(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return true;
    case "DoubleQuoted":
      return part.parts.every(
        (child) =>
          child.type === "Literal" ||
          child.type === "CommandExpansion" ||
          // `"$@"` and its kind may be several words, `"${!x}"` may lead to them.
          (child.type === "SimpleExpansion" && child.text !== "$@") ||
          (child.type === "ParameterExpansion" && /^\$\{[A-Za-z0-9_]+\}$/.test(child.text)),
      );
    default:
      return false;
  }
}

/** `@(a|b)` is an error of syntax outside of `[[ … ]]`, unless a setting that is off by itself was made before. */
export function refuseExtended(walker: Walker, { parts }: Word): void {
  if (parts?.some(({ type }) => type === "ExtendedGlob"))
    walker.unknown("the shell takes this pattern only with extglob");
}

/** As the right side of an assignment, a redirection's target, a here-string: one text. */
export function wordValue(walker: Walker, word: Word, state: ShellState): Value {
  walker.step();
  if (!word.parts) return known(word.value);
  // As it stands here it is no pattern, but what a variable brings may be a name that one stood for.
  const run = runOf(walker, word.parts, state, false);
  return joinedValue(run.map((piece) => (piece === BREAK || piece.expanded ? piece : { ...piece, glob: false })));
}

export function partsValue(walker: Walker, parts: readonly WordPart[], state: ShellState): Value {
  return joinedValue(piecesOf(walker, parts, state, true));
}

function runOf(walker: Walker, parts: readonly WordPart[], state: ShellState, split: boolean): Run {
  const run = piecesOf(walker, parts, state, false);
  return split ? splitRun(run, separators(state)) : run;
}

function piecesOf(
  walker: Walker,
  parts: readonly (WordPart | DoubleQuotedChild)[],
  state: ShellState,
  quoted: boolean,
): Run {
  const [first] = parts;
  if (parts.length === 1 && first) return pieces(walker, first, state, quoted);
  const run: (Piece | typeof BREAK)[] = [];
  for (const [at, part] of parts.entries()) {
    if (part.type === "SimpleExpansion") behindName(walker, parts.slice(at + 1), state);
    for (const piece of pieces(walker, part, state, quoted)) run.push(piece);
  }
  return run;
}

/** `$x[…]` is a subscript to zsh, which is evaluated. */
function behindName(walker: Walker, parts: readonly (WordPart | DoubleQuotedChild)[], state: ShellState): void {
  const text = parts.map((part) => part.text).join("");
  if (!text.startsWith("[")) return;
  const end = text.indexOf("]");
  const inner = text.slice(1, end < 0 ? undefined : end);
  // In a set or a range nothing can hide.
  if (!/^[!^]?(?:[0-9]-[0-9]|[0-9@*,+-])*$/.test(inner)) evaluateExpression(walker, inner, state);
}

function separators(state: ShellState): string | null {
  const ifs = state.variables.get("IFS");
  return ifs === undefined || ifs.value === null ? " \t\n" : ifs.value.text;
}

function pieces(walker: Walker, part: WordPart | DoubleQuotedChild, state: ShellState, quoted: boolean): Run {
  walker.step();
  walker.walked.add(part);
  switch (part.type) {
    case "Literal":
      return [literal(part.value, quoted || part.text !== part.value)];
    case "SingleQuoted":
      if (isCutByFish(part.value)) walker.unknown("to fish the quote behind a backslash does not end the text");
      return [literal(part.value, true)];
    case "AnsiCQuoted":
      if (state.dialect === "sh") walker.unknown("sh reads $'…' otherwise than bash");
      return [isTelling(part.value) ? { ...literal("", true), text: null } : literal(part.value, true)];
    case "LocaleString":
      // What a catalogue says in its place is expanded once more, and some shells know no such quotes.
      walker.unknown("the text of a translation is known only when it runs");
      return [{ ...literal("", true), text: null }, ...piecesOf(walker, part.parts, state, true)];
    case "DoubleQuoted": {
      const inside = piecesOf(walker, part.parts, state, true);
      const [only] = part.parts;
      const allArguments = part.parts.length === 1 && only !== undefined && isAllOf(only);
      return allArguments ? inside : [literal("", true), ...inside];
    }
    case "Glob": {
      const inside = piecesOf(walker, part.parts ?? [], state, quoted);
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
      const streams = { stdin: { kind: "unknown" as const }, stdoutTaken: true, seen: false };
      const output = part.script ? walker.script(part.script, forkState(state), streams).output : null;
      return [{ ...literal("/dev/fd/63", true), feed: part.operator === "<" ? output : null }];
    }
  }
}

function isAllOf(part: DoubleQuotedChild): boolean {
  if (part.type === "SimpleExpansion") return part.text === "$@";
  return part.type === "ParameterExpansion" && (part.parameter === "@" || part.index?.text === "@");
}

function isCutByFish(text: string): boolean {
  return ((/\\+$/.exec(text)?.[0].length ?? 0) & 1) === 1;
}

/** Escapes can spell the characters that the walker keeps for itself, and bytes that are no text. */
function isTelling(text: string): boolean {
  return text.includes(START) || text.includes(GAP) || text.includes("\uFFFD");
}

function substituted(walker: Walker, part: WordPart & { type: "CommandExpansion" }, state: ShellState): Value {
  const unclear = { text: null, glob: false, dynamic: true, numeric: false };
  if (!part.script) {
    walker.unknown("a substitution could not be read");
    return unclear;
  }
  const streams = { stdin: { kind: "unknown" as const }, stdoutTaken: true, seen: false };
  // `${ …; }` runs in this very shell.
  const inner = part.text.startsWith("${") ? state : forkState(state);
  const { output, isNumber = false } = walker.script(part.script, inner, streams);
  if (output === null) return { ...unclear, numeric: isNumber };
  let end = output.length;
  while (end > 0 && output[end - 1] === "\n") end -= 1;
  const text = output.slice(0, end);
  return { text, glob: false, dynamic: true, numeric: isInteger(text) };
}
