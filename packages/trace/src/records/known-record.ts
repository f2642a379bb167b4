/** The one shape every form of a ledger line is read into. */
import type { Integrity, MutationClass, TraceDraft, TraceFile } from "./record.ts";

export interface KnownFile extends Omit<TraceFile, "change"> {
  /** The shorter forms do not say. */
  change: TraceFile["change"] | "unknown";
}

export interface KnownRecord {
  form: "full" | "minimal" | "flat";
  id: string;
  timestamp: string;
  intent_id: string | null;
  mutation_class: MutationClass | null;
  mutation_confidence?: number;
  mutation_signals?: string[];
  description: string;
  vcs: { revision_id: string };
  files: KnownFile[];
  decision: TraceDraft["decision"] | null;
  integrity: Integrity | null;
  /** Of the intent's constraints and criteria at that time; missing where the record does not say. */
  intent_digest?: string;
}

export type ReadRecord = KnownRecord | { problem: string };

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOr<T>(value: unknown, other: T): string | T {
  return typeof value === "string" && value !== "" ? value : other;
}
