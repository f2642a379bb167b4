/** Subcommands that move files between the tree, the index and the history. */
import { optionTable, type SplitArguments, splitArguments } from "../../uses/options.ts";
import { placeCopies } from "../../uses/place-copies.ts";
import { type GitMove, onlyReads, type Use, type UseEffect, type Word } from "../../uses/program.ts";
import { below, deleted, isFolderSpelling, somewhere, useOf, written, writtenDeep } from "../../uses/use-of.ts";
import {
  aroundDashes,
  committing,
  dropping,
  type GitCommand,
  gitCommand,
  importing,
  isRevision,
  losing,
  metadata,
  moving,
  movingTree,
  namedPaths,
  unchecked,
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
    const besides = unchecked(split.has("n", "no-verify"));
    const made = split.has("amend") ? ({ ...committing, amends: true } as const) : committing;
    if (!takesAll && operands.length === 0) return useOf([made, ...besides]);
    const stages = { paths: takesAll ? null : namedPaths(operands), takes: takesAll ? "tracked" : "hidden" } as const;
    // Where paths are named, nothing else that is staged goes along.
    const isOnly = !takesAll && !split.has("i", "include");
    return useOf([{ ...made, stages, ...(isOnly ? { only: true } : {}) }, ...besides]);
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
    const source = split.value("s");
    const isPlain = !split.has("m", "merge", "ours", "theirs", "conflict", "p", "patch", "recurse-submodules");
    const otherwise = [...changedPaths(split.operands), thrownAway];
    if (!isPlain || split.mayHideOption || (source && !isRevision(source))) return useOf([...otherwise, metadata]);
    const alsoIndex = split.has("S", "staged");
    const to = source ? { commit: source.text ?? "" } : alsoIndex ? { commit: "HEAD" } : "index";
    return useOf(dropping({ paths: namedPaths(split.operands), to }, otherwise));
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
    const isPlain = !split.has("m", "merge", "ours", "theirs", "conflict", "recurse-submodules", "pathspec-from-file");
    const takesPaths = (source: Word | undefined, paths: readonly Word[]): Use => {
      const otherwise = [...changedPaths(paths), thrownAway];
      if (!isPlain || (source && !isRevision(source))) return useOf([...otherwise, metadata]);
      const to = source ? { commit: source.text ?? "" } : "index";
      return useOf(dropping({ paths: namedPaths(paths), to }, otherwise));
    };
    if (parted && parted[1].length > 0) return takesPaths(split.operands[0], parted[1]);
    const [first, ...rest] = split.operands;
    const isForced = split.has("f", "force");
    const forced = isForced ? [losing("changes in the tree are thrown away")] : [];
    const to = (word: Word, mayBePath: boolean): UseEffect =>
      !isPlain || !isRevision(word) || split.has("orphan")
        ? wholeTree
        : movingTree({ ...switching(word, isForced), mayBePath });
    if (split.has("b", "B", "orphan")) {
      // A new branch from where one stands leaves the tree alone, unless it is forced.
      const keeps = forced.length === 0 && (!first || first.text === "HEAD");
      const start = first ?? HEAD;
      return useOf([
        ...(keeps ? [] : [to(start, false)]),
        metadata,
        ...(split.has("B") ? [moving] : []),
        ...unlessTold(forced),
      ]);
    }
    if (!first) return useOf([...(isForced ? [to(HEAD, false)] : []), metadata, ...unlessTold(forced)]);
    if (first.text === ".") return takesPaths(undefined, split.operands);
    // One word may be a branch or a path; of several, the first is where the others come from, or a path too.
    if (rest.length > 0)
      return looksLikeRevision(first) ? takesPaths(first, rest) : takesPaths(undefined, split.operands);
    return useOf([to(first, !split.has("d", "detach", "t", "track")), metadata, ...unlessTold(forced)]);
  },
};

const HEAD: Word = { text: "HEAD", glob: false };

function switching({ text }: Word, drops: boolean): GitMove & { to: "commit" } {
  const revision = text ?? "";
  const says = revision === "HEAD" && drops ? "throw away what is not committed" : `switch to ${revision}`;
  return { says, to: "commit", revision, mayBePath: false, drops, leaves: "a branch" };
}

/** Said unless it can be told what goes. */
function unlessTold(losses: readonly (UseEffect & { does: "lose_history" })[]): UseEffect[] {
  return losses.map((effect) => ({ ...effect, unlessKnown: true }));
}

/** Git itself refuses a word that is a revision and a file at once. */
function looksLikeRevision({ text }: Word): boolean {
  return (
    text !== null &&
    /^(?:[A-Z]*HEAD|main|master|develop|dev|trunk|stable|feature|topic|[0-9a-f]{7,40}|v?[0-9]+(?:\.[0-9]+)+)$|^(?:origin|upstream|refs|feature|release|hotfix|bugfix)\/|[~^@]/.test(
      text,
    )
  );
}

