/** A request by its id: it waits, or what became of it. */
import { isExpired, type OpenApproval, type PersonsAnswer, type Store, waitingRequests } from "@intentgate/sidecar";
import { pickById } from "../terminal/ids.ts";

export type FoundRequest =
  | { state: "waiting"; entry: OpenApproval }
  | { state: "answered"; id: string; answer: PersonsAnswer }
  | { state: "expired"; entry: OpenApproval }
  | { state: "ambiguous"; ids: string[] }
  | { state: "unknown" };

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
  return isExpired(entry, now) ? { state: "expired", entry } : { state: "waiting", entry };
}
