/** Which contents git had under which path before a command ran: in a commit that a reference or a stash leads to. */
import { join } from "node:path";
import { headRevision } from "@intentgate/world";
import { askGit, type GitLayer, namesIn, newTips, read, revisionOf } from "./git-layer.ts";

/** What a commit, an index or a tree holds at a path; no blob where it holds nothing. */
export interface Held {
  path: string;
  /** Octal, as git writes it. */
  mode: string;
  blob: string | null;
}

export interface History {
  /** New ones, the oldest first, with their parents. */
  commits: readonly { name: string; parents: readonly string[] }[];
  has(held: Held): boolean;
  add(held: readonly Held[]): void;
  /** Looks these paths up in all that was there before. */
  look(paths: readonly string[]): void;
}

const MOST_COMMITS = 200;
const MOST_TREES = 20;
/** Each is compared with each tree on the way. */
const MOST_PATHS = 1_000;

/** Null where it cannot be told. */
export function createHistory(layer: GitLayer): History | null {
  const stashes = stashesBefore(layer);
  const tips = newTips(layer);
  if (tips === null) return null;
  const input = [...tips, ...stashes.map((name) => `^${name}`)].map((name) => `${name}\n`).join("");
  const words = ["rev-list", "--topo-order", "--reverse", "--parents", "--stdin", "--not", "--all"] as const;
  const listed = tips.length === 0 ? null : askGit(layer, words, input);
  if (listed?.ok === false) return null;
  const lines = listed?.output.toString("latin1").split("\n").filter(Boolean) ?? [];
  const commits = lines.map((line) => line.split(" ")).map(([name = "", ...parents]) => ({ name, parents }));
  if (commits.length > MOST_COMMITS) return null;
  const known = new Set<string>();
  const history: History = {
    commits,
    has: (held) => known.has(keyOfHeld(held)),
    add(some) {
      for (const held of some) known.add(keyOfHeld(held));
    },
    look(paths) {
      const asked = paths.filter((path) => !path.includes("\n")).slice(0, MOST_PATHS);
      if (asked.length > 0) history.add(everAt(asked, stashes, layer));
    },
  };
  // What a branch holds that is the current one now, or was merged, needs no search.
  const made = new Set(commits.map(({ name }) => name));
  const head = headRevision(layer.repository);
  const near = [revisionOf("HEAD", layer), ...tips, ...commits.flatMap(({ parents }) => parents)];
  const there = [...new Set(near)].filter((name) => name !== null && !made.has(name)).slice(0, MOST_TREES);
  if (head !== "unknown") for (const name of there) history.add(heldBy(["-r", head, name as string], layer) ?? []);
  return history;
}

export function keyOfHeld({ path, mode, blob }: Held): string {
  return `${mode} ${blob} ${path}`;
}

/** Only the last one has a reference. */
function stashesBefore({ repository }: GitLayer): string[] {
  return [...namesIn(read(join(repository.commonDir, "logs/refs/stash")))];
}

function everAt(paths: readonly string[], stashes: readonly string[], layer: GitLayer): Held[] {
  const specs = paths.map((path) => `:(top,literal)${path}`);
  const input = [...stashes, "--", ...specs].map((line) => `${line}\n`).join("");
  const commits = askGit(layer, ["rev-list", "--all", "--full-history", "--stdin"], input);
  if (!commits.ok) return [];
  return (
    heldBy(["--stdin", "-r", "-m", "--root", "--no-commit-id"], layer, commits.output.toString("latin1"), specs) ?? []
  );
}

/** What stands on the new side; null where git cannot tell. */
export function heldBy(
  words: readonly string[],
  layer: GitLayer,
  input = "",
  specs: readonly string[] = [],
): Held[] | null {
  const answer = askGit(
    layer,
    ["diff-tree", "--no-renames", "--raw", "--no-abbrev", "-z", ...words, "--", ...specs],
    input,
  );
  if (!answer.ok) return null;
  const fields = answer.output.toString("utf8").split("\0");
  const found: Held[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const row = fields[at] ?? "";
    const sides = row.lastIndexOf(":") + 2;
    const parts = row.replace(/^:+/, "").split(" ");
    const [mode = "", blob = ""] = [parts[sides - 1], parts[2 * sides - 1]];
    found.push({ path: fields[at + 1] ?? "", mode, blob: /[1-9a-f]/.test(blob) ? blob : null });
  }
  return found;
}
