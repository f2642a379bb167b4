/** One line of the ledger. Field names are the seeds'; further fields are ours. */

export type EntityType = "AI" | "HUMAN" | "HOOK" | "UNKNOWN";
export type MutationClass = "AST_REFACTOR" | "INTENT_EVOLUTION";

export interface TraceRange {
  /** 1-based and inclusive; an empty range (pure deletion) has end_line = start_line - 1. */
  start_line: number;
  end_line: number;
  content_hash: string;
  /** The smallest definition that holds the whole range. */
  symbol?: string;
  /** The definitions that it touches, where it holds several. */
  symbols?: string[];
  /** A hash that survives formatting and comments. */
  token_hash?: string;
}

/** Somebody who may have made a change that nobody saw being made. */
export type Candidate =
  | { entity_type: "AI"; session: string; invocation_id: string; model_identifier: string }
  | { entity_type: "HUMAN" };

export interface TraceConversation {
  url: string;
  /** `candidates` stands where the contributor is UNKNOWN. */
  contributor: { entity_type: EntityType; model_identifier: string; candidates?: readonly Candidate[] };
  ranges: TraceRange[] | "unknown";
  related: { type: string; value: string }[];
}

export interface TraceFile {
  relative_path: string;
  change: "created" | "modified" | "deleted" | "renamed" | "mode";
  renamed_from?: string;
  /** It was copied from there: `before_hash` and `hunks` are against that file as it stood. */
  copied_from?: string;
  /** Git brought the content in from its objects: what is new in it was written by whoever wrote it first. */
  from_git?: true;
  /** A person brought an earlier content back: its lines stay whose they were. */
  put_back?: true;
  before_hash?: string;
  after_hash?: string;
  /** Kind and permissions as git writes them, in octal; left out for a plain file, 100644. */
  before_mode?: string;
  after_mode?: string;
  /** What stood where the file was moved to. */
  displaced_hash?: string;
  displaced_mode?: string;
  binary?: true;
  /** How many lines stood before and after. */
  line_counts?: [before: number, after: number];
  /** The edit script; every start counts from 1. Missing where the bytes before are not known. */
  hunks?: LineHunkNumbers[];
  /** A key of each line of the hunks' new sides, or of the whole file where there are no hunks: six bytes each, base64. */
  line_keys?: string;
  /** Which of these lines only moved here, or were only formatted. */
  carried?: Carried[];
  conversations: TraceConversation[];
}

export type LineHunkNumbers = [old_start: number, old_count: number, new_start: number, new_count: number];

/**
 * `lines` new lines from `start` on were the old lines from `from` on, of the same file or of the `file`th of the
 * change. With `span`, one new line holds what stood on so many old ones. Counted from 1; `file` from 0.
 */
export type Carried =
  | [start: number, lines: number, from: number]
  | [start: number, lines: number, from: number, file: number]
  | [start: number, lines: number, from: number, file: number, span: number];

/** What a record keeps to follow the lines of a file. */
export type TracedLines = Pick<TraceFile, "line_counts" | "hunks" | "line_keys" | "carried">;

export interface TraceDraft {
  id: string;
  timestamp: string;
  intent_id: string;
  mutation_class: MutationClass;
  /** Between 0 and 1, and what it rests on; missing where nobody looked at the syntax. */
  mutation_confidence?: number;
  mutation_signals?: string[];
  description: string;
  vcs: { revision_id: string };
  files: TraceFile[];
  decision: { id: string; tool: string; approval: string; outcome: "OK" | "FAILED" | "UNKNOWN" };
  /** Names the constraints and criteria that the intent had at that time. */
  intent_digest?: string;
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
