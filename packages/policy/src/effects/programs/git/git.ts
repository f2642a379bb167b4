/** `git`: its own options, then the subcommand's file. */
import { type OptionTable, optionTable, splitArguments } from "../options.ts";
import { type Nested, onlyReads, type Program, type Use, type UseEffect } from "../program.ts";
import { inside, useOf } from "../use-of.ts";
import { gitCommands } from "./git-command-list.ts";
import { settingRuns } from "./running-settings.ts";

const table: OptionTable = optionTable(
  `p|paginate P|no-pager C: c: git-dir: work-tree: namespace: no-replace-objects bare literal-pathspecs glob-pathspecs
  noglob-pathspecs icase-pathspecs no-optional-locks v|version h|help html-path man-path info-path exec-path no-lazy-fetch
  no-advice`,
);

export const git: Program = {
  names: ["git"],
  use(args) {
    const split = splitArguments(table, args, { operandsEndOptions: true });
    if (!split || split.options.some(({ value }) => value?.text === null)) return undefined;
    const [subcommand, ...rest] = split.operands;
    if (!subcommand) return onlyReads([]);
    if (subcommand.text === null || subcommand.glob || split.has("v", "h")) return undefined;
    const nested: Nested[] = [];
    for (const { text } of split.values("c")) {
      const runs = settingRuns(text ?? "");
      if (!runs) return undefined;
      nested.push(...runs);
    }
    const command = gitCommands.find(({ names }) => names.includes(subcommand.text ?? ""));
    const use = command?.use(rest);
    if (!use) return undefined;
    const elsewhere = split.has("git-dir", "work-tree", "namespace", "bare");
    // Where the tree and its metadata lie apart, only what reads is followed.
    if (elsewhere && !(use.nested.length === 0 && use.effects.every(({ does }) => does === "read"))) return undefined;
    const folder = split
      .values("C")
      .reduce((outer, { text }) => (text === "" ? outer : inside(outer, text ?? "")), ".");
    return placed({ ...use, nested: [...nested, ...use.nested] }, folder);
  },
};

function placed(use: Use, folder: string): Use {
  if (folder === ".") return use;
  const nested = use.nested.map((each) => ({
    ...each,
    folder: each.folder === null ? folder : inside(folder, each.folder),
  }));
  return useOf(
    use.effects.map((effect) => placedEffect(effect, folder)),
    nested,
    use.output,
  );
}

function placedEffect(effect: UseEffect, folder: string): UseEffect {
  switch (effect.does) {
    case "read":
    case "write":
    case "delete":
      return { ...effect, path: inside(folder, effect.path) };
    case "move":
      return { ...effect, from: inside(folder, effect.from), to: inside(folder, effect.to) };
    case "write_below":
    case "git_metadata":
      return { ...effect, folder: effect.folder === "." ? folder : inside(folder, effect.folder) };
    default:
      return effect;
  }
}
