/** Which paths git leaves alone, by the rules of the repository itself. */
import type { Repository } from "./git-facts.ts";
import { runGit } from "./run-git.ts";

const MOST_BYTES = 64_000_000;

/** Relative to the root, as the paths given. Where git cannot answer nothing counts as ignored. */
export function ignoredAmong(repository: Repository, root: string, paths: readonly string[]): Set<string> {
  if (paths.length === 0) return new Set();
  // The dot keeps a name that begins with a colon from being read as magic.
  const below = root === repository.top ? "./" : `./${root.slice(repository.top.length + 1)}/`;
  const input = paths.map((path) => `${below}${path}\0`).join("");
  // With the index: a tracked file is never ignored, whatever the rules say of its name.
  const answer = runGit(repository, { words: ["check-ignore", "-z", "--stdin"], input, mostBytes: MOST_BYTES });
  if (!answer.ok) return new Set();
  const found = answer.output.toString("utf8").split("\0");
  return new Set(found.filter((path) => path !== "").map((path) => path.slice(below.length)));
}
