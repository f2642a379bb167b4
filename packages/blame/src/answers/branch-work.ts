/** What stands behind the lines of a branch: intents, writers, approvals, and lines that no intent accounts for. */
import type { Checked } from "@intentgate/documents";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { Blame } from "./blame.ts";
import { type Branch, type BranchFile, branchLines } from "./branch-lines.ts";
import { type ExplainedIntent, explainIntent } from "./explain-line.ts";
import { type CreditedRecord, type LineCredit, whoOf } from "./line-credit.ts";

/** Who is behind a line without an intent. */
export type Unowned = "agent" | "people" | "unknown";

export interface UnownedRange {
  start_line: number;
  end_line: number;
  who: Unowned;
}

export interface BranchWork extends Pick<Branch, "base" | "head" | "beyond"> {
  lines: number;
  intents: { intent: ExplainedIntent; lines: number; files: string[] }[];
  /** `who`: AI, HUMAN, HOOK, UNKNOWN, BEFORE, AMBIGUOUS; `model` of agents alone. */
  writers: { who: string; model: string | null; lines: number }[];
  approvals: { at: string; change: string; intent_id: string | null; approval: string }[];
  /** Those whose calls wrote lines of the branch. */
  sessions: string[];
  unowned: { path: string; place: string; lines: number; ranges: UnownedRange[] }[];
  files: number;
}

export function branchWork(root: GovernedRoot, blame: Blame, name: string): Checked<BranchWork> {
  const branch = branchLines(root, blame, name);
  if (!branch.ok) return branch;
  const { files, base, head, beyond } = branch.value;
  const credits = files.flatMap(({ added }) => added.map(({ credit }) => credit));
  const records = recordsIn(credits);
  return {
    ok: true,
    value: {
      ...{ base, head, beyond },
      files: files.length,
      lines: credits.length,
      intents: intentsIn(files, root, blame),
      writers: writersOf(credits),
      approvals: [...records.keys()].sort((one, other) => one - other).flatMap((number) => approvalOf(number, blame)),
      sessions: [...new Set([...records.values()].map(({ session }) => session))].sort(),
      unowned: files.flatMap(unownedIn),
    },
  };
}

function recordsIn(credits: readonly LineCredit[]): Map<number, CreditedRecord> {
  return new Map(credits.flatMap((one) => (one.credit === "record" ? [[one.number, one] as const] : [])));
}

function intentsIn(files: readonly BranchFile[], root: GovernedRoot, blame: Blame): BranchWork["intents"] {
  const found = new Map<string, { lines: number; files: Set<string>; isSuspect: boolean }>();
  for (const { path, added } of files)
    for (const { credit } of added) {
      if (credit.credit !== "record" || credit.intent_id === null) continue;
      const known = found.get(credit.intent_id) ?? { lines: 0, files: new Set(), isSuspect: false };
      found.set(credit.intent_id, known);
      known.lines += 1;
      known.files.add(path);
      known.isSuspect ||= blame.isSuspect(credit.intent_id, credit.number);
    }
  return [...found]
    .map(([id, { lines, files, isSuspect }]) => ({
      intent: explainIntent(id, isSuspect, root),
      lines,
      files: [...files],
    }))
    .sort((one, other) => other.lines - one.lines || (one.intent.id < other.intent.id ? -1 : 1));
}

function writersOf(credits: readonly LineCredit[]): BranchWork["writers"] {
  const found = new Map<string, BranchWork["writers"][number]>();
  for (const credit of credits) {
    const who = whoOf(credit);
    const model = credit.credit === "record" && who === "AI" ? credit.model : null;
    const key = `${who} ${model}`;
    const known = found.get(key) ?? { who, model, lines: 0 };
    found.set(key, known);
    known.lines += 1;
  }
  return [...found.values()].sort((one, other) => other.lines - one.lines);
}

function approvalOf(number: number, blame: Blame): BranchWork["approvals"] {
  const { decision, timestamp, description, intent_id } = blame.record(number);
  const approval = decision?.approval ?? "none";
  // `KIND:ID OF THE REQUEST`, where a person was asked.
  if (!approval.includes(":")) return [];
  return [{ at: timestamp, change: description, intent_id, approval }];
}

function unownedIn({ path, place, added }: BranchFile): BranchWork["unowned"] {
  const ranges: UnownedRange[] = [];
  let lines = 0;
  for (const { line, credit } of added) {
    const who = whoWithoutIntent(credit);
    if (who === null) continue;
    lines += 1;
    const last = ranges.at(-1);
    if (last?.who === who && last.end_line === line - 1) last.end_line = line;
    else ranges.push({ start_line: line, end_line: line, who });
  }
  return lines === 0 ? [] : [{ path, place, lines, ranges }];
}

/** Null where an intent accounts for the line, or the gate wrote it. Of several that may have, each must have had one. */
function whoWithoutIntent(credit: LineCredit): Unowned | null {
  switch (credit.credit) {
    case "record":
      if (credit.intent_id !== null || credit.entity_type === "HOOK") return null;
      return credit.entity_type === "AI" ? "agent" : credit.entity_type === "HUMAN" ? "people" : "unknown";
    case "ambiguous":
      return credit.candidates.every(({ intent_id }) => intent_id !== null) ? null : "unknown";
    // A file that the ledger never heard of, or that was changed through no call.
    case "before_ledger":
    case "since":
      return "people";
    case "unknown":
      return "unknown";
  }
}
