/** Whether a command gave git nothing at a path but what stands there in the person's own tree. */
import { headRevision } from "@intentgate/world";
import { askGit, type GitLayer, gitLayer, indexes, newTips, revisionOf, type Written } from "./git-layer.ts";
import { type Held, heldBy } from "./known-contents.ts";
import { heldIn, standing } from "./moved-tree.ts";

/** False where it cannot be told. */
export function recordsAsStanding(path: string, written: Written): boolean {
  const layer = gitLayer(written);
  const stands = layer === null ? null : standing(path, written.root, layer);
  if (layer === null || stands === null) return false;
  const recorded = [inIndex(path, layer), inCommits(path, layer), inHead(path, layer)];
  return recorded.every((held) => held?.every(({ mode, blob }) => mode === stands.mode && blob === stands.blob));
}

function inIndex(path: string, layer: GitLayer): Held[] | null {
  const entries = indexes(layer)?.after.filter((entry) => entry.path === path) ?? [];
  const isPlain = entries.length === 1 && entries.every(({ stat, flags }) => stat !== null && flags === 0);
  return isPlain ? entries.map(heldIn) : null;
}

function inCommits(path: string, layer: GitLayer): Held[] | null {
  const tips = newTips(layer);
  if (tips === null || tips.length === 0) return tips === null ? null : [];
  const input = tips.map((tip) => `${tip}\n`).join("");
  const commits = askGit(layer, ["rev-list", "--stdin", "--not", "--all"], input);
  if (!commits.ok) return null;
  return heldBy(["--stdin", "-r", "-m", "--root", "--no-commit-id"], layer, commits.output.toString("latin1"), [
    specOf(path),
  ]);
}

/** It may have gone to a commit that was there before. */
function inHead(path: string, layer: GitLayer): Held[] | null {
  const [from, to] = [headRevision(layer.repository), revisionOf("HEAD", layer)];
  if (to === null) return null;
  return from === "unknown" || from === to ? [] : heldBy(["-r", from, to], layer, "", [specOf(path)]);
}

function specOf(path: string): string {
  return `:(top,literal)${path}`;
}
