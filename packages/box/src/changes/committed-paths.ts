/** What the commits and the index that a command made hold otherwise than before: read, not run, and never on trust. */
import { headRevision, type runGit } from "@intentgate/world";
import {
  askGit,
  type Entry,
  type GitLayer,
  gitLayer,
  indexes,
  newTips,
  read,
  revisionOf,
  textOf,
  type Written,
} from "./git-layer.ts";

export interface Committed {
  /** Relative to the root. */
  paths: string[];
  /** Where HEAD was, and is on the layer; null where it did not move to another branch. */
  moved: { from: string; to: string } | null;
}

/** Null where it cannot be told. */
export function committedPaths(written: Written): Committed | null {
  const { changes } = written;
  if (!changes.some(({ path }) => path.startsWith(".git/"))) return { paths: [], moved: null };
  const layer = gitLayer(written);
  return layer && tellCommitted(pathsIn(layer), layer);
}

/** In the index, in new commits, and where HEAD went. */
export function pathsIn(layer: GitLayer): (string[] | null)[] {
  return [inIndex(layer), inCommits(layer), inHead(layer)];
}

export function tellCommitted(found: readonly (string[] | null)[], layer: GitLayer): Committed | null {
  const paths = [...new Set(found.flatMap((some) => some ?? []))];
  // A name that is no text cannot be judged, and a folder in the place of its files neither.
  const isWhole = !found.includes(null) && paths.every((path) => !path.includes("\ufffd") && !path.endsWith("/"));
  return isWhole ? { paths, moved: movedHead(layer) } : null;
}

/** Entries that are not in both. */
function inIndex(layer: GitLayer): string[] | null {
  const both = indexes(layer);
  if (both === null) return null;
  const [one, other] = [both.before, both.after].map((all) => new Map(all.map((entry) => [keyOf(entry), entry.path])));
  return [...difference(one, other), ...difference(other, one)];
}

function keyOf({ path, mode, blob, stat, flags }: Entry): string {
  return `${path}\0${mode}\0${blob}\0${stat === null}\0${flags}`;
}

/** Entries that git is told to look at otherwise than before. */
export function flaggedAnew({ before, after }: { before: readonly Entry[]; after: readonly Entry[] }): string[] {
  const flags = new Map(before.map((entry) => [entry.path, entry.flags]));
  return after.flatMap(({ path, flags: now }) => ((flags.get(path) ?? now) === now ? [] : [path]));
}

function difference(one: Map<string, string> = new Map(), other: Map<string, string> = new Map()): string[] {
  return [...one].flatMap(([key, path]) => (other.has(key) ? [] : [path]));
}

function inCommits(layer: GitLayer): string[] | null {
  const tips = newTips(layer);
  if (tips === null || tips.length === 0) return tips;
  const commits = askGit(layer, ["rev-list", "--stdin", "--not", "--all"], tips.map((tip) => `${tip}\n`).join(""));
  if (!commits.ok) return null;
  return pathsOf(
    askGit(
      layer,
      ["diff-tree", "--stdin", "-r", "-m", "--root", "--no-commit-id", "--no-renames", "--name-only", "-z"],
      commits.output.toString("latin1"),
    ),
  );
}

/** HEAD may have gone to what was there before, and is another tree. */
function inHead(layer: GitLayer): string[] | null {
  const [from, to] = [headRevision(layer.repository), revisionOf("HEAD", layer)];
  if (from === "unknown" || to === null || from === to) return [];
  return pathsOf(askGit(layer, ["diff-tree", "-r", "--no-renames", "--name-only", "-z", from, to]));
}

function pathsOf(answer: ReturnType<typeof runGit>): string[] | null {
  return answer.ok
    ? answer.output
        .toString("utf8")
        .split("\0")
        .filter((path) => path !== "")
    : null;
}

function movedHead(layer: GitLayer): Committed["moved"] {
  const [from, to] = [read(layer.before("HEAD"))?.toString("utf8") ?? "", textOf("HEAD", layer) ?? ""];
  return from === to ? null : { from: branchIn(from), to: branchIn(to) };
}

function branchIn(head: string): string {
  return head.trim().replace(/^ref:\s*(?:refs\/heads\/)?/, "");
}
