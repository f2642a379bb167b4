/** Keeps in a session's journal that it is there, whose subagent it is, and that it is not over. */
import type { HeardEvent } from "@intentgate/hosts";
import { lineageOf } from "@intentgate/sidecar";
import type { Workspace } from "../workspace/workspace.ts";
import { sessionOf } from "./host-call.ts";

/**
 * So a person can bind a session before its first call, and a resumed one counts as living again. Returns the event
 * with the model that was told at the start, where a host says it only there.
 */
export function noteSession<Event extends HeardEvent>({ home, now }: Workspace, event: Event): Event {
  const { id, host, model, parent } = sessionOf(event);
  // First: a session that claims another parent than it had is refused, not written down.
  const { own } = lineageOf(home, { id, parent });
  const isKnown = own.startedAt !== null && !own.ended && own.host === host;
  if (!isKnown || (model !== undefined && own.model !== model))
    home.store.sessions.append(id, [{ kind: "seen", at: now().toISOString(), host, model, parent }]);
  return event.model === null ? { ...event, model: own.model } : event;
}
