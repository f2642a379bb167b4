/** `parallel` with arguments given after `:::` or read from the input; it gives the whole line to a shell. */
import { quotedWord } from "@intentgate/documents";
import { optionTable, splitArguments } from "../uses/options.ts";
import type { Nested, Program, Surroundings, Word } from "../uses/program.ts";
import { below, useOf } from "../uses/use-of.ts";
import { asTheyAre } from "./wrappers.ts";

const table = optionTable(
  `-kvtuX0q j|jobs|P: n|max-args: results: keep-order dry-run bar eta progress verbose halt: will-cite no-notice ungroup quote
  line-buffer lb timeout: delay: retries:`,
);
const MAX_RUNS = 100;

export const parallel: Program = {
  names: ["parallel"],
  use(args, around) {
    const split = splitArguments(table, args, { operandsEndOptions: true });
    if (!split || split.options.some(({ value }) => value?.text === null) || split.has("n", "X", "0")) return undefined;
    const colons = split.operands.findIndex(({ text }) => text === ":::");
    const template = colons < 0 ? split.operands : split.operands.slice(0, colons);
    if (template.some(({ text, glob }) => text === null || glob || text.startsWith(":::"))) return undefined;
    // Of its own signs only `{}` is followed.
    if (template.some(({ text }) => /\{[^}]/.test(text ?? ""))) return undefined;
    const results = split.values("results").flatMap(below);
    const items = colons < 0 ? lines(around) : split.operands.slice(colons + 1);
    if (items === null) return template.length === 0 ? undefined : useOf(results, [fromInput(template)]);
    if (items.length > MAX_RUNS || items.some(({ text }) => text?.startsWith(":::"))) return undefined;
    if (template.length === 0 && items.length === 0) return undefined;
    // Without an item it is not sure that nothing runs.
    const filled = items.length > 0 ? items : [{ text: "", glob: false }];
    return useOf(
      results,
      filled.flatMap((item) => runsWith(template, item)),
    );
  },
};

function lines({ stdin }: Surroundings): Word[] | null {
  if (stdin.kind !== "text") return null;
  const texts = stdin.text.split("\n");
  return (texts.at(-1) === "" ? texts.slice(0, -1) : texts).map((text) => ({ text, glob: false }));
}

function runsWith(template: readonly Word[], item: Word): Nested[] {
  const { text, glob } = item;
  if (text === null || glob) return [{ runs: "script", text: null, folder: null }];
  // Without a command every item is one.
  if (template.length === 0) return [{ runs: "script", text, folder: null }];
  const quoted = quotedWord(text);
  const line = template.map((word) => word.text).join(" ");
  const script = line.includes("{}") ? line.replaceAll("{}", () => quoted) : `${line} ${quoted}`;
  const words = line.includes("{}")
    ? template.map((word) => ({ text: word.text?.replaceAll("{}", () => text) ?? null, glob: false }))
    : [...template, item];
  return [{ runs: "script", text: script, folder: null }, ...(template.length > 1 ? asTheyAre(words) : [])];
}

function fromInput(template: readonly Word[]): Nested {
  const plain = template.every(({ text }) => /^[A-Za-z0-9._/=:,@%+-]+$/.test(text ?? "") && !text?.includes("{}"));
  if (!plain) return { runs: "script", text: null, folder: null };
  return { runs: "words", words: template, moreArguments: true, folder: null };
}
