/**
 * What git would make of the work tree if it went to another commit, merged, rebased or stashed: asked beforehand, of git's
 * objects alone, so that nothing that the repository names runs. Null is never "nothing": it cannot be told.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { onSystemError } from "../errors/file-problem.ts";
import { nearestAbove } from "../files/file-identity.ts";
import { stampAt } from "../files/file-stamp.ts";
import { onDisk } from "../files/raw-names.ts";
import {
  ask,
  baseOf,
  between,
  branchOf,
  changedByEach,
  commitOf,
  commitsIn,
  haveNames,
  isOnBranch,
  MOST_COMMITS,
} from "./commit-questions.ts";
import { type Merging, mayFollowRenames } from "./followed-renames.ts";
import type { Repository } from "./git-facts.ts";
import { createIndexReader, type GitIndex } from "./git-index.ts";
import { gitSetting } from "./run-git.ts";
import { changedSince, inIndex, notTracked, standsAsStaged } from "./staged-paths.ts";

export type MoveTo =
  | { to: "commit"; revision: string; drops: boolean; leaves: "a branch" | "commits" }
  | { to: "merge" | "picks" | "reverts"; revisions: readonly string[] }
  | { to: "rebase"; onto: string }
  | { to: "stash"; untracked: boolean }
  | { to: "unstash"; entry: string };

export interface TreeMove {
  /** False where it may change other files too. */
  isKnown: boolean;
  /** Absolute: what may change. */
  changes: string[];
  /** Absolute: what stands there, is in no commit and would be gone. */
  drops: string[];
  /** What could not be brought back whatever is kept, as a part of a sentence. */
  loses: string | null;
  /** Commits that a remote has are made anew. */
  rewritesPushed: boolean;
}

/** Of those that are picked one by one. */
const MOST_PICKED = 200;

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
  const ways = found.changes.map(nearestAbove).filter((path) => !isFolder(path));
  const lost =
    move.to === "stash" ? [] : [...found.changes, ...ways].filter((path) => !isSaved(path, index, repository));
  const drops = [...new Set([...lost, ...found.drops])].filter((path) => stampAt(path) !== null || isFolder(path));
  // Where a folder comes to stand no file can be put back.
  const [way] = ways.filter((path) => lost.includes(path));
  const loses =
    way === undefined ? null : `what stands at ${way.slice(repository.top.length + 1)}, where a folder comes`;
  return { ...found, drops, loses: found.loses ?? loses };
}

function isFolder(path: string): boolean {
  return onSystemError("any", false, () => lstatSync(onDisk(path), { throwIfNoEntry: false })?.isDirectory() ?? false);
}

/** Nothing stands there, or the very bytes that git has: where a filter stands between, it may have other ones. */
function isSaved(path: string, { entries }: GitIndex, { top }: Repository): boolean {
  if (stampAt(path) === null) return !isFolder(path);
  const entry = entries.get(path.slice(top.length + 1));
  return entry !== undefined && standsAsStaged(path, entry);
}

const PLAIN = { isKnown: true, drops: [], loses: null, rewritesPushed: false };

function changesOf(repository: Repository, move: MoveTo, head: string): TreeMove | null {
  switch (move.to) {
    case "commit":
      return toCommit(repository, move, head);
    case "merge": {
      const all = move.revisions.map((revision) => {
        const theirs = commitOf(repository, revision);
        const base = theirs === null || !haveNames(repository, [theirs]) ? null : baseOf(repository, head, theirs);
        return theirs === null || base === null ? null : merged(repository, { base, ours: head, theirs });
      });
      return together(all);
    }
    case "picks":
    case "reverts":
      return picked(repository, move, head);
    case "rebase":
      return rebased(repository, branchOf(repository, move.onto), head);
    case "stash": {
      const dirty = notCommitted(repository);
      const others = move.untracked ? untracked(repository) : [];
      return dirty === null || others === null ? null : { ...PLAIN, changes: [...dirty, ...others] };
    }
    case "unstash": {
      const stash = commitOf(repository, move.entry);
      const isListed = stash !== null && commitsIn(repository, ["-g", "refs/stash"])?.includes(stash);
      if (!isListed) return null;
      const tracked = merged(repository, { base: `${stash}^1`, ours: head, theirs: stash });
      const others = untrackedIn(repository, stash);
      return tracked === null || others === null ? null : { ...tracked, changes: [...tracked.changes, ...others] };
    }
  }
}

function merged(repository: Repository, merging: Merging & { theirs: string }): TreeMove | null {
  const changes = between(repository, merging.base, merging.theirs);
  const touched = between(repository, merging.base, merging.theirs, "AMT");
  return changes && touched && { ...PLAIN, changes, isKnown: !mayFollowRenames(repository, merging, touched) };
}

