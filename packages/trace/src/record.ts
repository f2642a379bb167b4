/** One line of the ledger. Field names are the seeds'; further fields are ours. */

export type EntityType = "AI" | "HUMAN" | "HOOK" | "UNKNOWN";
export type MutationClass = "AST_REFACTOR" | "INTENT_EVOLUTION";

export interface TraceRange {
  /** 1-based and inclusive; an empty range (pure deletion) has end_line = start_line - 1. */
  start_line: number;
  end_line: number;
  content_hash: string;
  symbol?: string;
}

export interface TraceConversation {
  url: string;
  contributor: { entity_type: EntityType; model_identifier: string };
  ranges: TraceRange[] | "unknown";
  related: { type: string; value: string }[];
}

export interface TraceFile {
  relative_path: string;
  change: "created" | "modified" | "deleted" | "renamed" | "mode";
  renamed_from?: string;
  before_hash?: string;
  after_hash?: string;
  binary?: true;
  conversations: TraceConversation[];
}

export interface TraceDraft {
  id: string;
  timestamp: string;
  intent_id: string;
  mutation_class: MutationClass;
  description: string;
  vcs: { revision_id: string };
  files: TraceFile[];
  decision: { id: string; tool: string; approval: string; outcome: "OK" | "FAILED" | "UNKNOWN" };
}

export interface Integrity {
  session: string;
  seq: number;
  prev: string;
  hash: string;
}

export interface TraceRecord extends TraceDraft {
  version: 1;
  integrity: Integrity;
}
