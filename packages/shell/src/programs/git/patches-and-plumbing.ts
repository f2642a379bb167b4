/** Patches, archives, and the commands beneath the others. */
import { onlyReads } from "../../uses/program.ts";
import { below, folderName, readsOf, useOf, written } from "../../uses/use-of.ts";
import { always, type GitCommand, gitCommand, losing, metadata, moving, namedPaths, wholeTree } from "./git-command.ts";

const formatPatch = gitCommand(
  "format-patch",
  `-0123456789nNskpqv o|output-directory: n|numbered N|no-numbered stdout output: start-number= subject-prefix= rfc? signoff
  cover-letter no-cover-letter attach? inline? thread? no-thread to= cc= from? base= root zero-commit suffix= quiet no-stat
  reroll-count= in-reply-to= no-signature signature= keep-subject numbered-files max-count: ignore-if-in-upstream stat? patch binary no-binary M? C?`,
  (split) => {
    const output = split.value("output");
    if (output) return useOf(written(output, "create_or_replace"));
    if (split.has("stdout")) return onlyReads([]);
    const folder = split.value("o");
    if (!folder) return useOf([wholeTree]);
    return useOf([...below(folder), ...written(folder, "derived")]);
  },
);

const archive = gitCommand(
  "archive",
  "-lv0123456789 o|output: format= prefix= list verbose worktree-attributes add-file= mtime= remote=",
  (split) => {
    if (split.value("remote")?.text?.includes("::")) return undefined;
    const output = split.value("o");
    // Formats of one's own are programs in the settings; these are git's.
    const format = split.value("format")?.text;
    if (format != null && !["tar", "zip", "tgz", "tar.gz"].includes(format)) return undefined;
    return useOf(output ? written(output, "create_or_replace") : []);
  },
);

const bundle = gitCommand(
  "bundle",
  "-q quiet progress all branches tags version= since: stdin n|max-count: not output:",
  (split) => {
    const [verb, file] = split.operands;
    if (split.has("output")) return undefined;
    if (verb?.text === "create" && file) return useOf(file.text === "-" ? [] : written(file, "create_or_replace"));
    if (verb?.text === "verify" || verb?.text === "list-heads") return onlyReads([]);
    return verb?.text === "unbundle" ? useOf([metadata, moving]) : undefined;
  },
);

const apply = gitCommand(
  "apply",
  `-R3vqpzC p: C: stat numstat summary check index cached intent-to-add 3way build-fake-ancestor= reverse reject unidiff-zero
  apply no-add binary exclude= include= ignore-space-change ignore-whitespace whitespace= inaccurate-eof verbose quiet
  recount directory= unsafe-paths allow-empty ours theirs`,
  (split) => {
    // An index is written whether or not the patch is applied.
    if (split.has("unsafe-paths", "build-fake-ancestor")) return undefined;
    const only = split.has("stat", "numstat", "summary", "check") && !split.has("apply");
    if (only) return useOf(readsOf(split.operands));
    const index = split.has("index", "cached", "3", "3way", "intent-to-add") ? [metadata] : [];
    // What enters the index is in the next commit, whether or not it ever stood in the tree.
    return useOf([...readsOf(split.operands), wholeTree, ...index]);
  },
);

const hashObject = gitCommand("hash-object", "-w t: stdin stdin-paths path= no-filters literally", (split) =>
  useOf([...readsOf(split.operands), ...(split.has("w") ? [metadata] : [])]),
);

const symbolicRef = gitCommand("symbolic-ref", "-dqm d|delete q|quiet short m: recurse no-recurse", (split) =>
  split.has("d") || split.operands.length > 1 ? useOf([metadata, moving]) : onlyReads([]),
);

const checkoutIndex = gitCommand(
  "checkout-index",
  "-aufqnz prefix= all force quiet no-create index stage= temp stdin",
  (split) => {
    const prefix = split.value("prefix")?.text;
    if (prefix != null && prefix !== "") return useOf(below(prefix.endsWith("/") ? prefix : folderName(prefix)));
    return useOf([wholeTree, metadata]);
  },
);

const readTree = gitCommand(
  "read-tree",
  "-mnuiv reset prefix= trivial aggressive dry-run empty no-sparse-checkout quiet q",
  (split) => {
    if (split.has("n", "dry-run")) return onlyReads([]);
    return useOf([wholeTree, metadata]);
  },
);

const notes = gitCommand(
  "notes",
  "-f m|message: F|file: C|reuse-message: ref= force ignore-missing stdin q v",
  (split) => {
    const verb = split.operands[0]?.text;
    if (verb === undefined || verb === "list" || verb === "show" || verb === "get-ref") return onlyReads([]);
    if ((verb === "add" || verb === "append") && !split.has("m", "F", "C")) return undefined;
    return ["add", "append", "copy", "remove", "prune", "merge"].includes(verb ?? "") ? useOf([metadata]) : undefined;
  },
);

