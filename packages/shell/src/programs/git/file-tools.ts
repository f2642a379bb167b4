/** Subcommands that work on files named to them, and those that keep the metadata in order. */
import { onlyReads } from "../../uses/program.ts";
import { readsOf, useOf, written } from "../../uses/use-of.ts";
import { always, type GitCommand, gitCommand, metadata, moving, wholeTree } from "./git-command.ts";

/** The first of the three files takes the result, unless it is printed. */
const mergeFile = gitCommand(
  "merge-file",
  "-pq L: stdout quiet ours theirs union diff3 zdiff3 marker-size: diff-algorithm:",
  (split) => {
    const [into, ...others] = split.operands;
    if (split.has("p", "stdout")) return useOf(readsOf(split.operands));
    return into && useOf([...readsOf(others), ...written(into, "derived")]);
  },
);

const fastExport = gitCommand(
  "fast-export",
  `export-marks: import-marks: import-marks-if-exists: all branches? tags? signed-tags= tag-of-filtered-object= progress= M? C? no-data full-tree
  use-done-feature anonymize show-original-ids reencode= mark-tags reference-excluded-parents fake-missing-tagger`,
  (split) => useOf(split.values("export-marks").flatMap((file) => written(file, "create_or_replace"))),
);

const mailinfo = gitCommand("mailinfo", "-kbumn scissors no-scissors keep-non-patch encoding= quoted-cr=", (split) =>
  split.operands.length === 2 ? useOf(split.operands.flatMap((file) => written(file, "create_or_replace"))) : undefined,
);

/** A trailer of one's own may be made by a command in the settings. */
const trailers = gitCommand(
  "interpret-trailers",
  "in-place trim-empty where= if-exists= if-missing= only-trailers only-input unfold parse no-divider trailer:",
  (split) => (split.has("in-place") ? useOf(split.operands.flatMap((file) => written(file, "derived"))) : undefined),
);

const keeping = gitCommand(
  "commit-graph multi-pack-index",
  `reachable stdin-packs stdin-commits append split? changed-paths no-changed-paths progress no-progress object-dir= max-commits= bitmap
  no-bitmap preferred-pack= refs-snapshot= batch-size=`,
  ({ operands }) => (operands[0]?.text === "verify" ? onlyReads([]) : useOf([metadata])),
);

const maintenance = gitCommand("maintenance", "auto quiet task= schedule= no-quiet", ({ operands }) =>
  // The others write to the settings of the person and to the timers of the machine.
  operands[0]?.text === "run" ? useOf([metadata]) : undefined,
);

/** What it starts in place of the configured tool goes to a shell. */
const difftool = gitCommand("difftool", "y|no-prompt x|extcmd: cached staged d|dir-diff", (split) => {
  const command = split.value("x");
  if (!command?.text) return undefined;
  return useOf([], [{ runs: "script", text: `${command.text} "$LOCAL" "$REMOTE"`, folder: null, doubtful: true }]);
});

export const fileToolCommands: readonly GitCommand[] = [
  mergeFile,
  difftool,
  fastExport,
  mailinfo,
  trailers,
  keeping,
  maintenance,
  gitCommand(
    "patch-id column show-index",
    "stable unstable verbatim mode? raw-mode= width= indent= nl= padding= object-format=",
    () => onlyReads([]),
  ),
  gitCommand("verify-pack", "-sv verbose stat-only", (split) => useOf(readsOf(split.operands))),
  gitCommand("unpack-file", "", () => useOf(written(".merge_file_*", "create_or_replace"))),
  always("update-server-info", "-f force", [metadata]),
  // What it found stays in the store of objects.
  always(
    "merge-tree",
    "-z write-tree trivial-merge messages no-messages name-only allow-unrelated-histories merge-base= stdin",
    [metadata],
  ),
  always("fast-import", "quiet stats force done", [wholeTree, metadata, moving]),
  gitCommand(
    "subtree",
    "-qdm P|prefix: squash message: quiet debug rejoin onto: b|branch: annotate: ignore-joins",
    (split) =>
      ["add", "merge", "pull"].includes(split.operands[0]?.text ?? "")
        ? useOf([wholeTree, metadata])
        : split.operands[0]?.text === "split"
          ? useOf([metadata])
          : undefined,
  ),
];