const mergingSwitch = ["orphan", "m", "merge", "conflict", "recurse-submodules"];

const switchBranch = gitCommand(
  "switch",
  `-qfd c|create: C|force-create: orphan: t|track? detach force discard-changes m|merge conflict: quiet progress no-progress guess no-guess no-track
  ignore-other-worktrees recurse-submodules? no-recurse-submodules`,
  (split) => {
    const isForced = split.has("f", "force", "discard-changes");
    const losses = isForced || split.mayHideOption ? [losing("changes in the tree are thrown away")] : [];
    const [first = HEAD] = split.operands;
    const isPlain = !split.mayHideOption && isRevision(first) && !split.has(...mergingSwitch);
    const tree = isPlain ? movingTree(switching(first, isForced)) : wholeTree;
    const leavesTree = !isForced && !split.mayHideOption && split.has("c", "C") && split.operands.length === 0;
    const moved = split.has("C") ? [moving] : [];
    return useOf([...(leavesTree ? [] : [tree]), metadata, ...moved, ...(isPlain ? unlessTold(losses) : losses)]);
  },
  true,
);

const reset = gitCommand(
  "reset",
  "-qN soft mixed hard merge keep quiet no-quiet intent-to-add recurse-submodules? no-recurse-submodules refresh no-refresh pathspec-from-file=",
  (split) => {
    const [first, ...rest] = split.operands;
    const isPlain =
      !split.mayHideOption && rest.length === 0 && isRevision(first ?? HEAD) && !split.has("recurse-submodules");
    const movesBranch: UseEffect[] =
      isPlain && first && first.text !== "HEAD"
        ? [{ does: "move_branch", folder: ".", revision: first.text ?? "" }]
        : [];
    if (split.mayHideOption || split.has("hard")) {
      const losses = [losing("changes in the tree are thrown away")];
      if (!isPlain) return useOf([wholeTree, metadata, ...losses]);
      const target = first ?? HEAD;
      const says = target.text === "HEAD" ? "throw away what is not committed" : `go back to ${target.text}`;
      const leaves = target.text === "HEAD" ? "a branch" : "commits";
      return useOf([
        movingTree({ ...switching(target, true), says, leaves }),
        metadata,
        ...movesBranch,
        ...unlessTold(losses),
      ]);
    }
    // Whatever its name looks like, the first word may be a commit: then the branch moves there, or these files' entries do.
    const moves = first && first.text !== "HEAD" ? [moving, ...changedPaths(rest)] : [];
    if (split.has("merge", "keep")) return useOf([wholeTree, metadata, ...moves]);
    return useOf([metadata, ...(isPlain ? movesBranch : moves)]);
  },
  true,
);

const clean = gitCommand("clean", "-dfnqxX force dry-run quiet e|exclude:", (split) => {
  if (split.has("n", "dry-run")) return onlyReads([]);
  // Without `-f` it refuses, unless the settings say otherwise.
  const places = split.operands.length > 0 ? cleaned(split.operands) : [wholeFolder];
  const otherwise = [...places, losing("files that git does not track are deleted")];
  // Said twice it takes along repositories of their own.
  const isTwice = split.options.filter(({ name }) => name === "f" || name === "force").length > 1;
  if (isTwice || split.has("e", "exclude")) return useOf(otherwise);
  const to = split.has("x", "X") ? "untracked and ignored" : "untracked";
  const paths = split.operands.length > 0 ? namedPaths(split.operands) : ["."];
  return useOf(dropping({ paths, to }, otherwise));
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
    return known.includes(verb ?? undefined) ? useOf([stashing(split), metadata]) : undefined;
  },
);

function stashing(split: SplitArguments): UseEffect {
  const [verb, entry] = split.operands.map(({ text }) => text);
  if (split.has("p", "patch", "a", "all", "pathspec-from-file") || verb === "branch")
    return movingTree({ says: "stash what is not committed", to: "unknown" });
  if (verb !== "pop" && verb !== "apply")
    return movingTree({
      says: "stash what is not committed",
      to: "stash",
      untracked: split.has("u", "include-untracked", "only-untracked"),
    });
  const name = entry === undefined ? "stash@{0}" : /^[0-9]+$/.test(entry ?? "") ? `stash@{${entry}}` : entry;
  return name === null || !/^stash@\{[0-9]+\}$/.test(name ?? "")
    ? wholeTree
    : movingTree({ says: "bring back what was stashed", to: "unstash", entry: name ?? "" });
}

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
