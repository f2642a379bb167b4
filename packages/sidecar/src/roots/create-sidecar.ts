/** Brings a sidecar into being: only what is missing is written, and nothing that is there is touched. */
import { lstatSync, mkdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ProblemError, problem } from "@intentgate/documents";
import { createExclusive, writing } from "@intentgate/world";

/** What the machine writes into a sidecar, as git's ignore file says it; everything else there is authored by people. */
export const machineFiles: readonly string[] = [
  "agent_trace.jsonl",
  "ledger-archive/",
  "decisions*.jsonl",
  "intent_map.md",
  "lessons.jsonl",
  "accepted_demands.json",
  "record_commits.jsonl",
  "sessions/",
  "heads/",
  "approvals/",
  "cache/",
  "locks/",
  "*.lock",
  "*.lock.*",
  "*.tmp",
];

/**
 * The same for the list of the root's repository that is nobody's branch, so that a branch without the committed ignore
 * file hides these too. Empty where there is no repository.
 */
export function machineLines(root: string, repository: { top: string } | null): string[] {
  if (repository === null) return [];
  const below = relative(repository.top, root).split(sep).join("/");
  return machineFiles.map((one) => `/${below === "" ? "" : `${below}/`}.orchestration/**/${one}`);
}

const FILE_MODE = 0o644;

export function createSidecar(
  sidecar: string,
  files: readonly { name: string; text: string }[],
): { name: string; action: "wrote" | "kept" }[] {
  const found = lstatSync(sidecar, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) {
    const what = found.isSymbolicLink() ? "a link" : "not a folder";
    throw new ProblemError([
      problem("BAD_PATH", `.orchestration is ${what}`, "Remove it, then run `intentgate init` again.", {
        file: sidecar,
      }),
    ]);
  }
  writing(sidecar, () => mkdirSync(sidecar, { recursive: true }));
  return files.map(({ name, text }) => ({
    name,
    action: createExclusive(join(sidecar, name), text, FILE_MODE) ? "wrote" : "kept",
  }));
}
