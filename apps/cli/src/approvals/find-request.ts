/** Which requests wait for a person, and what became of one that does not wait any more. */
import type { OpenApproval, PersonsAnswer, Store } from "@intentgate/workspace";
import { pickById } from "../ids.ts";

export type FoundRequest =
  | { state: "waiting"; entry: OpenApproval }
  | { state: "answered"; id: string; answer: PersonsAnswer }
  | { state: "expired"; entry: OpenApproval }
  | { state: "ambiguous"; ids: string[] }
  | { state: "unknown" };

/** Oldest first, so that the newest stands next to the prompt. */
export function waitingRequests(approvals: Store["approvals"], now: Date): OpenApproval[] {
  return approvals
    .list()
    .filter((entry) => !isOver(entry, now) && approvals.answered(entry.id) === null)
    .sort((a, b) => a.openedAt.localeCompare(b.openedAt));
}

/** The first characters of an id are enough; requests that wait go before those that do not. */
export function findRequest(approvals: Store["approvals"], given: string, now: Date): FoundRequest {
  const idOf = (entry: OpenApproval) => [entry.id];
  const waiting = pickById(waitingRequests(approvals, now), given, idOf);
  const found = waiting.kind === "none" ? pickById(approvals.known(), given, idOf) : waiting;
  if (found.kind === "none") return { state: "unknown" };
  if (found.kind === "many") return { state: "ambiguous", ids: found.ids };
  const entry = found.value;
  const answer = approvals.answered(entry.id);
  if (answer) return { state: "answered", id: entry.id, answer };
  return isOver(entry, now) ? { state: "expired", entry } : { state: "waiting", entry };
}

export function isOver(entry: OpenApproval, now: Date): boolean {
  const until = Date.parse(entry.expiresAt);
  return !Number.isFinite(until) || until <= now.getTime();
}