function together(all: readonly (TreeMove | null)[]): TreeMove | null {
  const each = all.filter((one) => one !== null);
  if (each.length < all.length) return null;
  const changes = each.flatMap((one) => one.changes);
  return { ...PLAIN, changes, isKnown: each.every(({ isKnown }) => isKnown) };
}

function picked(
  repository: Repository,
  { to, revisions }: MoveTo & { to: "merge" | "picks" | "reverts" },
  head: string,
): TreeMove | null {
  const found = revisions.map((revision) => {
    if (revision.includes("..")) return commitsIn(repository, [revision]);
    const commit = commitOf(repository, revision);
    return commit === null ? null : [commit];
  });
  const commits = found.flatMap((each) => each ?? []);
  if (found.includes(null) || commits.length > MOST_PICKED || !haveNames(repository, commits)) return null;
  const all = commits.map((commit) => {
    const [base, theirs] = to === "picks" ? [`${commit}^1`, commit] : [commit, `${commit}^1`];
    return merged(repository, { base, ours: head, theirs });
  });
  const move = together(all);
  // What one of them deletes, another one may change.
  const deleted = to === "picks" ? "D" : "A";
  const deletes = commits.some((one) => between(repository, `${one}^1`, one, deleted)?.length !== 0);
  return move && { ...move, isKnown: move.isKnown && (commits.length === 1 || !deletes) };
}

/** Each commit stands in the tree for a while, before the next one comes. */
function rebased(repository: Repository, onto: string | null, head: string): TreeMove | null {
  const base = onto === null || !haveNames(repository, [onto]) ? null : baseOf(repository, head, onto);
  if (onto === null || base === null) return null;
  const [there, rewritten] = [between(repository, head, onto), commitsIn(repository, [head, `^${onto}`])];
  const each = rewritten === null ? null : changedByEach(repository, rewritten);
  if (there === null || rewritten === null || each === null || rewritten.length >= MOST_COMMITS) return null;
  const ours = ["--no-merges", "--right-only", `${onto}...${head}`];
  const [all, missing] = [commitsIn(repository, ours), commitsIn(repository, ["--cherry-pick", ...ours])];
  // What `onto` has of them already is left out, and it may have deleted or moved it since.
  const isWhole = all !== null && all.length === missing?.length;
  return {
    ...PLAIN,
    isKnown: isWhole && !mayFollowRenames(repository, { base, ours: onto }, each),
    changes: [...there, ...each],
    rewritesPushed: base !== onto && isAnyPushed(repository, rewritten, onto, head),
  };
}

function toCommit(repository: Repository, move: MoveTo & { to: "commit" }, head: string): TreeMove | null {
  const commit = move.leaves === "a branch" ? branchOf(repository, move.revision) : commitOf(repository, move.revision);
  if (commit === null || !haveNames(repository, [commit])) return null;
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
  if (head === null || to === null || !haveNames(repository, [to])) return null;
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

/**
 * Which files, absolute, what git throws away of the tree changes; null where it cannot be told, or where it takes away a
 * folder that stands in the place of a file, or a file in that of a folder.
 */
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
  const dropped = replacedPaths(repository, taken, to);
  const isFree = dropped?.every((path) => !isFolder(path) && isFolder(nearestAbove(path))) ?? false;
  return isFree ? dropped : null;
}

function replacedPaths(
  repository: Repository,
  taken: { folder: string; paths: readonly string[] | null },
  to: { commit: string } | "index",
): string[] | null {
  const changed = changedSince(repository, { ...taken, takes: "hidden" });
  if (to === "index" || changed === null) return changed;
  const [head, commit] = [commitOf(repository, "HEAD"), commitOf(repository, to.commit)];
  const staged = inIndex(repository);
  if (head === null || commit === null || !haveNames(repository, [commit]) || staged === null) return null;
  const named = between(repository, head, commit);
  // What was staged alone stands nowhere else.
  if (named === null || stagedOnly(repository) !== null) return null;
  return onlyTaken(repository, [...new Set([...changed, ...named, ...staged])], taken.paths);
}

function onlyTaken({ top }: Repository, paths: readonly string[], named: readonly string[] | null): string[] {
  if (named === null) return [...paths];
  const places = named.map((one) => (one.startsWith(":/") ? join(top, one.slice(2)) : join("/", one)));
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
  return changedByEach(repository, [third]);
}

/** Any of them on a remote, as far as this repository knows. */
function isAnyPushed(repository: Repository, commits: readonly string[], from: string, head: string): boolean {
  if (commits.length === 0) return false;
  const unpushed = commitsIn(repository, [head, ...(from.includes("^@") ? [] : [`^${from}`]), "--not", "--remotes"]);
  return unpushed === null || !commits.every((commit) => unpushed.includes(commit));
}
