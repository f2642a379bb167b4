/** Contents of files that git holds since a command, and did not hold before: in new commits, and in the index. */
import { blobsNamed } from "@intentgate/world";
import { askGit, type GitLayer, gitLayer, indexes, newTips, type Written } from "./git-layer.ts";

export interface GitContent {
  /** Relative to the root. */
  path: string;
  blob: string;
  /** What it was made from: of a merge there are several. */
  from: string[];
}

/** So many are told; what makes more in one command has other traces. */
const MOST_CONTENTS = 5_000;
const FILE = /^100/;

/** Oldest first. */
export function newContents(written: Written): GitContent[] {
  if (!written.changes.some(({ path }) => path.startsWith(".git/"))) return [];
  const layer = gitLayer(written);
  if (layer === null) return [];
  const all = new Map<string, GitContent>();
  for (const { path, blob, from } of [...inNewCommits(layer), ...inIndex(layer)]) {
    const known = all.get(`${blob} ${path}`) ?? { path, blob, from: [] };
    if (from !== null && from !== blob && !known.from.includes(from)) known.from.push(from);
    all.set(`${blob} ${path}`, known);
  }
  const found = [...all.values()];
  const before = blobsNamed(
    layer.repository,
    found.map(({ blob }) => blob),
  );
  return found.filter((_, at) => before[at] === null).slice(0, MOST_CONTENTS);
}

interface Held {
  path: string;
  blob: string;
  from: string | null;
}

function inNewCommits(layer: GitLayer): Held[] {
  const tips = newTips(layer) ?? [];
  if (tips.length === 0) return [];
  const words = ["rev-list", "--reverse", "--topo-order", "--stdin", "--not", "--all"] as const;
  const commits = askGit(layer, words, tips.map((tip) => `${tip}\n`).join(""));
  if (!commits.ok) return [];
  const raw = ["--stdin", "-r", "-m", "--root", "--no-commit-id", "--no-renames", "--raw", "--no-abbrev", "-z"];
  const answer = askGit(layer, ["diff-tree", ...raw], commits.output.toString("latin1"));
  if (!answer.ok) return [];
  const fields = answer.output.toString("utf8").split("\0");
  const found: Held[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", from = "", blob = ""] = (fields[at] ?? "").split(" ");
    const isThere = /[1-9a-f]/.test(from);
    if (FILE.test(mode)) found.push({ path: fields[at + 1] ?? "", blob, from: isThere ? from : null });
  }
  return found;
}

function inIndex(layer: GitLayer): Held[] {
  const both = indexes(layer);
  if (both === null) return [];
  const before = new Map(both.before.map(({ path, blob }) => [path, blob]));
  return both.after.flatMap(({ path, blob, mode }) =>
    FILE.test(mode.toString(8)) && before.get(path) !== blob ? [{ path, blob, from: before.get(path) ?? null }] : [],
  );
}
