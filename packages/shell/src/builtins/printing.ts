/** `echo` and `printf`: what they print is known where their arguments are. */

import { assignNamed } from "../expand/assign.ts";
import { variableOf } from "../expand/variables.ts";
import { type Outcome, quiet, type Streams, succeeds, type Walker } from "../state/walker.ts";
import { withoutName } from "../uses/program.ts";
import { unescaped } from "../values/escapes.ts";
import { printfOutput } from "../values/printf-format.ts";
import { type Field, fullText, isName, notKnown, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

export const echo: Builtin = (walker, args, _state, streams) => {
  const status = writes(walker, streams);
  const words = [...args];
  let newline = "\n";
  let escapes = false;
  while (words[0] && /^-[neE]+$/.test(words[0].text ?? "")) {
    const option = words.shift()?.text ?? "";
    if (option.includes("e") || option.includes("E")) escapes = option.lastIndexOf("e") > option.lastIndexOf("E");
    if (option.includes("n")) newline = "";
  }
  const texts = words.map(printable);
  if (escapes) return { output: withEscapes(texts, newline), status };
  // Shells differ in what they make of a backslash.
  const isClear = texts.every((text) => text !== null && !text.includes("\\"));
  return { output: isClear ? texts.join(" ") + newline : null, status };
};

/** What cannot be written is an error: the other end is closed, or there is no room. */
function writes(walker: Walker, { stdoutTaken }: Streams): Outcome["status"] {
  return stdoutTaken || walker.closesStreams || walker.movesStreams ? "either" : "succeeds";
}

/** `sh` prints `-e` like any other word, and its escapes differ: what is found here only ever accuses. */
function withEscapes(texts: readonly (string | null)[], newline: string): string | null {
  if (texts.includes(null)) return null;
  const meant = unescaped(texts.join(" "), "argument");
  return meant && meant.text + (meant.ends ? "" : newline);
}

/** A pattern prints the names it matches. */
function printable(word: Field): string | null {
  return word.glob ? null : fullText(word);
}

export const printf: Builtin = (walker, given, state, streams) => {
  // The first word may be an option, and the second the name of a variable.
  const args = given.map((one, at) => (at < 2 ? withoutName(one) : one));
  const [first, second, ...rest] = args;
  const attached = first?.text?.startsWith("-v") ? first.text.slice(2) : undefined;
  if (attached === undefined) {
    const operands = first?.text === "--" ? args.slice(1) : args;
    const output = formatted(operands);
    if (calculates(operands)) walker.unknown("zsh and ksh calculate what they print as a number");
    if (first?.hiddenOption || (first && first.text === null)) walker.unknown("printf may set a variable");
    return { output, status: output === null ? "either" : writes(walker, streams) };
  }
  const target = attached === "" ? (second ? fullText(second) : null) : attached;
  const operands = attached === "" ? rest : args.slice(1);
  const text = formatted(operands);
  const value: Value =
    text === null ? notKnown : { text, glob: false, dynamic: operands.some((one) => one.dynamic), numeric: false };
  const isSure = text !== null && isName(target ?? "") && !variableOf(state, target ?? "").readonly;
  assignNamed(walker, state, target, value);
  return isSure ? succeeds : quiet;
};

/** A number that is printed may be an expression to them, and `a[$(command)]` in one runs the command. */
function calculates([format, ...values]: readonly Field[]): boolean {
  const text = format ? printable(format) : null;
  const kinds = text === null ? ["?"] : kindsIn(text);
  return values.some((value, at) => {
    const kind = kinds[at % kinds.length] ?? "s";
    return !/[sbcq]/.test(kind) && !value.numeric && !/^[-+]?[0-9.]*$/.test(printable(value) ?? "?");
  });
}

/** What each argument in turn is printed as; `*` takes one for a width. */
function kindsIn(format: string): string[] {
  const found = format.matchAll(/%(?:%|[-+ #0']*(\*|\d*)(?:\.(\*|\d*))?[hlLjzt]*([a-zA-Z(]))/g);
  return [...found].flatMap(([, width, places, kind]) => [
    ...[width, places].filter((one) => one === "*"),
    ...(kind === undefined ? [] : [kind]),
  ]);
}

function formatted(operands: readonly Field[]): string | null {
  const [format, ...values] = operands.map(printable);
  if (format === undefined || format === null) return null;
  const texts = values.filter((value) => value !== null);
  return texts.length === values.length ? printfOutput(format, texts) : null;
}
