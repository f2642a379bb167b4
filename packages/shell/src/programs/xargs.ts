/** `xargs`: runs a command with what it reads as further arguments. */
import { optionTable, type SplitArguments, splitArguments } from "../uses/options.ts";
import { type Nested, onlyReads, type Program, type Surroundings, type Word } from "../uses/program.ts";
import { useOf } from "../uses/use-of.ts";

const table = optionTable(
  `-0ortxp a|arg-file: d|delimiter: E: e? I: i|replace? L|max-lines: l? n|max-args: P|max-procs: s|max-chars: R: S: J: null
  no-run-if-empty verbose interactive exit show-limits process-slot-var= open-tty eof?`,
);
const MAX_RUNS = 200;

export const xargs: Program = {
  names: ["xargs", "gxargs"],
  use(args, around) {
    const split = splitArguments(table, args, { operandsEndOptions: true });
    // It sets that variable for what it runs.
    if (!split || split.has("process-slot-var")) return undefined;
    if (split.options.some(({ value }) => value?.text === null)) return undefined;
    const command = split.operands;
    // It prints what it reads.
    if (command.length === 0) return onlyReads([]);
    const items = itemsOf(split, around);
    const placeholder = split.has("i") ? split.value("i")?.text || "{}" : (split.value("I") ?? split.value("J"))?.text;
    if (placeholder != null) return useOf([], replaced(command, placeholder, items));
    if (items === null) return useOf([], [run(command, true)]);
    const size = Number(split.value("n")?.text ?? split.value("L")?.text ?? items.length);
    if (!Number.isInteger(size) || size < 0) return undefined;
    const runs: Nested[] = [];
    for (let at = 0; at < Math.max(1, items.length); at += Math.max(1, size)) {
      runs.push(run([...command, ...items.slice(at, at + Math.max(1, size)).map(word)], false));
    }
    return useOf([], runs.length > MAX_RUNS ? [run(command, true)] : runs);
  },
};

function run(words: readonly Word[], moreArguments: boolean): Nested {
  return { runs: "words", words, moreArguments, folder: null };
}

function word(text: string): Word {
  return { text, glob: false };
}

function replaced(command: readonly Word[], placeholder: string, items: readonly string[] | null): Nested[] {
  const isThere = command.some(({ text }) => text?.includes(placeholder));
  const fill = (item: string | null) => {
    const filled = command.map((each) => {
      if (!each.text?.includes(placeholder)) return each;
      return { text: item === null ? null : each.text.replaceAll(placeholder, () => item), glob: false };
    });
    // Nothing to put it in: what was meant is the usual place, and that counts.
    return isThere ? filled : [...filled, { text: item, glob: false }];
  };
  if (items === null || items.length > MAX_RUNS) return [run(fill(null), false)];
  return items.length === 0 ? [run(fill(null), false)] : items.map((item) => run(fill(item), false));
}

const delimiters: Readonly<Record<string, string>> = { "\\n": "\n", "\\t": "\t", "\\0": "\0" };

/** With a delimiter of one's own nothing else means anything; one at the end begins no further item. */
function separated(text: string, given: string | null): string[] | null {
  const delimiter = given === null ? undefined : (delimiters[given] ?? given);
  if (delimiter === undefined || delimiter.length !== 1) return null;
  const items = text.split(delimiter);
  return items.at(-1) === "" ? items.slice(0, -1) : items;
}

/** Null: not known. */
function itemsOf(split: SplitArguments, { stdin }: Surroundings): string[] | null {
  if (split.has("a", "E", "e", "eof", "l") || stdin.kind !== "text") return null;
  const delimiter = split.has("0", "null") ? "\0" : split.value("d")?.text;
  if (delimiter !== undefined) return separated(stdin.text, delimiter);
  // Quotes and backslashes mean something to xargs.
  if (/["'\\]/.test(stdin.text)) return null;
  const byLine = split.has("I", "i");
  return stdin.text
    .split(byLine ? "\n" : /[ \t\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
