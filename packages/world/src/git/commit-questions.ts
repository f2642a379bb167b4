/** What git is asked of its commits: it answers of its objects alone, so that nothing that the repository names runs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onSystemError } from "../errors/file-problem.ts";
import type { Repository } from "./git-facts.ts";
import { runGit } from "./run-git.ts";

const MOST_BYTES = 4_000_000;
/** As many are listed; nobody needs more to see that there are too many. */
export const MOST_COMMITS = 2_000;

/** That a branch, a tag or a remote leads to them: anything else may have been made by a command, and seen by nobody. */
export function haveNames(repository: Repository, commits: readonly string[]): boolean {
  if (commits.length === 0) return true;
  const names = ["HEAD", "--branches", "--tags", "--remotes"];
  const left = ask(repository, ["rev-list", "--max-count=1", ...commits, "--not", ...names]);
  return left !== null && left.trim() === "";
}

export function isOnBranch(repository: Repository, head: string): boolean {
  const text = onSystemError("any", "", () => readFileSync(join(repository.gitDir, "HEAD"), "utf8"));
  if (text.startsWith("ref: refs/heads/")) return true;
  const left = ask(repository, ["rev-list", "--max-count=1", head, "--not", "--branches", "--tags", "--remotes"]);
  return left !== null && left.trim() === "";
}

/** As `git switch` takes a word: a branch of ours before anything else, or the one of a single remote. */
export function branchOf(repository: Repository, word: string): string | null {
  const name = word === "-" ? "@{-1}" : word;
  const isPlain = /^[A-Za-z0-9_][A-Za-z0-9_./+-]*$/.test(name);
  const [branch, any] = [isPlain ? commitOf(repository, `refs/heads/${name}`) : null, commitOf(repository, name)];
  if (branch !== null && any !== null && branch !== any) return null;
  if (branch !== null || any !== null) return branch ?? any;
  if (!isPlain) return null;
  const remotes = commitsIn(repository, ["--no-walk", `--glob=refs/remotes/*/${name}`]);
  return remotes?.length === 1 ? (remotes[0] ?? null) : null;
}

export function commitOf(repository: Repository, revision: string): string | null {
  const [commit = ""] = ask(repository, ["rev-list", "--max-count=1", revision, "--"])?.trim().split("\n") ?? [];
  return isName(commit) ? commit : null;
}

export function commitsIn(repository: Repository, words: readonly string[]): string[] | null {
  const listed = ask(repository, ["rev-list", `--max-count=${MOST_COMMITS}`, ...words, "--"]);
  return listed === null ? null : listed.split("\n").filter(Boolean);
}

export function baseOf(repository: Repository, one: string, other: string): string | null {
  const base = ask(repository, ["merge-base", one, other])?.trim() ?? "";
  return isName(base) ? base : null;
}

/** The files, absolute, that are not the same in both; `only`: of the kinds of changes that git has letters for. */
export function between(repository: Repository, from: string, to: string, only = ""): string[] | null {
  const kinds = only === "" ? [] : [`--diff-filter=${only}`];
  return listed(repository, ["diff-tree", "-r", "--no-renames", "--name-only", "-z", ...kinds, from, to, "--"]);
}

/** What each of these commits, none of them a merge, has made of the one before it. */
export function changedByEach(repository: Repository, commits: readonly string[]): string[] | null {
  const words = [
    "diff-tree",
    "--stdin",
    "-r",
    "--root",
    "--no-commit-id",
    "--no-renames",
    "--name-only",
    "-z",
  ] as const;
  return listed(repository, words, commits.map((commit) => `${commit}\n`).join(""));
}

function listed(repository: Repository, words: Words, input = ""): string[] | null {
  const names = ask(repository, words, input)?.split("\0").filter(Boolean);
  return names?.map((path) => join(repository.top, path)) ?? null;
}

type Words = Parameters<typeof runGit>[1]["words"];

export function ask(repository: Repository, words: Words, input = ""): string | null {
  const answer = runGit(repository, { words, input, mostBytes: MOST_BYTES });
  return answer.ok ? answer.output.toString("utf8") : null;
}

function isName(text: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(text);
}
