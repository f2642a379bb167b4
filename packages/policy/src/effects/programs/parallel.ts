/** `parallel` with arguments given after `:::`; it gives the whole line to a shell. */
import { optionTable, splitArguments } from "./options.ts";
import type { Nested, Program, Word } from "./program.ts";
import { useOf } from "./use-of.ts";

const table = optionTable(
  "-kvtuX0 j|jobs|P: n|max-args: keep-order dry-run bar verbose halt: will-cite no-notice ungroup",
);
const MAX_RUNS = 100;

export const parallel: Program = {
  names: ["parallel"],
  use(args) {
    const split = splitArguments(table, args, { operandsEndOptions: true });
    if (!split || split.mayHideOption || split.has("n", "X")) return undefined;
    const colons = split.operands.findIndex(({ text }) => text === ":::");
    const template = colons < 0 ? split.operands : split.operands.slice(0, colons);
    if (template.length === 0 || template.some(({ text, glob }) => text === null || glob || text.startsWith(":::")))
      return undefined;
    const line = template.map(({ text }) => text).join(" ");
    // Of its own signs only `{}` is followed.
    if (/\{[^}]/.test(line)) return undefined;
    if (colons < 0) return useOf([], [fromInput(template)]);
    const items = split.operands.slice(colons + 1);
    if (items.length > MAX_RUNS || items.some(({ text }) => text?.startsWith(":::"))) return undefined;
    return useOf(
      [],
      items.map((item) => runWith(line, item)),
    );
  },
};

function runWith(line: string, { text, glob }: Word): Nested {
  if (text === null || glob) return { runs: "script", text: null, folder: null };
  const quoted = `'${text.replaceAll("'", "'\\''")}'`;
  const script = line.includes("{}") ? line.replaceAll("{}", () => quoted) : `${line} ${quoted}`;
  return { runs: "script", text: script, folder: null };
}

function fromInput(template: readonly Word[]): Nested {
  const plain = template.every(({ text }) => /^[A-Za-z0-9._/=:,@%+-]+$/.test(text ?? "") && !text?.includes("{}"));
  if (!plain) return { runs: "script", text: null, folder: null };
  return { runs: "words", words: template, moreArguments: true, folder: null };
}
