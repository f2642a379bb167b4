/**
 * What a command that moves the work tree (another branch, a merge, a rebase, a stash) took from git and not from
 * anybody: contents that a reference or a stash led to before, at the same path. They are nobody's new work.
 */
import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { blobName, headRevision, onSystemError, readRegular } from "@intentgate/world";
import type { Change, Kind } from "./change.ts";
import { type Committed, flaggedAnew, tellCommitted } from "./committed-paths.ts";
import { askGit, type Entry, type GitLayer, gitLayer, indexes, revisionOf, type Written } from "./git-layer.ts";
import { createHistory, type Held, type History, heldBy, keyOfHeld } from "./known-contents.ts";
import { isReplay } from "./replayed-commit.ts";
import { stoppedState } from "./stopped-state.ts";

export interface Moved {
  /** Relative to the root: what stands there now, git had. */
  paths: ReadonlySet<string>;
  /** What git goes on from where it stopped, and holds nothing that it would run. */
  state: ReadonlySet<string>;
}

export interface MovedTree {
  moved: Moved;
  /** Of the new commits and the index what nobody had before; null where it cannot be told. */
  committed: Committed | null;
}

const NOTHING: MovedTree = { moved: { paths: new Set(), state: new Set() }, committed: null };
const MOST_FILE_BYTES = 50_000_000;

export function movedTree(written: Written): MovedTree {
  const { root, upper, changes } = written;
  const layer = gitLayer(written);
  const history = layer && createHistory(layer);
  const both = layer && indexes(layer);
  if (layer === null || history === null || both === null) return NOTHING;
  const tree = changes.filter(({ path }) => !path.startsWith(".git/"));
  const now = new Map(tree.map((change) => [change.path, heldNow(change, root, upper, layer)]));
  const added = both.after.map(heldIn);
  const commits = history.commits.map(({ name, parents }) => ({
    name,
    isMerge: parents.length > 1,
    held: heldBy(["-r", "-c", "--root", "--no-commit-id", name], layer),
  }));
  const all = [...[...now.values()].filter((held) => held !== null), ...commits.flatMap(({ held }) => held ?? [])];
  const changed = new Set(both.before.map((entry) => keyOfHeld(heldIn(entry))));
  const staged = added.filter((held) => !changed.has(keyOfHeld(held)));
  history.look([...new Set([...all, ...staged].filter((held) => !history.has(held)).map(({ path }) => path))]);

  const isTold = commits.every(({ held }) => held !== null);
  // What stood in the tree or in the index before is no new content either, where git only wrote it down.
  const stood = (held: Held) => changed.has(keyOfHeld(held)) || isEqual(standing(held.path, root, layer), held);
  const made: Held[] = [];
  const inCommits = commits.flatMap(({ name, isMerge, held }) => {
    const news = (held ?? []).filter((one) => one.blob === null || (!history.has(one) && !stood(one)));
    const isOld =
      news.length === 0 ||
      (!isMerge &&
        isReplay(
          name,
          news.map(({ path }) => path),
          layer,
        ));
    made.push(...(held ?? []));
    if (isOld) history.add(held ?? []);
    return isOld ? [] : news.map(({ path }) => path);
  });
  const inIndex = staged.filter((held) => !history.has(held) && !stood(held)).map(({ path }) => path);
  const left = goneFrom(both, layer);
  const committed = isTold ? tellCommitted([inIndex, inCommits, left, flaggedAnew(both)], layer) : null;
  return {
    moved: { paths: gits(tree, now, both.after, history, made, root, layer), state: stoppedState(layer) },
    committed,
  };
}

