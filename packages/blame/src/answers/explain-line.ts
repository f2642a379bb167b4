/** Everything that is known about one line: intent, decision, approval, model, session, and how it was found. */
import type { Checked } from "@intentgate/documents";
import type { Intent } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { Candidate, KnownRecord } from "@intentgate/trace";
import type { How } from "../attribution/runs.ts";
import { type GitWord, gitWordOf } from "../git/git-word.ts";
import type { Seal } from "../ledger/record-seal.ts";
import { type Blame, type BlamedFile, noSuchLine } from "./blame.ts";
import { commitsOfLine } from "./commit-of-line.ts";
import type { CreditedRecord, LineCredit } from "./line-credit.ts";
import { symbolAt } from "./line-credit.ts";

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
  /** Who may have written it, where nobody saw who did. */
  candidates: readonly Candidate[];
  description: string;
  mutation_class: string | null;
  session: string;
  model: string;
  symbol: string | null;
  revision: string;
  /** The commit that took the line in, as far as git's hooks told and it is part of what is checked out. */
  commits: string[];
  decision: KnownRecord["decision"];
  intent: ExplainedIntent | null;
  written: { path: string; line: number };
  /** Broken: it is not what was written, so nothing of it can be relied on. */
  seal: Seal;
  /** The segment that somebody shared it in; null where it was recorded on this machine. */
  shared_in: string | null;
}

export type ExplainedLine = { file: string; line: number; text: string } & (
  | { credit: "record"; how: How; record: ExplainedRecord }
  /** Git's word, not the ledger's; null where git does not know the line either. */
  | { credit: "before_ledger"; git: GitWord | null }
  | { credit: "since" | "unknown" }
  | { credit: "ambiguous"; candidates: ExplainedRecord[] }
);

export function explainLine(root: GovernedRoot, blame: Blame, path: string, line: number): Checked<ExplainedLine> {
  const blamed = blame.file(path);
  if (!blamed.ok) return blamed;
  const { text, credits } = blamed.value;
  const credit = credits[line - 1];
  if (credit === undefined) return noSuchLine(path, line, text.length);
  const at = { file: path, line, text: text[line - 1] ?? "" };
  if (credit.credit === "before_ledger") return { ok: true, value: { ...at, ...olderLine(root, blamed.value, line) } };
  return { ok: true, value: { ...at, ...explained(credit, path, root, blame) } };
}

function olderLine(root: GovernedRoot, { path, bytes }: BlamedFile, line: number) {
  return { credit: "before_ledger" as const, git: gitWordOf(root.root, path, bytes, line) };
}

function explained(
  credit: Exclude<LineCredit, { credit: "before_ledger" }>,
  at: string,
  root: GovernedRoot,
  blame: Blame,
) {
  if (credit.credit === "record")
    return { credit: credit.credit, how: credit.how, record: explainRecord(credit, at, root, blame) };
  if (credit.credit === "ambiguous")
    return { credit: credit.credit, candidates: credit.candidates.map((one) => explainRecord(one, at, root, blame)) };
  return { credit: credit.credit };
}

/** `at` is the path where the line stands now. */
function explainRecord(credited: CreditedRecord, at: string, root: GovernedRoot, blame: Blame): ExplainedRecord {
  const record = blame.record(credited.number);
  const { path, line } = credited.written;
  return {
    id: record.id,
    at: record.timestamp,
    entity_type: credited.entity_type,
    candidates: candidatesIn(record, path),
    description: record.description,
    mutation_class: record.mutation_class,
    session: credited.session,
    model: credited.model,
    symbol: symbolAt(record, path, line),
    revision: record.vcs.revision_id,
    commits: commitsOfLine(root, blame, at, credited),
    decision: record.decision,
    intent:
      credited.intent_id === null
        ? null
        : explainIntent(credited.intent_id, blame.isSuspect(credited.intent_id, credited.number), root),
    written: credited.written,
    seal: blame.sealOf(credited.number),
    shared_in: blame.reader().sharedIn(credited.number),
  };
}

function candidatesIn({ files }: KnownRecord, path: string): Candidate[] {
  const conversations = files.find((one) => one.relative_path === path)?.conversations ?? [];
  return conversations.flatMap(({ contributor }) => contributor.candidates ?? []);
}

export function explainIntent(id: string, suspect: boolean, root: GovernedRoot): ExplainedIntent {
  const read = root.store.intents.read();
  const intent: Intent | undefined = read.ok ? read.value.intents.get(id) : undefined;
  return {
    id,
    name: intent?.name ?? null,
    status: intent ? (intent.archived ? "ARCHIVED" : intent.status) : null,
    constraints: intent?.constraints ?? [],
    acceptance_criteria: intent?.acceptance_criteria ?? [],
    suspect,
  };
}
