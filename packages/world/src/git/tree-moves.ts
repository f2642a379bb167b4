/**
 * What git would make of the work tree if it went to another commit, merged, rebased or stashed: asked beforehand, of git's
 * objects alone, so that nothing that the repository names runs. Null is never "nothing": it cannot be told.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onSystemError } from "../errors/file-problem.ts";
import { stampAt } from "../files/file-stamp.ts";
import type { Repository } from "./git-facts.ts";
import { createIndexReader } from "./git-index.ts";
import { gitSetting, runGit } from "./run-git.ts";
import { changedSince, inIndex, notTracked, standsAsStaged } from "./staged-paths.ts";

export type MoveTo =
  | { to: "commit"; revision: string; drops: boolean; leaves: "a branch" | "commits" }
  | { to: "merge" | "picks"; revisions: readonly string[] }
  | { to: "rebase"; onto: string }
  | { to: "stash"; untracked: boolean }
  | { to: "unstash"; entry: string };

export interface TreeMove {
  /** Absolute: what may change. */
  changes: string[];
  /** Absolute: what stands there, is in no commit and would be gone. */
  drops: string[];
  /** What could not be brought back whatever is kept, as a part of a sentence. */
  loses: string | null;
  /** Commits that a remote has are made anew. */
  rewritesPushed: boolean;
}

const MOST_BYTES = 4_000_000;
const MOST_COMMITS = 200;

export function treeMove(repository: Repository, move: MoveTo): TreeMove | null {
  const index = createIndexReader(repository, repository.top)();
  const head = commitOf(repository, "HEAD");
  if (index === null || head === null) return null;
  const modules = index.modules.size > 0 && gitSetting(repository, "submodule.recurse");
  if (modules && !(modules.ok && (modules.value ?? "false") === "false")) return null;
  const found = changesOf(repository, move, head);
  if (found === null) return null;
  // A name that is no text cannot be told of.
  if ([...found.changes, ...found.drops].some((path) => path.includes("\uFFFD"))) return null;
  const isTracked = (absolute: string) => index.entries.has(absolute.slice(repository.top.length + 1));
  const untold = found.changes.filter((path) => stampAt(path) !== null && !isTracked(path));
  const drops = new Set([...(move.to === "stash" ? [] : untold), ...found.drops]);
  return { ...found, drops: [...drops].filter((path) => stampAt(path) !== null) };
}

type Found = Pick<TreeMove, "changes" | "drops" | "loses" | "rewritesPushed">;

const PLAIN = { drops: [], loses: null, rewritesPushed: false };

function changesOf(repository: Repository, move: MoveTo, head: string): Found | null {
  switch (move.to) {
    case "commit":
      return toCommit(repository, move, head);
    case "merge": {
      const all = move.revisions.map((revision) => {
        const theirs = commitOf(repository, revision);
        const base = theirs === null || !hasName(repository, theirs) ? null : baseOf(repository, head, theirs);
        return theirs === null || base === null ? null : between(repository, base, theirs);
      });
      return all.includes(null) ? null : { ...PLAIN, changes: all.flatMap((paths) => paths ?? []) };
    }
    case "picks": {
      const all = move.revisions.map((revision) => {
        const commits = revision.includes("..") ? commitsIn(repository, [revision]) : [commitOf(repository, revision)];
        if (commits === null || commits.length > MOST_COMMITS) return null;
        const each = commits.map((commit) =>
          commit === null || !hasName(repository, commit) ? null : between(repository, `${commit}^1`, commit),
        );
        return each.includes(null) ? null : each.flatMap((paths) => paths ?? []);
      });
      return all.includes(null) ? null : { ...PLAIN, changes: all.flatMap((paths) => paths ?? []) };
    }
    case "rebase": {
      const onto = branchOf(repository, move.onto);
      const base = onto === null || !hasName(repository, onto) ? null : baseOf(repository, head, onto);
      if (onto === null || base === null) return null;
      const [theirs, ours] = [between(repository, base, onto), between(repository, base, head)];
      const rewritten = base === onto ? [] : commitsIn(repository, [head, `^${onto}`]);
      if (theirs === null || ours === null || rewritten === null) return null;
      return {
        ...PLAIN,
        changes: [...theirs, ...ours],
        rewritesPushed: isAnyPushed(repository, rewritten, onto, head),
      };
    }
    case "stash": {
      const dirty = notCommitted(repository);
      const others = move.untracked ? untracked(repository) : [];
      return dirty === null || others === null ? null : { ...PLAIN, changes: [...dirty, ...others] };
    }
    case "unstash": {
      const stash = commitOf(repository, move.entry);
      const isListed = stash !== null && commitsIn(repository, ["-g", "refs/stash"])?.includes(stash);
      if (!isListed) return null;
      const [tracked, others] = [between(repository, `${stash}^1`, stash), untrackedIn(repository, stash)];
      return tracked === null || others === null ? null : { ...PLAIN, changes: [...tracked, ...others] };
    }
  }
}

