/** `echo` and `printf`: what they print is known where their arguments are. */
import { assignNamed } from "./assign.ts";
import type { Builtin } from "./builtin.ts";
import { type Field, fullText, notKnown, type Value } from "./value.ts";
import { prints, succeeds } from "./walker.ts";

export const echo: Builtin = (_walker, args) => {
  const words = [...args];
  let newline = "\n";
  while (words[0] && /^-[neE]+$/.test(words[0].text ?? "")) {
    const option = words.shift()?.text ?? "";
    if (option.includes("e")) return prints;
    if (option.includes("n")) newline = "";
  }
  const texts = words.map(printable);
  // Shells differ in what they make of a backslash.
  const isClear = texts.every((text) => text !== null && !text.includes("\\"));
  return isClear ? { output: texts.join(" ") + newline, status: "succeeds" } : { ...prints, status: "succeeds" };
};

/** A pattern prints the names it matches. */
function printable(word: Field): string | null {
  return word.glob ? null : fullText(word);
}

export const printf: Builtin = (walker, args, state) => {
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

/** Only `%s`, `%d`, `%%` and the simplest escapes; null for everything else. */
function formatted(operands: readonly Field[]): string | null {
  const [format, ...values] = operands.map(printable);
  if (format === undefined || format === null || values.includes(null)) return null;
  const left = values.map((value) => value ?? "");
  let output = "";
  do {
    const before = left.length;
    const once = formatOnce(format, left);
    if (once === null) return null;
    output += once;
    if (left.length === before) break;
  } while (left.length > 0);
  return output;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\", r: "\r" };

function formatOnce(format: string, left: string[]): string | null {
  let output = "";
  for (let index = 0; index < format.length; index += 1) {
    const character = format[index] as string;
    const next = format[index + 1] ?? "";
    if (character === "\\") {
      const escaped = escapes[next];
      if (escaped === undefined) return null;
      output += escaped;
      index += 1;
    } else if (character === "%") {
      if (next === "%") output += "%";
      else if (next === "s" || next === "d") output += left.shift() ?? "";
      else return null;
      index += 1;
    } else output += character;
  }
  return output;
}
