/** Subcommands of git that show something. */
import { onlyReads } from "../../uses/program.ts";
import { useOf, written } from "../../uses/use-of.ts";
import { addressRuns } from "./address-runs.ts";
import { type GitCommand, gitCommand } from "./git-command.ts";

/** `--ext-diff` and `--textconv` run what the repository names, so they are not declared. */
const diffOptions = `-abcpRrstuwzW0123456789 U|unified: M|find-renames? C|find-copies? B|break-rewrites? D? S: G: l: O: X|dirstat? output:
  patch no-patch raw patch-with-raw patch-with-stat stat? compact-summary numstat shortstat summary name-only
  name-status color? no-color color-moved? no-color-moved color-moved-ws= color-words? word-diff? word-diff-regex= minimal patience
  histogram anchored= diff-algorithm: indent-heuristic no-indent-heuristic no-renames rename-empty find-copies-harder
  irreversible-delete pickaxe-all pickaxe-regex diff-filter= ignore-all-space ignore-space-change ignore-space-at-eol
  ignore-cr-at-eol ignore-blank-lines ignore-matching-lines= inter-hunk-context= function-context text binary
  full-index abbrev? relative? no-relative exit-code quiet no-ext-diff no-textconv ignore-submodules? submodule?
  src-prefix= dst-prefix= no-prefix default-prefix line-prefix= ita-invisible-in-index cc check ws-error-highlight=
  merge-base cached staged no-index combined-all-paths stat-width= stat-count= stat-name-width=`;

const revisionOptions = `-giEFPmq L: n|max-count: q|quiet skip= since: after: until: before: author: committer: grep: grep-reflog: all-match
  invert-grep regexp-ignore-case extended-regexp fixed-strings perl-regexp basic-regexp merges no-merges min-parents=
  max-parents= first-parent all branches? tags? remotes? glob= exclude= reflog walk-reflogs no-walk? do-walk boundary
  left-right left-only right-only cherry cherry-mark cherry-pick simplify-by-decoration full-history dense sparse
  simplify-merges ancestry-path? date-order author-date-order topo-order reverse pretty? format= oneline abbrev-commit
  no-abbrev-commit no-abbrev encoding= notes? no-notes show-notes? show-signature date= relative-date parents children
  graph no-graph show-linear-break? decorate? no-decorate decorate-refs= decorate-refs-exclude= source follow full-diff
  log-size mailmap no-mailmap use-mailmap remove-empty not stdin count timestamp objects bisect diff-merges=
  no-diff-merges remerge-diff exclude-first-parent-only since-as-filter= show-pulls expand-tabs? no-expand-tabs disk-usage?
  dd root no-commit-id t always`;

/** `--output` is opened as soon as it is read. */
function showing(names: string, options: string): GitCommand {
  return gitCommand(names, options, (split) =>
    useOf(split.values("output").flatMap((file) => written(file, "create_or_replace"))),
  );
}

/** No option of these writes or runs anything: a word that is not known cannot do it either. */
function reading(names: string, options: string): GitCommand {
  return gitCommand(names, options, () => onlyReads([]), true);
}