function toCommit(repository: Repository, move: MoveTo & { to: "commit" }, head: string): Found | null {
  const commit = move.leaves === "a branch" ? branchOf(repository, move.revision) : commitOf(repository, move.revision);
  if (commit === null || !hasName(repository, commit)) return null;
  const changes = between(repository, head, commit);
  const dirty = move.drops ? notCommitted(repository) : [];
  if (changes === null || dirty === null) return null;
  // Commits that no branch has any more take the bytes of their files with them.
  const isLeft = move.leaves === "commits" || (commit !== head && !isOnBranch(repository, head));
  const loses = move.drops ? stagedOnly(repository) : null;
  const alone = isLeft && move.leaves === "a branch" ? "commits that no branch has" : null;
  const all = [...changes, ...dirty];
  return { ...PLAIN, changes: all, drops: [...dirty, ...(isLeft ? changes : [])], loses: loses ?? alone };
}

/** Where the branch that one stands on would name another commit: null where that cannot be told. */
export function branchMove(
  repository: Repository,
  revision: string,
): { isBack: boolean; rewritesPushed: boolean } | null {
  const [head, to] = [commitOf(repository, "HEAD"), commitOf(repository, revision)];
  if (head === null || to === null || !hasName(repository, to)) return null;
  const gone = commitsIn(repository, [head, `^${to}`]);
  const others = commitsIn(repository, [to, `^${head}`]);
  if (gone === null || others === null) return null;
  return { isBack: others.length === 0 || gone.length === 0, rewritesPushed: isAnyPushed(repository, gone, to, head) };
}

/** Whether a remote has the commit that is made anew; true where that cannot be told. */
export function isHeadPushed(repository: Repository): boolean {
  const head = commitOf(repository, "HEAD");
  return head !== null && isAnyPushed(repository, [head], `${head}^@`, head);
}

/** Which files, absolute, what git throws away of the tree changes; null where it cannot be told. */
export function droppedPaths(
  repository: Repository,
  taken: { folder: string; paths: readonly string[] | null },
  to: { commit: string } | "index" | "untracked" | "untracked and ignored",
): string[] | null {
  const index = createIndexReader(repository, repository.top)();
  const isConflicting = index === null || stampAt(join(repository.gitDir, "MERGE_HEAD")) !== null;
  if (isConflicting || index.modules.size > 0) return null;
  if (to === "untracked") return notTracked(repository, { ...taken, takes: "untracked" });
  if (to === "untracked and ignored") return notTracked(repository, { ...taken, takes: "ignored" });
  const changed = changedSince(repository, { ...taken, takes: "hidden" });
  if (to === "index" || changed === null) return changed;
  const [head, commit] = [commitOf(repository, "HEAD"), commitOf(repository, to.commit)];
  const staged = inIndex(repository);
  if (head === null || commit === null || !hasName(repository, commit) || staged === null) return null;
  const named = between(repository, head, commit);
  // What was staged alone stands nowhere else.
  if (named === null || stagedOnly(repository) !== null) return null;
  return onlyTaken(repository, [...new Set([...changed, ...named, ...staged])], taken);
}

function onlyTaken(
  repository: Repository,
  paths: readonly string[],
  { folder, paths: named }: { folder: string; paths: readonly string[] | null },
): string[] {
  if (named === null) return [...paths];
  const places = named.map((one) => (one.startsWith(":/") ? join(repository.top, one.slice(2)) : join("/", one)));
  void folder;
  const bare = places.map((one) => (one.endsWith("/") ? one.slice(0, -1) : one));
  return paths.filter((path) => bare.some((place) => path === place || path.startsWith(`${place}/`)));
}

function notCommitted(repository: Repository): string[] | null {
  const changed = changedSince(repository, { folder: repository.top, paths: null, takes: "hidden" });
  const staged = inIndex(repository);
  return changed === null || staged === null ? null : [...new Set([...changed, ...staged])];
}

