/** `yq` of either kind: prints, or with `-i` edits the files. */
import { optionTable, splitArguments } from "../uses/options.ts";
import type { Program } from "../uses/program.ts";
import { readsOf, useOf, written } from "../uses/use-of.ts";

const table = optionTable(
  `-CMNPcejnrSyYx i|inplace|in-place o|output-format: p|input-format: I|indent: arg:: argjson:: prettyPrint colors
  no-colors no-doc null-input exit-status unwrapScalar? raw-output yaml-output tojson compact-output
  output-format= input-format= xml-output`,
);

export const yq: Program = {
  names: ["yq"],
  use(args) {
    const named = ["e", "eval", "ea", "eval-all"].includes(args[0]?.text ?? "");
    const split = splitArguments(table, named ? args.slice(1) : args);
    if (!split || (split.mayHideOption && !split.has("i"))) return undefined;
    const [expression, ...files] = split.operands;
    // `system` of newer versions runs a program, `load` and its kind read files that no word names.
    if (expression?.text == null || /system|load/.test(expression.text)) return undefined;
    if (!split.has("i")) return useOf(readsOf(files));
    return useOf(files.flatMap((file) => written(file, "derived")));
  },
};
