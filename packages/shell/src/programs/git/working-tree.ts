/** Subcommands that move files between the tree, the index and the history. */
import { optionTable, splitArguments } from "../../uses/options.ts";
import { placeCopies } from "../../uses/place-copies.ts";
import { onlyReads, type Use, type UseEffect, type Word } from "../../uses/program.ts";
import { below, deleted, isFolderSpelling, somewhere, useOf, written, writtenDeep } from "../../uses/use-of.ts";
import {
  aroundDashes,
  committing,
  type GitCommand,
  gitCommand,
  importing,
  losing,
  metadata,
  moving,
  namedPaths,
  wholeFolder,
  wholeTree,
} from "./git-command.ts";

const add = gitCommand(
  "add stage",
  `-nvfuAN all no-all update force verbose dry-run intent-to-add ignore-errors ignore-missing refresh renormalize sparse chmod= ignore-removal
  no-ignore-removal pathspec-from-file= pathspec-file-nul`,
  (split) => {
    if (split.has("n", "dry-run")) return split.mayHideOption ? undefined : onlyReads([]);
    const isWide = split.mayHideOption || split.operands.length === 0 || split.has("pathspec-from-file");
    const known = split.has("u", "update", "refresh") ? "tracked" : "untracked";
    const takes = split.has("renormalize") ? "hidden" : split.has("f", "force") ? "ignored" : known;
    const stages = { paths: isWide ? null : namedPaths(split.operands), takes } as const;
    // Another mode is a change that need not stand in the tree.
    return useOf([...(split.has("chmod") ? changedPaths(split.operands) : []), { ...metadata, stages }]);
  },
  true,
);

