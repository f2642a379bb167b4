/** `fd`: lists, or runs a command for what it finds. */

import { optionTable, splitArguments } from "../uses/options.ts";
import type { Nested, Program, Word } from "../uses/program.ts";
import { useOf } from "../uses/use-of.ts";
import { fill } from "./find.ts";

const table = optionTable(
  `-HIuasgFil0Lpq1h t|type: e|extension: E|exclude: d|max-depth: S|size: c|color: o|owner: j|threads: hidden no-ignore
  unrestricted case-sensitive ignore-case glob regex fixed-strings absolute-path list-details follow full-path
  print0 quiet no-ignore-vcs no-ignore-parent min-depth: exact-depth: max-results: changed-within: changed-before:
  newer: older: and: path-separator: one-file-system strip-cwd-prefix? relative-path prune`,
);

export const fd: Program = {
  names: ["fd", "fdfind"],
  use(args) {
    const at = args.findIndex(({ text }) => ["-x", "-X", "--exec", "--exec-batch"].includes(text ?? ""));
    const split = splitArguments(table, at < 0 ? args : args.slice(0, at));
    if (!split || split.mayHideOption) return undefined;
    if (at < 0) return useOf([]);
    const command = args.slice(at + 1);
    // `;` may end the command, and further options follow.
    if (command.length === 0 || command.some(({ text }) => text === ";" || text === null)) return undefined;
    const given = split.operands.slice(1);
    const roots = given.length > 0 ? given : [{ text: ".", glob: false }];
    const follows = split.has("L", "follow");
    const many = ["-X", "--exec-batch"].includes(args[at]?.text ?? "");
    const hasPlace = command.some(({ text }) => placeholder.test(text ?? ""));
    const filled = hasPlace ? command : [...command, { text: "{}", glob: false }];
    const nested = roots.map(({ text: root }): Nested => {
      const words = filled.map((word) => (follows || root === null ? hidden(word) : placed(word, root, many)));
      return { runs: "words", words, moreArguments: false, folder: null };
    });
    return useOf([], nested);
  },
};

/** The path found, its name, its folder, and the first two without their ending. */
const placeholder = /\{(?:|\/|\/\/|\.|\/\.)\}/;

function placed(word: Word, root: string, many: boolean): Word {
  if (word.text === null) return word;
  const text = word.text === "{//}" ? "{}" : word.text.replaceAll("{.}", "{}");
  // A name alone is one in the working folder, and what is added to a folder's name may lie beside the root.
  return text.includes("{/") ? hidden(word) : fill({ ...word, text }, root, true, many);
}

function hidden(word: Word): Word {
  return placeholder.test(word.text ?? "") ? { text: null, glob: false } : word;
}