const forgetting = losing("what no branch holds is deleted for good");

const gc = gitCommand(
  "gc",
  "-q aggressive auto prune? no-prune quiet force keep-largest-pack cruft no-cruft",
  // Left to itself it keeps what is younger than two weeks.
  (split) => useOf([metadata, ...(split.value("prune") ? [forgetting] : [])]),
);

const prune = gitCommand("prune", "-nv dry-run verbose expire: progress no-progress", (split) =>
  split.has("n", "dry-run") ? onlyReads([]) : useOf([metadata, forgetting]),
);

const repack = gitCommand(
  "repack",
  "-aAdfFlnqkbi window: depth: threads: max-pack-size: write-bitmap-index unpack-unreachable= keep-unreachable quiet",
  (split) => useOf([metadata, ...(split.has("a", "unpack-unreachable") && split.has("d") ? [forgetting] : [])]),
);

const fsck = gitCommand(
  "fsck",
  "full strict unreachable no-dangling dangling lost-found name-objects connectivity-only root tags cache no-reflogs verbose no-progress progress",
  (split) => (split.has("lost-found") ? useOf([metadata]) : onlyReads([])),
);

const bisect = gitCommand("bisect", "no-checkout first-parent term-old= term-new=", (split) => {
  const [first, ...command] = split.operands;
  const verb = first?.text;
  if (verb === "run" && command.length > 0)
    return useOf([wholeTree, metadata], [{ runs: "words", words: command, moreArguments: false, folder: null }]);
  if (verb === "log" || verb === "view" || verb === "terms") return verb === "view" ? undefined : onlyReads([]);
  const known = ["start", "bad", "good", "new", "old", "skip", "reset", "replay", "next"];
  return known.includes(verb ?? "") ? useOf([wholeTree, metadata]) : undefined;
});

const replace = gitCommand("replace", "-dfl list delete force format= graft raw", (split) => {
  if (split.has("l", "list") || (split.operands.length === 0 && !split.has("d", "delete"))) return onlyReads([]);
  return useOf([metadata, losing("which object a name stands for")]);
});

const updateIndex = gitCommand(
  "update-index",
  "-qz g|again add remove refresh really-refresh force-remove cacheinfo assume-unchanged no-assume-unchanged skip-worktree no-skip-worktree chmod= index-info stdin unmerged ignore-missing replace info-only verbose split-index no-split-index untracked-cache no-untracked-cache fsmonitor no-fsmonitor",
  (split) => {
    if (split.has("index-info", "stdin")) return undefined;
    if (split.has("force-remove", "remove"))
      return useOf([...split.operands.flatMap((path) => written(path, "derived")), metadata]);
    // The path counts from the top of the tree, and may stand among others.
    if (split.has("cacheinfo")) return useOf([wholeTree, metadata]);
    const paths = split.has("g", "again") ? null : namedPaths(split.operands);
    const shows = split.has("no-assume-unchanged", "no-skip-worktree", "really-refresh");
    const stages = {
      paths: split.has("really-refresh") ? null : paths,
      takes: shows ? "hidden" : split.has("add") ? "ignored" : "tracked",
    } as const;
    // Another mode is a change that need not stand in the tree.
    const modes = split.has("chmod") ? split.operands.flatMap((path) => written(path, "derived")) : [];
    return useOf([...modes, { ...metadata, stages }]);
  },
);

const sparseCheckout = gitCommand(
  "sparse-checkout",
  "cone no-cone sparse-index no-sparse-index stdin skip-checks",
  (split) => (split.operands[0]?.text === "list" ? onlyReads([]) : useOf([wholeTree, metadata])),
);

const rerere = gitCommand("rerere", "rerere-autoupdate", (split) =>
  ["status", "remaining", "diff"].includes(split.operands[0]?.text ?? "") ? onlyReads([]) : useOf([metadata]),
);

export const patchCommands: readonly GitCommand[] = [
  formatPatch,
  archive,
  bundle,
  apply,
  always(
    "am",
    "-3sqkcin 3way signoff quiet keep keep-cr no-keep-cr ignore-space-change ignore-whitespace whitespace= directory= p: C: continue skip abort quit resolved committer-date-is-author-date ignore-date",
    [wholeTree, metadata],
  ),
  hashObject,
  symbolicRef,
  checkoutIndex,
  readTree,
  notes,
  gc,
  prune,
  repack,
  fsck,
  bisect,
  replace,
  sparseCheckout,
  updateIndex,
  always("update-ref", "-dz m: stdin no-deref create-reflog", [metadata, moving]),
  always("write-tree", "missing-ok prefix=", [metadata]),
  always("commit-tree", "p: m: F: S? no-gpg-sign", [metadata]),
  always("mktree mktag", "-z missing batch strict no-strict", [metadata]),
  always("pack-refs", "all no-prune prune", [metadata]),
  always("prune-packed", "-nq dry-run quiet", [metadata]),
  rerere,
];
