/** `fd`: lists, or runs a command for what it finds. */
import { optionTable, splitArguments } from "./options.ts";
import type { Program, Word } from "./program.ts";
import { useOf } from "./use-of.ts";

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
    const roots = split.operands.slice(1).map(({ text }) => text ?? ".");
    const found: Word[] = (roots.length > 0 ? roots : ["."]).map((root) => ({ text: `${root}/**`, glob: true }));
    const hasPlace = command.some(({ text }) => placeholder.test(text ?? ""));
    const words = command.flatMap((word) => {
      if (!placeholder.test(word.text ?? "")) return [word];
      return /^[A-Za-z0-9._{}/~-]*$/.test(word.text ?? "") ? found : [{ text: null, glob: false }];
    });
    return useOf(
      [],
      [{ runs: "words", words: hasPlace ? words : [...words, ...found], moreArguments: false, folder: null }],
    );
  },
};

const placeholder = /\{(?:|\/|\/\/|\.|\/\.)\}/;
