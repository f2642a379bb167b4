/** `git`: its own options, then the subcommand's file. */
import { quotedWord } from "@intentgate/documents";
import { type SplitArguments, splitArguments } from "../../uses/options.ts";
import { type Nested, onlyReads, type Program, type Use, type UseEffect, type Word } from "../../uses/program.ts";
import { inside, useOf } from "../../uses/use-of.ts";
import { type GitCommand, losing } from "./git-command.ts";
import { gitCommands } from "./git-command-list.ts";
import { ownOptions } from "./own-options.ts";
import { aliasedTo, settingRuns, startsEditor } from "./running-settings.ts";

export const git: Program = {
  names: ["git"],
  use: (args) => gitUse(args, 0),
};

function gitUse(args: readonly Word[], depth: number): Use | undefined {
  const split = splitArguments(ownOptions, args, { operandsEndOptions: true });
  if (!split || split.options.some(({ value }) => value?.text === null)) return undefined;
  const [subcommand, ...rest] = split.operands;
  if (!subcommand) return onlyReads([]);
  if (subcommand.text === null || subcommand.glob || split.has("v", "h")) return undefined;
  const name = subcommand.text;
  const command = gitCommands.find(({ names }) => names.includes(name));
  const hasDiff = split.values("c").some(({ text }) => /^diff\.external=/i.test(text ?? ""));
  // What the option runs is looked at as a setting.
  const given = hasDiff ? rest.filter(({ text }) => text !== "--ext-diff") : rest;
  const hasEditor = split.values("c").some(({ text }) => startsEditor(text ?? ""));
  let use = command ? commandUse(command, given, hasEditor) : aliasUse(split, name, rest, depth);
  if (!use) return undefined;
  const nested: Nested[] = [];
  for (const { text } of split.values("c")) {
    const setting = text ?? "";
    // An alias takes no command's place, and what only reads starts no editor.
    if (command ? reads(use) && startsEditor(setting) : aliasedTo(setting, name) !== undefined) continue;
    const runs = settingRuns(setting);
    if (!runs) return undefined;
    nested.push(...runs);
  }
  if (split.values("c").some(({ text }) => !steersNoTree.test(text ?? ""))) use = withoutForesight(use);
  const apart = split.has("git-dir", "work-tree", "namespace", "bare") ? treeApart(use, split) : use;
  const folder = split.values("C").reduce((outer, { text }) => (text === "" ? outer : inside(outer, text ?? "")), ".");
  if (!apart) return undefined;
  const used: UseEffect = { does: "use_repository", folder: ".", metadata: split.value("git-dir")?.text ?? null };
  return placed({ ...apart, effects: [...apart.effects, used], nested: [...nested, ...apart.nested] }, folder);
}

function commandUse(command: GitCommand, args: readonly Word[], hasEditor: boolean): Use | undefined {
  return args.length === 1 && args[0]?.text === "--help" ? onlyReads([]) : command.use(args, hasEditor);
}

/** Under any other setting the tree may become another one than it would by the repository's own. */
const steersNoTree =
  /^(?:(?:user|author|committer|color|advice|column|alias|gpg)\.|core\.(?:editor|pager)=|sequence\.editor=)/i;

function withoutForesight(use: Use): Use {
  const effects = use.effects.map((effect): UseEffect => {
    if (effect.does === "write_below" || effect.does === "lose_history") {
      const { unlessKnown: _, ...rest } = effect;
      return "move" in rest ? (({ move: __, ...blind }) => blind)(rest) : rest;
    }
    if (effect.does === "move_branch") return losing(`which commit the branch names: ${effect.revision}`);
    return effect.does === "git_metadata" ? (({ drops: _, ...rest }) => rest)(effect) : effect;
  });
  return { ...use, effects };
}

function reads({ effects, nested }: Use): boolean {
  return nested.length === 0 && effects.every(({ does }) => does === "read" || does === "use_repository");
}

/** A command of that name would be taken before the alias: it is believed where it accuses, never where it excuses. */
function aliasUse(split: SplitArguments, name: string, args: readonly Word[], depth: number): Use | undefined {
  const meant = split
    .values("c")
    .flatMap(({ text }) => aliasedTo(text ?? "", name) ?? [])
    .at(-1);
  if (meant === undefined || depth > 3) return undefined;
  if (meant.startsWith("!")) {
    const texts = args.map(({ text, glob }) => (glob ? null : text));
    if (texts.includes(null)) return undefined;
    const quoted = texts.map((text) => ` ${quotedWord(text ?? "")}`);
    return useOf([], [{ runs: "script", text: meant.slice(1) + quoted.join(""), folder: null, doubtful: true }]);
  }
  if (/["'\\]/.test(meant)) return undefined;
  const words = meant.split(/\s+/).filter((word) => word !== "");
  const use = gitUse([...words.map((text) => ({ text, glob: false })), ...args], depth + 1);
  return use && !reads(use) ? use : undefined;
}

/** Where the tree and its metadata lie apart, what reads is followed, and what changes all of either. */
function treeApart(use: Use, split: SplitArguments): Use | undefined {
  if (reads(use)) return use;
  const [tree, metadata] = [split.value("work-tree")?.text ?? ".", split.value("git-dir")?.text ?? ".git"];
  const effects: UseEffect[] = [];
  for (const effect of use.effects) {
    if (effect.does === "git_metadata") effects.push({ does: "write_below", folder: metadata });
    else if (effect.does === "write_below" && effect.folder === ".")
      effects.push({ does: "write_below", folder: tree });
    else if (effect.does === "move_branch") effects.push(losing(`which commit the branch names: ${effect.revision}`));
    else if (effect.does === "lose_history") effects.push(losing(effect.what));
    else if (effect.does === "network" || effect.does === "override") effects.push(effect);
    else return undefined;
  }
  return split.has("namespace", "bare") || use.nested.length > 0 ? undefined : useOf(effects);
}

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
      return {
        ...effect,
        from: inside(folder, effect.from),
        to: inside(folder, effect.to),
        ...(effect.inFolder === undefined ? {} : { inFolder: inside(folder, effect.inFolder) }),
      };
    case "use_repository":
      return { ...effect, folder, metadata: effect.metadata === null ? null : inside(folder, effect.metadata) };
    case "write_below":
    case "git_metadata":
    case "move_branch":
      return { ...effect, folder: effect.folder === "." ? folder : inside(folder, effect.folder) };
    default:
      return effect;
  }
}
