/** Which commits took in which records: one line a commit, written by git's own hooks where a person installed them. */

import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import { appendLines, readText } from "@intentgate/world";

export interface CommitNote {
  commit: string;
  /** Records that the commit holds lines of. */
  records: string[];
  /** The commit that this one replaced, after an amend or a rebase. */
  rewritten_from?: string;
}

const FILE = "record_commits.jsonl";

export function noteCommit(sidecar: string, note: CommitNote): void {
  appendLines(join(sidecar, FILE), [JSON.stringify({ version: 1, ...note })]);
}

export function commitNotes(sidecar: string) {
  const commits = new Map<string, Set<string>>();
  const recordsOf = new Map<string, string[]>();
  for (const line of (readText(join(sidecar, FILE)) ?? "").split("\n")) {
    const note = line === "" ? null : readNote(line);
    if (note === null) continue;
    const { commit, records, rewritten_from } = note;
    const all = [...new Set([...records, ...(rewritten_from ? (recordsOf.get(rewritten_from) ?? []) : [])])];
    recordsOf.set(commit, [...new Set([...(recordsOf.get(commit) ?? []), ...all])]);
    for (const record of all) {
      const known = commits.get(record) ?? new Set();
      // The commit that was rewritten is no longer part of any branch.
      if (rewritten_from) known.delete(rewritten_from);
      known.add(commit);
      commits.set(record, known);
    }
  }
  return { commitsOf: (record: string): string[] => [...(commits.get(record) ?? [])], recordsOf };
}

function readNote(line: string): CommitNote | null {
  const { version, commit, records, rewritten_from } = jsonFields(line); // a torn line notes nothing
  if (version !== 1 || !isCommit(commit) || !Array.isArray(records)) return null;
  const ids = records.filter((one): one is string => typeof one === "string");
  return { commit, records: ids, ...(isCommit(rewritten_from) ? { rewritten_from } : {}) };
}

export function isCommit(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{40,64}$/.test(value);
}
