/** Whether a new commit is one that was there before, put on another: the same author and time, and the same lines. */
import { askGit, type GitLayer } from "./git-layer.ts";

const MOST_CANDIDATES = 20;
const AUTHOR = "--format=%H %an <%ae> %at";

export function isReplay(commit: string, paths: readonly string[], layer: GitLayer): boolean {
  if (paths.some((path) => path.includes("\n"))) return false;
  const [own] = authorsOf(["--no-walk", commit], "", layer);
  const specs = ["--", ...paths.map((path) => `:(top,literal)${path}`)].map((line) => `${line}\n`).join("");
  const before = authorsOf(["--all", "--full-history", "--stdin"], specs, layer);
  const alike = before.filter(({ author }) => author === own?.author).slice(0, MOST_CANDIDATES);
  const lines = alike.length === 0 ? null : linesOf(commit, layer);
  return lines !== null && alike.some(({ name }) => linesOf(name, layer) === lines);
}

function authorsOf(words: readonly string[], input: string, layer: GitLayer): { name: string; author: string }[] {
  const answer = askGit(layer, ["rev-list", AUTHOR, ...words], input);
  if (!answer.ok) return [];
  const rows = answer.output.toString("utf8").split("\n");
  return rows.flatMap((row) => {
    const [name = "", ...author] = row.split(" ");
    return /^[0-9a-f]{40,64}$/.test(name) ? [{ name, author: author.join(" ") }] : [];
  });
}

/** What it takes away and adds, file by file, wherever in the file that is. */
function linesOf(commit: string, layer: GitLayer): string | null {
  const patch = ["-p", "-U0", "--text", "--no-ext-diff", "--no-textconv", "--no-renames", "--root", "--no-commit-id"];
  const answer = askGit(layer, ["diff-tree", ...patch, commit]);
  if (!answer.ok) return null;
  const rows = answer.output.toString("latin1").split("\n");
  return rows.filter((row) => !/^(?:index |@@ )/.test(row)).join("\n");
}
