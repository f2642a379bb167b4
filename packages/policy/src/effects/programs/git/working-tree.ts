/** Subcommands that move files between the tree, the index and the history. */
import { optionTable, splitArguments } from "../options.ts";
import { placeCopies } from "../place-copies.ts";
import { onlyReads, type Use, type UseEffect, type Word } from "../program.ts";
import { below, deleted, somewhere, useOf } from "../use-of.ts";
import { aroundDashes, type GitCommand, gitCommand, losing, metadata, wholeTree } from "./git-command.ts";
import { changedPaths } from "./tree-paths.ts";

const add = gitCommand(
  "add stage",
  `-nvfuAN all no-all update force verbose dry-run intent-to-add ignore-errors ignore-missing refresh renormalize sparse chmod= ignore-removal
  no-ignore-removal`,
  (split) => (split.has("n", "dry-run") ? (split.mayHideOption ? undefined : onlyReads([])) : useOf([metadata])),
  true,
);

const commit = gitCommand(
  "commit",
  `-aqvnso m|message: F|file: C|reuse-message: S|gpg-sign? u|untracked-files? amend all quiet verbose no-verify verify signoff no-signoff no-edit
  allow-empty allow-empty-message author: date: no-gpg-sign fixup: cleanup= status no-status reset-author only include i
  dry-run short porcelain trailer: pathspec-from-file= no-post-rewrite`,
  (split) => {
    if (split.has("dry-run", "short", "porcelain")) return split.mayHideOption ? undefined : onlyReads([]);
    // Without a message an editor is started.
    if (!split.has("m", "F", "C", "no-edit", "fixup")) return undefined;
    return useOf([metadata]);
  },
  true,
);

const mvOptions = optionTable("-fknv force dry-run verbose sparse");

const mv: GitCommand = {
  names: ["mv"],
  use(args) {
    const split = splitArguments(mvOptions, args);
    if (!split || split.mayHideOption) return undefined;
    if (split.has("n", "dry-run")) return onlyReads([]);
    const effects = placeCopies(split, false)?.flatMap(({ from, to, below: folder }): UseEffect[] => {
      if (from !== null && to !== null) return [{ does: "move", from, to }];
      return [...(from === null ? [somewhere()] : deleted(from)), ...(folder === null ? [somewhere()] : below(folder))];
    });
    return effects && useOf([...effects, metadata]);
  },
};

const rm = gitCommand(
  "rm",
  "-fnrq force dry-run cached ignore-unmatch quiet sparse pathspec-from-file=",
  (split) => {
    if (split.has("n", "dry-run")) return split.mayHideOption ? undefined : onlyReads([]);
    if (split.has("pathspec-from-file")) return useOf([wholeTree, metadata]);
    if (split.has("cached")) return useOf([metadata]);
    return useOf([...split.operands.flatMap((path) => (path.text === "." ? [wholeTree] : deleted(path))), metadata]);
  },
  true,
);

const restore = gitCommand(
  "restore",
  `-qWS s|source: staged worktree quiet progress no-progress ours theirs m|merge conflict: ignore-unmerged
  recurse-submodules? no-recurse-submodules overlay no-overlay ignore-skip-worktree-bits pathspec-from-file=`,
  (split) => {
    if (split.has("pathspec-from-file")) return useOf([wholeTree, metadata]);
    const onlyIndex = split.has("S", "staged") && !split.has("W", "worktree");
    return useOf([...(onlyIndex ? [] : changedPaths(split.operands)), metadata]);
  },
  true,
);

const checkoutOptions = optionTable(
  `-qfdl b: B: t|track? orphan: detach force quiet progress no-progress ours theirs m|merge conflict: no-track guess no-guess
  ignore-other-worktrees overlay no-overlay recurse-submodules? no-recurse-submodules overwrite-ignore pathspec-from-file=`,
);

