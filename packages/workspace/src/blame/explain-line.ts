/** Everything that is known about one line: intent, decision, approval, model, session, and how it was found. */
import { type Checked, problem } from "@intentgate/documents";
import type { Intent } from "@intentgate/policy";
import type { How, KnownRecord } from "@intentgate/trace";
import type { GovernedRoot } from "../roots/governed-root.ts";
import { acceptedDemands, isSuspect } from "./accepted-demands.ts";
import type { Blame } from "./blame.ts";
import type { CreditedRecord, LineCredit } from "./line-credit.ts";
import { commitNotes } from "./record-commits.ts";
import { symbolAt } from "./symbol-at.ts";

export interface ExplainedIntent {
  id: string;
  /** Null where the intent is no longer declared. */
  name: string | null;
  status: string | null;
  constraints: string[];
  acceptance_criteria: string[];
  /** Its constraints or criteria changed since, and nobody accepted the code under the new ones. */
  suspect: boolean;
}

export interface ExplainedRecord {
  id: string;
  at: string;
  entity_type: string;
  description: string;
  mutation_class: string | null;
  session: string;
  model: string;
  symbol: string | null;
  revision: string;
  /** Commits that took it in, as far as git's hooks told. */
  commits: string[];
  decision: KnownRecord["decision"];
  intent: ExplainedIntent | null;
  written: { path: string; line: number };
}

export type ExplainedLine = { file: string; line: number; text: string } & (
  | { credit: "record"; how: How; record: ExplainedRecord }
  | { credit: "before_ledger" | "since" | "unknown" }
  | { credit: "ambiguous"; candidates: ExplainedRecord[] }
);

export function explainLine(root: GovernedRoot, blame: Blame, path: string, line: number): Checked<ExplainedLine> {
  const blamed = blame.file(path);
  if (!blamed.ok) return blamed;
  const { text, credits } = blamed.value;
  const credit = credits[line - 1];
  if (credit === undefined) {
    const range = text.length === 0 ? "it is empty" : `it has lines 1 to ${text.length}`;
    const place = { file: path, line };
    return {
      ok: false,
      problems: [problem("BAD_INPUT", `${path} has no line ${line}`, `Ask for a line that is there: ${range}.`, place)],
    };
  }
  const at = { file: path, line, text: text[line - 1] ?? "" };
  return { ok: true, value: { ...at, ...explained(credit, root, blame) } };
}

function explained(credit: LineCredit, root: GovernedRoot, blame: Blame) {
  if (credit.credit === "record")
    return { credit: credit.credit, how: credit.how, record: explainRecord(credit, root, blame) };
  if (credit.credit === "ambiguous")
    return { credit: credit.credit, candidates: credit.candidates.map((one) => explainRecord(one, root, blame)) };
  return { credit: credit.credit };
}

function explainRecord(credited: CreditedRecord, root: GovernedRoot, blame: Blame): ExplainedRecord {
  const record = blame.record(credited.number);
  const { path, line } = credited.written;
  return {
    id: record.id,
    at: record.timestamp,
    entity_type: credited.entity_type,
    description: record.description,
    mutation_class: record.mutation_class,
    session: credited.session,
    model: credited.model,
    symbol: symbolAt(record, path, line),
    revision: record.vcs.revision_id,
    commits: commitNotes(root.sidecar).commitsOf(record.id),
    decision: record.decision,
    intent: credited.intent_id === null ? null : explainIntent(credited.intent_id, record.intent_digest ?? "", root),
    written: credited.written,
  };
}

export function explainIntent(id: string, written: string, root: GovernedRoot): ExplainedIntent {
  const read = root.store.intents.read();
  const intent: Intent | undefined = read.ok ? read.value.intents.get(id) : undefined;
  return {
    id,
    name: intent?.name ?? null,
    status: intent ? (intent.archived ? "ARCHIVED" : intent.status) : null,
    constraints: intent?.constraints ?? [],
    acceptance_criteria: intent?.acceptance_criteria ?? [],
    suspect: isSuspect(written, intent, acceptedDemands(root.sidecar)),
  };
}
