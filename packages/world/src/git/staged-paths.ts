/** Which files a commit would change, from the index alone: nothing in the tree is converted, so nothing runs. */
import { join } from "node:path";
import { onSystemError } from "../errors/file-problem.ts";
import { readRegular } from "../files/read-regular.ts";
import { findRepository, headRevision } from "./git-facts.ts";
import { runGit } from "./run-git.ts";

/** What a commit without parents is held against. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const MOST_BYTES = 1_000_000;

/** Canonical paths; of a merge those that none of its parents has so. Null where it cannot be told. */
export function stagedPaths(folder: string): string[] | null {
  const repository = findRepository(folder);
  if (!repository) return [];
  const head = headRevision(repository);
  const merging = onSystemError("any", "", () => readRegular(join(repository.gitDir, "MERGE_HEAD")).toString("utf8"));
  const parents = [head === "unknown" ? EMPTY_TREE : head, ...merging.split("\n").filter((line) => line !== "")];
  let staged: Set<string> | undefined;
  for (const parent of parents) {
    const words = ["diff-index", "--cached", "--name-only", "--no-renames", "-z", parent, "--"] as const;
    const answer = runGit(repository, { words, input: "", mostBytes: MOST_BYTES });
    if (!answer.ok) return null;
    const changed = answer.output.toString("utf8").split("\0").filter(Boolean);
    staged = new Set(staged === undefined ? changed : changed.filter((path) => staged?.has(path)));
  }
  return [...(staged ?? [])].map((path) => join(repository.top, path));
}
