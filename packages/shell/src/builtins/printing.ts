/** `echo` and `printf`: what they print is known where their arguments are. */

import { assignNamed } from "../expand/assign.ts";
import { succeeds } from "../state/walker.ts";
import { withoutName } from "../uses/program.ts";
import { unescaped } from "../values/escapes.ts";
import { printfOutput } from "../values/printf-format.ts";
import { type Field, fullText, notKnown, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

export const echo: Builtin = (_walker, args) => {
  const words = [...args];
  let newline = "\n";
  let escapes = false;
  while (words[0] && /^-[neE]+$/.test(words[0].text ?? "")) {
    const option = words.shift()?.text ?? "";
    if (option.includes("e") || option.includes("E")) escapes = option.lastIndexOf("e") > option.lastIndexOf("E");
    if (option.includes("n")) newline = "";
  }
  const texts = words.map(printable);
  if (escapes) return { output: withEscapes(texts, newline), status: "succeeds" };
  // Shells differ in what they make of a backslash.
  const isClear = texts.every((text) => text !== null && !text.includes("\\"));
  return isClear ? { output: texts.join(" ") + newline, status: "succeeds" } : { output: null, status: "succeeds" };
};

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

export const printf: Builtin = (walker, given, state) => {
  // The first word may be an option, and the second the name of a variable.
  const args = given.map((one, at) => (at < 2 ? withoutName(one) : one));
  const [first, second, ...rest] = args;
  const attached = first?.text?.startsWith("-v") ? first.text.slice(2) : undefined;
  if (attached === undefined) {
    const operands = first?.text === "--" ? args.slice(1) : args;
    const output = formatted(operands);
    if (first?.hiddenOption || (first && first.text === null)) walker.unknown("printf may set a variable");
    return { output, status: "succeeds" };
  }
  const target = attached === "" ? (second ? fullText(second) : null) : attached;
  const operands = attached === "" ? rest : args.slice(1);
  const text = formatted(operands);
  const value: Value =
    text === null ? notKnown : { text, glob: false, dynamic: operands.some((one) => one.dynamic), numeric: false };
  assignNamed(walker, state, target, value);
  return succeeds;
};

function formatted(operands: readonly Field[]): string | null {
  const [format, ...values] = operands.map(printable);
  if (format === undefined || format === null) return null;
  const texts = values.filter((value) => value !== null);
  return texts.length === values.length ? printfOutput(format, texts) : null;
}