function gits(
  tree: readonly Change[],
  now: ReadonlyMap<string, Held | null>,
  after: readonly Entry[],
  history: History,
  made: readonly Held[],
  root: string,
  layer: GitLayer,
): Set<string> {
  const indexed = new Set(after.map(({ path }) => path));
  const kept = new Set(made.map((held) => keyOfHeld(held)));
  const found = new Set<string>();
  for (const change of tree) {
    const held = now.get(change.path) ?? null;
    if (change.does === "delete") {
      const old = change.was === "folder" ? null : standing(change.path, root, layer);
      const isKept = old !== null && (history.has(old) || kept.has(keyOfHeld(old)));
      if (isKept && !indexed.has(change.path)) addWithFolders(change.path);
    } else if (change.does === "touch" || (held !== null && history.has(held))) addWithFolders(change.path);
  }
  const isFolder = (change: Change) => (change.does === "delete" ? change.was : change.made.kind) === "folder";
  const folders = new Set(tree.filter(isFolder).map(({ path }) => path));
  return new Set([...found].filter((path) => now.has(path) && (!folders.has(path) || isNewOrGone(path))));

  function addWithFolders(path: string): void {
    for (let at = path; at !== "" && !found.has(at); at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) found.add(at);
  }

  function isNewOrGone(path: string): boolean {
    return tree.some((change) => change.path === path && change.does !== "mode");
  }
}

export function heldIn({ path, mode, blob }: Entry): Held {
  return { path, mode: mode.toString(8).padStart(6, "0"), blob };
}

/** Where git goes to, and where it takes from on the way there. */
const ends = ["HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REBASE_HEAD", "REVERT_HEAD"];

/** Paths that the index had and has no more, though all that git goes to or takes from has them. */
function goneFrom({ before, after }: { before: Entry[]; after: Entry[] }, layer: GitLayer): string[] | null {
  const there = new Set(after.map(({ path }) => path));
  const gone = [...new Set(before.map(({ path }) => path))].filter((path) => !there.has(path));
  if (gone.length === 0 || gone.some((path) => path.includes("\n"))) return gone;
  const heads = ends.flatMap((end) => revisionOf(end, layer)?.concat(end === "REVERT_HEAD" ? "~1" : "") ?? []);
  const asked = gone.flatMap((path) => heads.map((head) => `${head}:${path}`));
  const answer = askGit(layer, ["cat-file", "--batch-check"], asked.map((name) => `${name}\n`).join(""));
  if (!answer.ok) return null;
  const lines = answer.output.toString("utf8").split("\n");
  return gone.filter((_, at) => !heads.some((__, head) => lines[at * heads.length + head]?.endsWith(" missing")));
}

function heldNow(change: Change, root: string, upper: string, layer: GitLayer): Held | null {
  if (change.does === "delete") return standing(change.path, root, layer);
  return heldAt(change.path, upper, change.made.kind, change.made.mode, layer);
}

/** What stands in the tree of the person. */
export function standing(path: string, root: string, layer: GitLayer): Held | null {
  const stat = onSystemError("any", undefined, () => lstatSync(join(root, path), { throwIfNoEntry: false }));
  if (stat === undefined || stat.size > MOST_FILE_BYTES) return null;
  const kind = stat.isFile() ? "file" : stat.isSymbolicLink() ? "link" : "folder";
  return heldAt(path, root, kind, stat.mode & 0o7777, layer);
}

const SPECIAL = 0o7000;
const OWNER_RUNS = 0o100;

function heldAt(path: string, folder: string, kind: Kind, mode: number, layer: GitLayer): Held | null {
  if ((kind !== "file" && kind !== "link") || (kind === "file" && (mode & SPECIAL) !== 0)) return null;
  const file = join(folder, path);
  const bytes = onSystemError("any", null, () =>
    kind === "link" ? readlinkSync(file, "buffer") : lstatSync(file).size > MOST_FILE_BYTES ? null : readRegular(file),
  );
  if (bytes === null) return null;
  const blob = blobName(bytes, headRevision(layer.repository));
  return { path, mode: kind === "link" ? "120000" : mode & OWNER_RUNS ? "100755" : "100644", blob };
}

function isEqual(one: Held | null, other: Held): boolean {
  return one !== null && one.mode === other.mode && one.blob === other.blob;
}
