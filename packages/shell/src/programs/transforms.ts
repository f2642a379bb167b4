/** Filters that only turn text around: what comes out is known where what goes in is. */
import { type OptionTable, optionTable, type SplitArguments, splitArguments } from "../uses/options.ts";
import type { Program, Surroundings } from "../uses/program.ts";
import { baseName, folderName, readsOf, useOf } from "../uses/use-of.ts";

interface Transform {
  name: string;
  options: string;
  operands: "files" | "text";
  /** Null: not known. */
  output(split: SplitArguments, stdin: Surroundings["stdin"]): string | null;
}

function transform(row: Transform): Program {
  const table: OptionTable = optionTable(row.options);
  return {
    names: [row.name],
    use(args, around) {
      const split = splitArguments(table, args, { valuesMayLookLikeOptions: true });
      // None of them has an option that writes: one that is not declared is an error at worst.
      if (!split)
        return useOf(row.operands === "files" ? readsOf(args.filter(({ text }) => !text?.startsWith("-"))) : []);
      const reads = row.operands === "files" ? readsOf(split.operands) : [];
      return useOf(reads, [], row.output(split, around.stdin));
    },
  };
}

/** Only what is read from the input. */
function byLine(change: (lines: string[]) => string[]): Transform["output"] {
  return ({ operands, options }, stdin) => {
    if (stdin.kind !== "text" || operands.length > 0 || options.length > 0) return null;
    const ends = stdin.text.endsWith("\n");
    const lines = (ends ? stdin.text.slice(0, -1) : stdin.text).split("\n");
    return change(lines).join("\n") + (ends ? "\n" : "");
  };
}

function plainOperands({ operands }: SplitArguments): string[] | null {
  const texts = operands.flatMap(({ text, glob }) => (text === null || glob ? [] : [text]));
  return texts.length === operands.length ? texts : null;
}

function translated(split: SplitArguments, stdin: Surroundings["stdin"]): string | null {
  const sets = plainOperands(split)?.map(signsOf);
  const [from, to] = sets ?? [];
  if (stdin.kind !== "text" || !from || split.options.some(({ name }) => name !== "d")) return null;
  if (split.has("d"))
    return sets?.length === 1 ? [...stdin.text].filter((sign) => !from.includes(sign)).join("") : null;
  const last = to?.at(-1);
  if (!to || last === undefined || sets?.length !== 2) return null;
  return [...stdin.text].map((sign) => (from.includes(sign) ? (to[from.lastIndexOf(sign)] ?? last) : sign)).join("");
}

const classes: Readonly<Record<string, string>> = { "[:lower:]": "a-z", "[:upper:]": "A-Z", "[:digit:]": "0-9" };
const escapes: Readonly<Record<string, string>> = { "\\n": "\n", "\\t": "\t", "\\\\": "\\" };

/** Null: more than signs and ranges of them. */
function signsOf(given: string): string[] | null {
  const set = Object.hasOwn(classes, given) ? (classes[given] ?? given) : given;
  if (set.includes("[") || set.length > 200) return null;
  const signs: string[] = [];
  for (let at = 0; at < set.length; at += 1) {
    const two = set.slice(at, at + 2);
    if (two.startsWith("\\")) {
      const meant = escapes[two];
      if (meant === undefined) return null;
      signs.push(meant);
      at += 1;
    } else if (set[at + 1] === "-" && at + 2 < set.length) {
      const [first, last] = [set.charCodeAt(at), set.charCodeAt(at + 2)];
      if (last < first || last > 0x7f) return null;
      for (let code = first; code <= last; code += 1) signs.push(String.fromCharCode(code));
      at += 2;
    } else signs.push(set[at] ?? "");
  }
  return signs;
}

function named(part: (path: string) => string): Transform["output"] {
  return (split) => {
    const [path, suffix] = plainOperands(split) ?? [];
    if (path === undefined || path === "" || split.options.length > 0) return null;
    const name = part(path);
    const cut =
      suffix !== undefined && name.endsWith(suffix) && name !== suffix
        ? name.slice(0, -suffix.length || undefined)
        : name;
    return `${cut}\n`;
  };
}

export const transforms: readonly Program[] = [
  transform({
    name: "rev",
    options: "-0 zero",
    operands: "files",
    output: byLine((lines) => lines.map((line) => [...line].reverse().join(""))),
  }),
  transform({
    name: "tac",
    options: "-br s|separator: before regex",
    operands: "files",
    output: byLine((lines) => lines.toReversed()),
  }),
  transform({
    name: "tr",
    options: "c|complement C d|delete s|squeeze-repeats t|truncate-set1",
    operands: "text",
    output: translated,
  }),
  transform({
    name: "basename",
    options: "a|multiple z|zero s|suffix:",
    operands: "text",
    output: named((path) => baseName(path) || "/"),
  }),
  transform({
    name: "dirname",
    options: "z|zero",
    operands: "text",
    output: (split, stdin) => (split.operands.length === 1 ? named(folderName)(split, stdin) : null),
  }),
];
