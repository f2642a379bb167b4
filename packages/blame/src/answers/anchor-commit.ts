/**
 * Notes which records a commit took in: those that wrote lines which it added. What counts is what was committed, not
 * what stands in the working tree: a file may have been changed since it was staged.
 */
import { ProblemError, problem } from "@intentgate/documents";
import type { GovernedRoot } from "@intentgate/sidecar";
import { byteLines, lineHunks } from "@intentgate/trace";
import { findRepository, type Repository, readBlobs, runGit } from "@intentgate/world";
import { commitNotes, isCommit, noteCommit } from "../git/record-commits.ts";
import type { Blame } from "./blame.ts";

const MOST_BYTES = 64_000_000;
/** A rename is a deletion and an addition here: the blobs are what counts. */
const SHAPE = ["--no-commit-id", "--raw", "--no-renames", "--no-abbrev", "-r", "-z", "--root", "-m", "--first-parent"];
const AT_ONCE = 100;
const REGULAR = new Set(["100644", "100755"]);

/** Returns how many records were noted; null where there is no commit. */
export function anchorCommit(root: GovernedRoot, blame: Blame): { commit: string; records: number } | null {
  const commit = root.revision();
  const repository = findRepository(root.root);
  if (repository === null || !isCommit(commit)) return null;
  const records = new Set<string>();
  for (const { path, before, after } of withBytes(repository, changedIn(root.root, repository, commit))) {
    const credits = after && blame.content(path, after);
    if (!credits) continue; // too large, or it has no lines
    for (const { afterStart, afterEnd } of lineHunks(byteLines(before), byteLines(after)))
      for (const credit of credits.slice(afterStart, afterEnd))
        if (credit.credit === "record") records.add(blame.record(credit.number).id);
  }
  const known = new Set(commitNotes(root.sidecar).recordsOf.get(commit));
  const fresh = [...records].filter((id) => !known.has(id));
  if (fresh.length > 0) noteCommit(root.sidecar, { commit, records: fresh });
  return { commit, records: records.size };
}

/** Git is asked for many at once: a first commit may hold thousands of files. */
function* withBytes(repository: Repository, files: readonly ChangedFile[]) {
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE);
    const blobs = readBlobs(
      repository,
      some.flatMap(({ before, after }) => [before, after]),
      MOST_BYTES,
    );
    // Together they may be too large.
    const bytesOf = (name: string) =>
      (blobs.size > 0 ? blobs : readBlobs(repository, [name], MOST_BYTES)).get(name) ?? null;
    for (const { path, before, after } of some) yield { path, before: bytesOf(before), after: bytesOf(after) };
  }
}

/** After an amend or a rebase: `old new` a line, as git's `post-rewrite` tells it. */
export function anchorRewrites(root: GovernedRoot, told: string): number {
  let noted = 0;
  for (const line of told.split("\n")) {
    const [from, to] = line.trim().split(" ");
    if (!isCommit(from) || !isCommit(to) || from === to) continue;
    noteCommit(root.sidecar, { commit: to, records: [], rewritten_from: from });
    noted++;
  }
  return noted;
}

interface ChangedFile {
  path: string;
  /** Git's names of the bytes; of nothing, zeros. */
  before: string;
  after: string;
}

/** Between two commits nothing of the tree is read: no filter, no hook and no other program runs. */
function changedIn(root: string, repository: Repository, commit: string): ChangedFile[] {
  const below = root === repository.top ? "" : `=${root.slice(repository.top.length + 1)}/`;
  const answer = runGit(repository, {
    words: ["diff-tree", ...SHAPE, `--relative${below}`, commit],
    input: "",
    mostBytes: MOST_BYTES,
  });
  if (!answer.ok) {
    const remedy = "Check that git works in this repository: `git log -1` must answer.";
    throw new ProblemError([problem("CANNOT_READ", `cannot read the commit: ${answer.why.trim()}`, remedy)]);
  }
  const words = answer.output.toString("utf8").split("\0");
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [, mode = "", before = "", after = ""] = (words[at] as string).split(" ");
    if (REGULAR.has(mode)) files.push({ path: words[at + 1] as string, before, after });
  }
  return files;
}
