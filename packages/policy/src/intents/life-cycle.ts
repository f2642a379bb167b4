/** Which way an intent may go: taken, blocked, completed, reopened. */
import { type Problem, problem } from "@intentgate/documents";
import { type Intent, type IntentStatus, intentStatuses } from "./intent.ts";

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
