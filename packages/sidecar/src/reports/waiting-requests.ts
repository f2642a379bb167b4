/** Which requests wait for a person's answer. */
import type { OpenApproval, Store } from "../store/store.ts";

/** Oldest first, so that the newest stands next to the prompt. */
export function waitingRequests(approvals: Store["approvals"], now: Date): OpenApproval[] {
  return approvals
    .list()
    .filter((entry) => !isOver(entry, now) && approvals.answered(entry.id) === null)
    .sort((a, b) => a.openedAt.localeCompare(b.openedAt));
}

export function isOver(entry: OpenApproval, now: Date): boolean {
  const until = Date.parse(entry.expiresAt);
  return !Number.isFinite(until) || until <= now.getTime();
}