const checkout: GitCommand = {
  names: ["checkout"],
  use(args): Use | undefined {
    const parted = aroundDashes(args);
    const split = splitArguments(checkoutOptions, parted ? parted[0] : args);
    if (!split) return undefined;
    // Whatever a word that is not known may be, it stays within the tree.
    if (split.mayHideOption) return useOf([wholeTree, metadata, losing("changes in the tree may be thrown away")]);
    if (parted && parted[1].length > 0) return useOf([...changedPaths(parted[1]), metadata]);
    const [first, ...rest] = split.operands;
    const creates = split.has("b", "B", "orphan");
    if (creates) {
      // A new branch from where one stands leaves the tree alone.
      return useOf([...(first && !(first.text === "HEAD") ? [wholeTree] : []), metadata]);
    }
    if (!first)
      return split.has("f", "force")
        ? useOf([wholeTree, metadata, losing("changes in the tree are thrown away")])
        : useOf([metadata]);
    const forced = split.has("f", "force") ? [losing("changes in the tree are thrown away")] : [];
    if (first.text === ".") return useOf([...changedPaths(split.operands), metadata]);
    // One word may be a branch or a path; of several, the first is where the others come from, or a path too.
    if (rest.length > 0)
      return useOf([...changedPaths(rest), ...(looksLikePath(first) ? changedPaths([first]) : []), metadata]);
    return useOf([wholeTree, metadata, ...forced]);
  },
};

function looksLikePath({ text }: Word): boolean {
  return text !== null && /\.[A-Za-z0-9]{1,6}$/.test(text) && !/[~^@]/.test(text);
}

const switchBranch = gitCommand(
  "switch",
  `-qfd c|create: C|force-create: orphan: t|track? detach force discard-changes m|merge conflict: quiet progress no-progress guess no-guess no-track
  ignore-other-worktrees recurse-submodules? no-recurse-submodules`,
  (split) => {
    if (split.mayHideOption || split.has("f", "force", "discard-changes"))
      return useOf([wholeTree, metadata, losing("changes in the tree are thrown away")]);
    const leavesTree = split.has("c", "C") && split.operands.length === 0;
    return useOf(leavesTree ? [metadata] : [wholeTree, metadata]);
  },
  true,
);

const reset = gitCommand(
  "reset",
  "-qN soft mixed hard merge keep quiet no-quiet intent-to-add recurse-submodules? no-recurse-submodules refresh no-refresh pathspec-from-file=",
  (split) => {
    if (split.mayHideOption || split.has("hard"))
      return useOf([wholeTree, metadata, losing("changes in the tree are thrown away")]);
    return useOf(split.has("merge", "keep") ? [wholeTree, metadata] : [metadata]);
  },
  true,
);

const clean = gitCommand("clean", "-dfnqxX force dry-run quiet e|exclude:", (split) => {
  if (split.has("n", "dry-run")) return onlyReads([]);
  // Without `-f` it refuses, unless the settings say otherwise.
  const places = split.operands.length > 0 ? split.operands.flatMap(below) : [wholeTree];
  return useOf([...places, losing("files that git does not track are deleted")]);
});

const stash: GitCommand = gitCommand(
  "stash",
  "-kuaqpS0123456789 m|message: index keep-index no-keep-index include-untracked only-untracked all quiet patch staged stat? oneline format= pathspec-from-file= name-only name-status",
  (split) => {
    const verb = split.operands[0]?.text;
    if (verb === "list" || verb === "show") return onlyReads([]);
    if (split.has("S", "format") && verb !== undefined && verb !== "push" && verb !== "save") return undefined;
    if (verb === "drop" || verb === "clear") return useOf([metadata, losing("stashed changes are deleted")]);
    if (verb === "create" || verb === "store") return useOf([metadata]);
    const known = [undefined, "push", "save", "pop", "apply", "branch"];
    return known.includes(verb ?? undefined) ? useOf([wholeTree, metadata]) : undefined;
  },
);

export const workingTreeCommands: readonly GitCommand[] = [
  add,
  commit,
  mv,
  rm,
  restore,
  checkout,
  switchBranch,
  reset,
  clean,
  stash,
];