function untracked(repository: Repository): string[] | null {
  return notTracked(repository, { folder: repository.top, paths: null, takes: "untracked" });
}

/** What is staged and stands otherwise in the tree is in the index alone. */
function stagedOnly(repository: Repository): string | null {
  const index = createIndexReader(repository, repository.top)();
  const staged = inIndex(repository);
  if (staged === null || index === null) return "what is staged";
  const alone = staged.filter((path) => {
    const entry = index.entries.get(path.slice(repository.top.length + 1));
    return entry !== undefined && !standsAsStaged(path, entry);
  });
  const [first] = alone;
  return first === undefined ? null : `what is staged of ${first.slice(repository.top.length + 1)}`;
}

/** A stash of what was not tracked has a third parent. */
function untrackedIn(repository: Repository, stash: string): string[] | null {
  const parents = ask(repository, ["rev-list", "--parents", "--max-count=1", stash, "--"])?.trim().split(" ");
  if (parents === undefined) return null;
  const third = parents[3];
  if (third === undefined) return [];
  const listed = ask(repository, ["diff-tree", "-r", "--root", "--no-commit-id", "--name-only", "-z", third]);
  return listed === null ? null : absolutes(repository, listed);
}

/** Any of them on a remote, as far as this repository knows. */
function isAnyPushed(repository: Repository, commits: readonly string[], from: string, head: string): boolean {
  if (commits.length === 0) return false;
  const unpushed = commitsIn(repository, [head, ...(from.includes("^@") ? [] : [`^${from}`]), "--not", "--remotes"]);
  return unpushed === null || !commits.every((commit) => unpushed.includes(commit));
}

/** That a branch, a tag or a remote leads to it: anything else may have been made by a command, and seen by nobody. */
function hasName(repository: Repository, commit: string): boolean {
  const left = ask(repository, ["rev-list", "--max-count=1", commit, "--not", "--all", "HEAD"]);
  return left !== null && left.trim() === "";
}

function isOnBranch(repository: Repository, head: string): boolean {
  const text = onSystemError("any", "", () => readFileSync(join(repository.gitDir, "HEAD"), "utf8"));
  if (text.startsWith("ref: refs/heads/")) return true;
  const left = ask(repository, ["rev-list", "--max-count=1", head, "--not", "--branches", "--tags", "--remotes"]);
  return left !== null && left.trim() === "";
}

/** As `git switch` takes a word: a branch of ours before anything else, or the one of a single remote. */
function branchOf(repository: Repository, word: string): string | null {
  const name = word === "-" ? "@{-1}" : word;
  const isPlain = /^[A-Za-z0-9_][A-Za-z0-9_./+-]*$/.test(name);
  const [branch, any] = [isPlain ? commitOf(repository, `refs/heads/${name}`) : null, commitOf(repository, name)];
  if (branch !== null && any !== null && branch !== any) return null;
  if (branch !== null || any !== null) return branch ?? any;
  if (!isPlain) return null;
  const remotes = commitsIn(repository, ["--no-walk", `--glob=refs/remotes/*/${name}`]);
  return remotes?.length === 1 ? (remotes[0] ?? null) : null;
}

function commitOf(repository: Repository, revision: string): string | null {
  const [commit = ""] = ask(repository, ["rev-list", "--max-count=1", revision, "--"])?.trim().split("\n") ?? [];
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
}

function commitsIn(repository: Repository, words: readonly string[]): string[] | null {
  const listed = ask(repository, ["rev-list", `--max-count=${MOST_COMMITS * 10}`, ...words, "--"]);
  return listed === null ? null : listed.split("\n").filter(Boolean);
}

function baseOf(repository: Repository, one: string, other: string): string | null {
  const base = ask(repository, ["merge-base", one, other])?.trim() ?? "";
  return /^[0-9a-f]{40,64}$/.test(base) ? base : null;
}

function between(repository: Repository, from: string, to: string): string[] | null {
  const listed = ask(repository, ["diff-tree", "-r", "--no-renames", "--name-only", "-z", from, to, "--"]);
  return listed === null ? null : absolutes(repository, listed);
}

function absolutes({ top }: Repository, listed: string): string[] {
  return listed
    .split("\0")
    .filter(Boolean)
    .map((path) => join(top, path));
}

type Words = Parameters<typeof runGit>[1]["words"];

function ask(repository: Repository, words: Words): string | null {
  const answer = runGit(repository, { words, input: "", mostBytes: MOST_BYTES });
  return answer.ok ? answer.output.toString("utf8") : null;
}
