/** Subcommands that bring histories together, and those that talk to other repositories. */

import type { SplitArguments } from "../../uses/options.ts";
import { type Nested, onlyReads, type UseEffect } from "../../uses/program.ts";
import { baseName, below, inside, useOf, written } from "../../uses/use-of.ts";
import { addressRuns } from "./address-runs.ts";
import {
  type GitCommand,
  gitCommand,
  importing,
  isRevision,
  losing,
  metadata,
  moving,
  movingTree,
  settings,
  unchecked,
  wholeTree,
} from "./git-command.ts";
import { settingRuns } from "./running-settings.ts";

const signing = "S|gpg-sign? no-gpg-sign signoff no-signoff verify no-verify";
const merging = `${signing} -nqvs ff no-ff ff-only commit no-commit squash no-squash stat no-stat X|strategy-option: log? no-log progress no-progress
  autostash no-autostash allow-unrelated-histories verbose quiet strategy: rerere-autoupdate no-rerere-autoupdate cleanup=`;

/** What goes on with work in progress, or gives it up: what becomes of the tree depends on how far it came. */
function goingOn(split: SplitArguments, what: string): UseEffect | undefined {
  const verb = ["abort", "continue", "skip", "quit"].find((one) => split.has(one));
  return verb === undefined ? undefined : movingTree({ says: `${verb} the ${what}`, to: "unknown" });
}

/** A strategy is a program, and some of its options put what comes into other folders than it came from. */
function hasStrategy(split: SplitArguments): boolean {
  const harmless = /^(?:ours|theirs|patience|ignore-[a-z-]+|diff-algorithm=[a-z]+|(?:no|find)-renames(?:=[0-9]+%?)?)$/;
  return split.has("strategy") || split.values("X").some(({ text }) => text === null || !harmless.test(text));
}

/** Revisions by their names. */
function bringing(split: SplitArguments, to: "merge" | "picks" | "reverts", verb: string): UseEffect {
  const revisions = split.operands.map(({ text }) => text ?? "");
  const named = to === "merge" && revisions.length === 0 ? ["@{u}"] : revisions;
  const isPlain =
    named.length > 0 &&
    split.operands.every(isRevision) &&
    !hasStrategy(split) &&
    !split.has(to === "merge" ? "s" : "m");
  return isPlain ? movingTree({ says: `${verb} ${named.join(", ")}`, to, revisions: named }) : wholeTree;
}

const fetching = `-apPqvtkuf46 all append prune prune-tags tags no-tags quiet verbose force depth: deepen: shallow-since: unshallow progress
  no-progress dry-run jobs: j: multiple keep update-head-ok recurse-submodules? no-recurse-submodules set-upstream atomic filter= ipv4 ipv6
  no-auto-gc no-auto-maintenance porcelain refmap= upload-pack:`;

const fetch = gitCommand("fetch", fetching, (split) => {
  const runs = addressRuns(split.operands, split.values("upload-pack"));
  // `from:to` writes a ref of our own; a word that is not known could hold one.
  const imports =
    split.has("refmap", "u", "update-head-ok") ||
    split.operands.slice(1).some(({ text }) => text === null || text.includes(":"));
  const [from] = split.operands;
  const network: UseEffect = { does: "network", target: from?.text ?? "the remote" };
  // The tags of a folder that anybody may have made.
  const names = split.has("t", "tags") && from && !/^(?:origin|upstream)$/.test(from.text ?? "") ? [importing] : [];
  return runs && useOf([network, metadata, ...(imports ? [moving] : names)], runs);
});

const pull = gitCommand("pull", `${fetching} ${merging} r|rebase? no-rebase edit no-edit`, (split) => {
  const runs = addressRuns(split.operands, split.values("upload-pack"));
  if (!runs || ["interactive", "i"].includes(split.value("r")?.text ?? "")) return undefined;
  const target = split.operands[0]?.text ?? "the remote";
  // What it brings is known only when it was fetched.
  const tree = runs.length > 0 ? wholeTree : movingTree({ says: `pull from ${target}`, to: "unknown" });
  return useOf([{ does: "network", target }, tree, metadata, ...unchecked(split.has("no-verify"))], runs);
});

const push = gitCommand(
  "push",
  `-fnqvud46 all branches mirror tags follow-tags prune delete atomic no-atomic dry-run force force-with-lease? no-force-with-lease
  force-if-includes set-upstream quiet verbose progress no-progress porcelain signed? thin no-thin no-verify verify o|push-option:
  recurse-submodules= ipv4 ipv6 receive-pack|exec:`,
  (split) => {
    const runs = addressRuns(split.operands, split.values("receive-pack"));
    if (!runs) return undefined;
    const network: UseEffect = { does: "network", target: split.operands[0]?.text ?? "the remote" };
    const besides = unchecked(split.has("no-verify"));
    if (split.has("n", "dry-run")) return useOf([network, ...besides], runs);
    const [, ...refspecs] = split.operands.map(({ text }) => text ?? "");
    const forced =
      split.has("f", "force", "force-with-lease", "mirror", "d", "delete", "prune") ||
      refspecs.some((refspec) => /^[+:]|^(?:[0-9a-f]{7,64}|FETCH_HEAD):/.test(refspec)) ||
      // Into a repository on this machine, perhaps this one.
      /^(?:\.|\/|~|file:)/.test(split.operands[0]?.text ?? "");
    return useOf(
      [network, metadata, ...besides, ...(forced ? [losing("what the remote has is overwritten or deleted")] : [])],
      runs,
    );
  },
);

