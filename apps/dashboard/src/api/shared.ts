/** What every answer of the API is made of. Names are those of the files and of `--json`: one word per idea. */

/**
 * A part of a long list, asked for with `?from=&count=`: at most 500 at once, by default 100. `from` counts from 0;
 * `total` is of what fits the filter.
 */
export interface Window<T> {
  total: number;
  from: number;
  items: T[];
}

/** An expected failure: a code, a place and a remedy that a person can act on. */
export interface ApiProblem {
  code: string;
  message: string;
  remedy: string;
  file: string | null;
  line: number | null;
  column: number | null;
}

/** The body of every answer that is not 2xx. */
export interface Failure {
  problems: ApiProblem[];
}

/** RFC 3339, UTC. */
export type Time = string;

export type IntentStatus = "PENDING" | "IN_PROGRESS" | "BLOCKED" | "COMPLETE";
/** Null: the record does not say. */
export type MutationClass = "AST_REFACTOR" | "INTENT_EVOLUTION" | null;
export type Change = "created" | "modified" | "deleted" | "renamed" | "mode" | "unknown";
/** Who a line counts for. */
export type Who = "AI" | "HUMAN" | "HOOK" | "UNKNOWN" | "BEFORE" | "AMBIGUOUS";
