/** A unit of work a person declared, and which way it may go. */
import { type Problem, problem } from "@intentgate/documents";

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

const moves: Record<IntentStatus, readonly IntentStatus[]> = {
  PENDING: ["IN_PROGRESS"],
  IN_PROGRESS: ["BLOCKED", "COMPLETE"],
  BLOCKED: ["IN_PROGRESS"],
  COMPLETE: ["IN_PROGRESS"],
};

export function mayMove(from: IntentStatus, to: IntentStatus): boolean {
  return moves[from].includes(to);
}

export function badMove(intent: Pick<Intent, "id" | "status">, to: IntentStatus): Problem {
  const between = intentStatuses.find((status) => mayMove(intent.status, status) && mayMove(status, to));
  const message =
    intent.status === to ? `${intent.id} is ${to} already` : `${intent.id} is ${intent.status} and cannot become ${to}`;
  const remedy =
    intent.status === to
      ? "Nothing needs to be done."
      : between
        ? `Move it to ${between} first.`
        : `From ${intent.status} it may become ${moves[intent.status].join(" or ")}.`;
  return problem("NOT_ALLOWED", message, remedy);
}
