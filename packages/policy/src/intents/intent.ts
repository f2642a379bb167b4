/** A unit of work a person declared. */

export const intentStatuses = ["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE"] as const;
export type IntentStatus = (typeof intentStatuses)[number];

/** Field names as in `active_intents.yaml`, so that what people read and what code reads is one thing. */
export interface Intent {
  id: string;
  name: string;
  status: IntentStatus;
  owned_scope: string[];
  constraints: string[];
  acceptance_criteria: string[];
  related_files: string[];
  recent_history: string[];
  description: string | null;
  related_specs: string[];
  /** Commands whose success shows that the intent is done; argv, no shell. */
  checks: { run: string[] }[];
  created_at: string | null;
  updated_at: string | null;
  archived: boolean;
  /** Set while a widening edit waits for a person: paths must be covered by these globs too. */
  narrowed_to: string[] | null;
}

export const intentIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export function isOpen(intent: Intent): boolean {
  return !intent.archived && (intent.status === "PENDING" || intent.status === "IN_PROGRESS");
}
