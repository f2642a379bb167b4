/** Notes which records a commit took in: those that wrote lines of its files and that no commit had before. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { GovernedRoot } from "../roots/governed-root.ts";
import type { Blame } from "./blame.ts";
import { commitNotes, isCommit, noteCommit } from "./record-commits.ts";

/** Returns how many records were noted; null where there is no commit. */
export function anchorCommit(root: GovernedRoot, blame: Blame): { commit: string; records: number } | null {
  const commit = root.revision();
  if (!isCommit(commit)) return null;
  const known = commitNotes(root.sidecar);
  const records = new Set<string>();
  for (const path of changedIn(root.root, commit)) {
    if (!existsSync(join(root.root, path))) continue;
    const blamed = blame.file(path);
    if (!blamed.ok) continue; // binary, or a folder by now: it has no lines
    for (const credit of blamed.value.credits) {
      if (credit.credit !== "record") continue;
      const { id } = blame.record(credit.number);
      if (known.commitsOf(id).length === 0) records.add(id);
    }
  }
  if (records.size > 0) noteCommit(root.sidecar, { commit, records: [...records] });
  return { commit, records: records.size };
}

/** After an amend or a rebase: `old new` a line, as git's `post-rewrite` tells it. */
export function anchorRewrites(root: GovernedRoot, told: string): number {
  let noted = 0;
  for (const line of told.split("\n")) {
    const [from, to] = line.trim().split(" ");
    if (!isCommit(from) || !isCommit(to) || from === to) continue;
    noteCommit(root.sidecar, { commit: to, records: [], rewritten_from: from });
    noted++;
  }
  return noted;
}

/** The one git process of blame: plumbing that runs no filter, no hook and no other program. */
function changedIn(root: string, commit: string): string[] {
  const words = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "diff-tree", "--no-commit-id"];
  const told = execFileSync(
    "git",
    [...words, "--name-only", "-r", "-z", "--root", "--relative", "-m", "--first-parent", commit],
    {
      cwd: root,
      env: { PATH: process.env.PATH ?? "", GIT_OPTIONAL_LOCKS: "0", GIT_CONFIG_NOSYSTEM: "1" },
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      timeout: 10_000,
    },
  );
  return told.split("\0").filter((path) => path !== "");
}