const commit = gitCommand(
  "commit",
  `-aqvnso m|message: F|file: C|reuse-message: S|gpg-sign? u|untracked-files? amend all quiet verbose no-verify verify signoff no-signoff no-edit
  allow-empty allow-empty-message author: date: no-gpg-sign fixup: cleanup= status no-status reset-author only include i edit e
  dry-run short porcelain trailer: pathspec-from-file= no-post-rewrite`,
  (split, hasEditor) => {
    if (split.has("dry-run", "short", "porcelain")) return split.mayHideOption ? undefined : onlyReads([]);
    // Without a message an editor is started.
    if (!split.has("m", "F", "C", "no-edit", "fixup") && !hasEditor) return undefined;
    const { operands } = split;
    const takesAll = split.mayHideOption || split.has("a", "all", "pathspec-from-file");
    if (!takesAll && operands.length === 0) return useOf([committing]);
    const stages = { paths: takesAll ? null : namedPaths(operands), takes: takesAll ? "tracked" : "hidden" } as const;
    // Where paths are named, nothing else that is staged goes along.
    const isOnly = !takesAll && !split.has("i", "include");
    return useOf([{ ...committing, stages, ...(isOnly ? { only: true } : {}) }]);
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
    const effects = placeCopies(split, false)?.flatMap(({ from, to, below: folder, inFolder }): UseEffect[] => {
      if (from !== null && to !== null) {
        return [{ does: "move", from, to, ...(inFolder === undefined ? {} : { inFolder }) }];
      }
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
    // The next commit is without them.
    if (split.has("cached")) return useOf([...changedPaths(split.operands), metadata]);
    return useOf([...split.operands.flatMap((path) => (path.text === "." ? [wholeFolder] : deleted(path))), metadata]);
  },
  true,
);

const thrownAway = losing("changes to these files that are not committed");

const restore = gitCommand(
  "restore",
  `-qWS s|source: staged worktree quiet progress no-progress ours theirs m|merge conflict: ignore-unmerged
  recurse-submodules? no-recurse-submodules overlay no-overlay ignore-skip-worktree-bits pathspec-from-file=`,
  (split) => {
    if (split.has("pathspec-from-file")) return useOf([wholeTree, metadata]);
    const onlyIndex = split.has("S", "staged") && !split.has("W", "worktree");
    // Out of another commit they enter the index without ever having stood in the tree.
    if (onlyIndex) return useOf([...(split.has("s") ? changedPaths(split.operands) : []), metadata]);
    return useOf([...changedPaths(split.operands), thrownAway, metadata]);
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
    if (parted && parted[1].length > 0) return useOf([...changedPaths(parted[1]), thrownAway, metadata]);
    const [first, ...rest] = split.operands;
    const forced = split.has("f", "force") ? [losing("changes in the tree are thrown away")] : [];
    if (split.has("b", "B", "orphan")) {
      // A new branch from where one stands leaves the tree alone, unless it is forced.
      const keeps = forced.length === 0 && (!first || first.text === "HEAD");
      return useOf([...(keeps ? [] : [wholeTree]), metadata, ...(split.has("B") ? [moving] : []), ...forced]);
    }
    if (!first) return useOf([...(forced.length > 0 ? [wholeTree] : []), metadata, ...forced]);
    if (first.text === ".") return useOf([...changedPaths(split.operands), thrownAway, metadata]);
    // One word may be a branch or a path; of several, the first is where the others come from, or a path too.
    if (rest.length > 0) {
      return useOf([...changedPaths(looksLikeRevision(first) ? rest : split.operands), thrownAway, metadata]);
    }
    return useOf([wholeTree, metadata, ...forced]);
  },
};

/** Git itself refuses a word that is a revision and a file at once. */
function looksLikeRevision({ text }: Word): boolean {
  return (
    text !== null &&
    /^(?:[A-Z]*HEAD|main|master|develop|dev|trunk|stable|feature|topic|[0-9a-f]{7,40}|v?[0-9]+(?:\.[0-9]+)+)$|^(?:origin|upstream|refs|feature|release|hotfix|bugfix)\/|[~^@]/.test(
      text,
    )
  );
}

const switchBranch = gitCommand(
  "switch",
  `-qfd c|create: C|force-create: orphan: t|track? detach force discard-changes m|merge conflict: quiet progress no-progress guess no-guess no-track
  ignore-other-worktrees recurse-submodules? no-recurse-submodules`,
  (split) => {
    if (split.mayHideOption || split.has("f", "force", "discard-changes"))
      return useOf([wholeTree, metadata, losing("changes in the tree are thrown away")]);
    const leavesTree = split.has("c", "C") && split.operands.length === 0;
    return useOf([...(leavesTree ? [] : [wholeTree]), metadata, ...(split.has("C") ? [moving] : [])]);
  },
  true,
);

const reset = gitCommand(
  "reset",
  "-qN soft mixed hard merge keep quiet no-quiet intent-to-add recurse-submodules? no-recurse-submodules refresh no-refresh pathspec-from-file=",
  (split) => {
    if (split.mayHideOption || split.has("hard"))
      return useOf([wholeTree, metadata, losing("changes in the tree are thrown away")]);
    // Whatever its name looks like, the first word may be a commit: then the branch moves there, or these files' entries do.
    const [first, ...rest] = split.operands;
    const moves = first && first.text !== "HEAD" ? [moving, ...changedPaths(rest)] : [];
    return useOf([...(split.has("merge", "keep") ? [wholeTree] : []), metadata, ...moves]);
  },
  true,
);

const clean = gitCommand("clean", "-dfnqxX force dry-run quiet e|exclude:", (split) => {
  if (split.has("n", "dry-run")) return onlyReads([]);
  // Without `-f` it refuses, unless the settings say otherwise.
  const places = split.operands.length > 0 ? cleaned(split.operands) : [wholeFolder];
  return useOf([...places, losing("files that git does not track are deleted")]);
});

/** Files and folders alike: what lies below a folder goes, and a name with an ending is taken for a file. */
function cleaned(paths: readonly Word[]): UseEffect[] {
  return paths.flatMap((path) => {
    const isFile = path.text !== null && !path.glob && /[^./]\.[A-Za-z0-9]{1,6}$/.test(path.text);
    if (path.text === null || path.text.startsWith(":")) return [somewhere()];
    return isFile ? deleted(path) : below(path);
  });
}

const stash: GitCommand = gitCommand(
  "stash",
  "-kuaqpS0123456789 m|message: index keep-index no-keep-index include-untracked only-untracked all quiet patch staged stat? oneline format= pathspec-from-file= name-only name-status output:",
  (split) => {
    const verb = split.operands[0]?.text;
    if (verb === "list" || verb === "show") {
      // That of the list counts from the top of the tree, wherever git is called.
      const outputs = split.values("output").flatMap((file) => written(file, "create_or_replace"));
      return useOf(outputs.length > 0 && verb === "list" ? [...outputs, wholeTree] : outputs);
    }
    if (split.has("output")) return undefined;
    if (split.has("S", "format") && verb !== undefined && verb !== "push" && verb !== "save") return undefined;
    if (verb === "drop" || verb === "clear") return useOf([metadata, losing("stashed changes are deleted")]);
    if (verb === "create") return useOf([metadata]);
    if (verb === "store") return useOf([metadata, importing]);
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

/** The effects of changing what a pathspec covers. */
function changedPaths(pathspecs: readonly Word[]): UseEffect[] {
  return pathspecs.flatMap(({ text }) => {
    if (text === null) return [somewhere()];
    // `:/`, `:(top)`, `:!x`: counted from the top of the tree, or all but this.
    if (text.startsWith(":")) return [{ does: "write_somewhere", why: "a pathspec with magic" } as const];
    if (text === ".") return [wholeFolder];
    return isFolderSpelling(text) ? below(text) : writtenDeep(text, "derived");
  });
}