export const readingCommands: readonly GitCommand[] = [
  showing("log show whatchanged", `${diffOptions} ${revisionOptions}`),
  showing(
    "diff diff-tree diff-index diff-files range-diff",
    `${diffOptions} -vmq123 ours theirs base pretty? format= stdin root no-commit-id merge-base creation-factor= no-dual-color left-only right-only`,
  ),
  showing("rev-list", `${revisionOptions} output:`),
  showing("shortlog", `${revisionOptions} output: -nsec numbered summary email committer w? group=`),
  reading(
    "status",
    "-suzvb short branch show-stash no-show-stash porcelain? long verbose u|untracked-files? ignore-submodules? ignored? column? no-column ahead-behind no-ahead-behind renames no-renames find-renames?",
  ),
  reading(
    "rev-parse",
    `-q abbrev-ref? short? verify quiet show-toplevel show-prefix show-cdup git-dir absolute-git-dir git-common-dir
    is-inside-work-tree is-inside-git-dir is-bare-repository is-shallow-repository symbolic symbolic-full-name all
    branches? tags? remotes? revs-only no-revs flags no-flags sq default: prefix: resolve-git-dir: git-path: not since= until=
    show-object-format? show-superproject-working-tree local-env-vars path-format=`,
  ),
  reading(
    "ls-files",
    `-cdmosukztvf x|exclude: X|exclude-from: cached deleted modified others ignored stage directory no-empty-directory unmerged killed
    exclude-standard exclude-per-directory= error-unmatch full-name recurse-submodules abbrev? eol deduplicate format= i sparse with-tree= debug`,
  ),
  reading("ls-tree", "-drtlz long name-only name-status full-name full-tree abbrev? object-only format="),
  reading(
    "cat-file",
    "-tspe batch? batch-check? batch-all-objects buffer unordered follow-symlinks allow-unknown-type",
  ),
  showing(
    "blame annotate",
    "output: -bcCelMnpswft L: S: contents: date: M? C? reverse? first-parent root show-stats incremental porcelain line-porcelain show-name show-number show-email abbrev= color-lines color-by-age ignore-rev: ignore-revs-file: progress no-progress encoding=",
  ),
  gitCommand(
    "grep",
    `-aiIwvhHEGPFnlLzocpWqr0123456789 A: B: C: e: f: m: and or not all-match cached no-index untracked no-exclude-standard
    exclude-standard recurse-submodules text ignore-case word-regexp invert-match full-name extended-regexp
    basic-regexp perl-regexp fixed-strings line-number column files-with-matches name-only files-without-match null
    only-matching count color? no-color break heading show-function context: after-context: before-context:
    function-context open-files-in-pager? O? max-depth: max-count: threads: quiet`,
    (split) => {
      if (!split.has("O", "open-files-in-pager")) return onlyReads([]);
      const pager = split.value("O", "open-files-in-pager")?.text;
      // The names of the files stand behind it.
      return pager == null ? undefined : useOf([], [{ runs: "script", text: `${pager} "$FILE"`, folder: null }]);
    },
  ),
  reading(
    "describe",
    "all tags contains abbrev= candidates= exact-match debug long match: exclude: always first-parent dirty? broken?",
  ),
  reading("merge-base", "-a all octopus independent is-ancestor fork-point"),
  reading(
    "for-each-ref",
    "-spt count= sort= format= points-at= merged? no-merged? contains? no-contains? ignore-case exclude= omit-empty color? shell perl python tcl",
  ),
  reading("name-rev", "tags refs= exclude= all stdin annotate-stdin name-only no-undefined always"),
  reading("check-ignore", "-qvnz quiet verbose stdin non-matching no-index"),
  reading("check-attr", "-az all stdin cached source="),
  reading("check-ref-format check-mailmap", "branch normalize allow-onelevel refspec-pattern stdin"),
  reading("count-objects", "-vH verbose human-readable"),
  reading("show-ref", "-hdqs head heads tags branches dereference hash? verify exists quiet abbrev? exclude-existing?"),
  reading(
    "show-branch",
    "-ar all remotes list topo-order date-order sparse current independent merge-base no-name sha1-name topics reflog? more= color? no-color",
  ),
  gitCommand("verify-commit verify-tag", "-v verbose raw format=", () => onlyReads([])),
  reading("version", "build-options"),
  gitCommand("help", "-agv all guides verbose", () => onlyReads([])),
  reading("var", "-l"),
  reading("cherry", "-v abbrev?"),
  reading("get-tar-commit-id stripspace", "-sc strip-comments comment-lines"),
  gitCommand(
    "ls-remote",
    "-htqb heads tags refs quiet exit-code get-url sort= symref branches upload-pack|exec:",
    (split) => {
      const runs = addressRuns(split.operands.slice(0, 1), split.values("upload-pack"));
      return runs && useOf([], runs);
    },
  ),
];
