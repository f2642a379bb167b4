/** *Trace*: the ledger as rows, as a timeline and record by record. */
import type { Change, MutationClass, Time, Window } from "./shared.ts";

/** All of it narrows; nothing given means all records. */
export interface TraceFilter {
  /** `none`: records without an intent. */
  intent?: string;
  session?: string;
  model?: string;
  class?: "AST_REFACTOR" | "INTENT_EVOLUTION";
  /** A file, or a folder and everything below it. */
  path?: string;
  since?: Time;
  until?: Time;
}

/**
 * GET /api/trace?…TraceFilter&from=&count=&as_of= → newest first. With the `as_of` of an earlier answer, positions stay
 * what they were, whatever was recorded since.
 */
export interface TraceView extends Window<RecordRow> {
  as_of: number;
}

export interface RecordRow {
  /** Its place in the index: names it while the server runs. */
  number: number;
  id: string;
  at: Time;
  intent_id: string | null;
  mutation_class: MutationClass;
  description: string;
  session: string;
  model: string;
  entity_type: string;
  outcome: string | null;
  /** The first three. */
  files: { path: string; change: Change }[];
  files_total: number;
  /** The segment that somebody shared it in; null where it was recorded on this machine. */
  shared_in: string | null;
}

/** GET /api/trace/timeline?…TraceFilter&buckets= (10 to 500, by default 120) */
export interface Timeline {
  bucket_ms: number;
  /** The start of every bucket. */
  buckets: Time[];
  /** The intents with most records come first; beyond 12 they are summed up as `other`. */
  series: TimelineSeries[];
  total: number;
}

export interface TimelineSeries {
  /** Null: records without an intent. `other`: true for the sum of the rest. */
  intent_id: string | null;
  other: boolean;
  mutation_class: MutationClass;
  /** One for each bucket. */
  counts: number[];
}

/** GET /api/trace/facets: what can be filtered by, most records first, at most 200 each. */
export interface TraceFacets {
  intents: Facet[];
  sessions: Facet[];
  models: Facet[];
}
export interface Facet {
  value: string;
  count: number;
}

/** GET /api/trace/records/:number?id= (the id, where it is known, must be the record's; else 404) */
export interface RecordDetail extends Omit<RecordRow, "files" | "files_total"> {
  files: RecordFile[];
  revision: string;
  /** Commits that took it in, as far as git's hooks told. */
  commits: string[];
  decision: { id: string; approval: string | null; tool: string; outcome: string } | null;
  chain: { seq: number; prev: string; hash: string } | null;
  /** `broken`: it is not what was written; nothing of it can be relied on. */
  seal: string;
  suspect: boolean;
  /** The line of the ledger as it stands. */
  line: string;
}

export interface RecordFile {
  path: string;
  change: Change;
  renamed_from: string | null;
  /** At most 200. */
  ranges: { start_line: number; end_line: number; content_hash: string; symbol: string | null }[];
  more_ranges: number;
}

/** GET /api/trace/chain (what is known), POST /api/trace/chain/verify with `{}` (looks at the whole ledger) */
export interface ChainView {
  /** `stale`: records were added since it was looked at. */
  state: "unchecked" | "running" | "sound" | "stale" | "unsound";
  checked_at: Time | null;
  records: number;
  sessions: number;
  /** What the answer rests on: heads, list, git. */
  anchors: string[];
  /** At most 200, what makes it unsound first. */
  findings: { alarm: boolean; place: string; message: string }[];
  more_findings: number;
}