const clone = gitCommand(
  "clone",
  `-lsnqvj46 b|branch: o|origin: depth: bare mirror local no-local no-hardlinks shared no-checkout quiet verbose progress
  single-branch no-single-branch no-tags recursive recurse-submodules? shallow-submodules no-shallow-submodules
  remote-submodules shallow-since: shallow-exclude: filter= sparse separate-git-dir= reference: jobs: dissociate u|upload-pack: c|config:`,
  (split) => {
    const [from, to] = split.operands;
    const runs = addressRuns(split.operands.slice(0, 1), split.values("u"));
    const settings = split.values("c").map(({ text }) => settingRuns(text ?? ""));
    if (from?.text == null || !runs || settings.includes(undefined) || split.has("separate-git-dir")) return undefined;
    if (to?.text === null) return undefined;
    const bare = split.has("bare", "mirror");
    const folder = to?.text ?? cloneName(from.text, bare);
    if (folder === "") return undefined;
    return useOf(
      [{ does: "network", target: from.text }, ...below(folder), ...written(folder, "derived")],
      [...runs, ...settings.flatMap((nested) => nested ?? [])],
    );
  },
);

/** `https://host/team/name.git` is put into `name`. */
function cloneName(address: string, bare: boolean): string {
  const path = baseName(address.slice(address.lastIndexOf(":") + 1));
  const name = path.endsWith(".git") ? path.slice(0, -4) : path;
  return bare ? `${name}.git` : name;
}

const init = gitCommand(
  "init",
  "-q b|initial-branch: quiet bare template= shared? object-format= ref-format=",
  (split) => {
    // A template brings hooks along.
    if (split.has("template")) return undefined;
    const [folder] = split.operands;
    if (!folder || folder.text === ".")
      return useOf([split.has("bare") ? wholeTree : { does: "write_below", folder: ".git" }]);
    return useOf([...below(folder), ...written(folder, "derived")]);
  },
  true,
);

const submodule = gitCommand(
  "submodule",
  "-qfb init recursive remote depth: b|branch: name: force quiet cached summary-limit: jobs: all rebase merge checkout no-fetch progress single-branch",
  (split) => {
    const verb = split.operands[0]?.text;
    if (verb === undefined || verb === "status" || verb === "summary") return onlyReads([]);
    if (addressRuns(split.operands)?.length !== 0) return undefined;
    if (verb === "init" || verb === "sync") return useOf([settings("config"), metadata]);
    return ["update", "add", "deinit"].includes(verb ?? "") ? useOf([wholeTree, metadata]) : undefined;
  },
);

const worktree = gitCommand(
  "worktree",
  "-fdlnv b: B: detach checkout no-checkout lock reason: quiet q porcelain z force expire: track no-track guess-remote dry-run verbose orphan",
  (split) => {
    const [verb, ...rest] = split.operands;
    if (verb?.text === "list") return onlyReads([]);
    const [place, other] = rest;
    if (verb?.text === "prune" && split.has("n", "dry-run")) return onlyReads([]);
    if (verb?.text === "prune" || verb?.text === "lock" || verb?.text === "unlock" || verb?.text === "repair")
      return useOf([metadata]);
    if (place?.text == null) return undefined;
    const folder = inside(".", place.text);
    if (verb?.text === "add")
      return useOf([...below(folder), ...written(folder, "derived"), metadata, ...(split.has("B") ? [moving] : [])]);
    if (verb?.text === "remove") {
      const forced = split.has("f", "force") ? [losing("a worktree is deleted with its changes")] : [];
      return useOf([{ does: "delete", path: folder }, metadata, ...forced]);
    }
    if (verb?.text === "move" && other?.text != null)
      return useOf([{ does: "move", from: folder, to: other.text }, metadata]);
    return undefined;
  },
);

const rebasingMore = ["onto", "root", "i", "update-refs", "merge", "m", "s", "keep-base", "reset-author-date"];

export const combiningCommands: readonly GitCommand[] = [
  gitCommand("merge", `${merging} m|message: F|file: edit no-edit abort continue quit into-name:`, (split) => {
    const tree = goingOn(split, "merge") ?? bringing(split, "merge", "merge");
    return useOf([tree, metadata, ...unchecked(split.has("no-verify"))]);
  }),
  gitCommand(
    "rebase",
    `${merging} x|exec: i|interactive onto: continue skip abort quit keep-base root reapply-cherry-picks no-reapply-cherry-picks empty= fork-point
    no-fork-point committer-date-is-author-date reset-author-date ignore-date no-keep-empty keep-empty update-refs no-update-refs
    merge m apply force-rebase f no-ff autosquash no-autosquash`,
    (split, hasEditor) => {
      if (split.has("i") && !hasEditor) return undefined;
      const nested = split.values("x").map(({ text }): Nested => ({ runs: "script", text, folder: null }));
      const [onto, ...rest] = split.operands;
      const isPlain =
        rest.length === 0 &&
        (onto === undefined || isRevision(onto)) &&
        !split.has(...rebasingMore) &&
        !hasStrategy(split);
      const name = onto?.text ?? "@{u}";
      const tree =
        goingOn(split, "rebase") ??
        (isPlain && nested.length === 0
          ? movingTree({ says: `rebase onto ${name}`, to: "rebase", onto: name })
          : wholeTree);
      return useOf([tree, metadata, ...unchecked(split.has("no-verify"))], nested);
    },
  ),
  ...(["cherry-pick", "revert"] as const).map((name) =>
    gitCommand(
      name,
      `${merging} -xn m|mainline: edit no-edit e continue skip abort quit allow-empty allow-empty-message keep-redundant-commits ff no-commit`,
      (split) => {
        if (split.has("e", "edit")) return undefined;
        return useOf([
          goingOn(split, name) ?? bringing(split, name === "revert" ? "reverts" : "picks", name),
          metadata,
        ]);
      },
    ),
  ),
  fetch,
  pull,
  push,
  clone,
  init,
  submodule,
  worktree,
];
