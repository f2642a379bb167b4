/** The end of a turn, a subagent or a session: open calls are settled, and a blocking event hook may ask to go on. */

import type { Emitted } from "@intentgate/event-hooks";
import type { Reply } from "@intentgate/hosts";
import { type EventOf, sessionOf } from "./host-call.ts";
import type { HostDoor } from "./host-door.ts";
import { objection } from "./objection.ts";
import { messagesText, personText } from "./told-text.ts";

export async function endOfTurn(door: HostDoor, event: EventOf<"stop">): Promise<Reply> {
  const { workspace, host } = door;
  // Subagents go on in the background, and their end brings another stop.
  if (event.running > 0) return host.tell({ model: null, person: null }, event);
  const session = sessionOf(event);
  await workspace.settleOpen(session);
  if (session.parent !== undefined) return host.tell({ model: null, person: null }, event);
  const emitted = await workspace.emit({ type: "SessionStop", session, cwd: event.cwd });
  const { refusal } = emitted;
  if (refusal !== null && host.can.holdStop) return host.encode({ kind: "hold", reason: objection(refusal) }, event);
  return told(door, event, emitted);
}

export async function endOfSession(door: HostDoor, event: EventOf<"session_end">): Promise<Reply> {
  const { workspace, host } = door;
  const session = sessionOf(event);
  await workspace.settleOpen(session);
  const ended = { kind: "ended_session" as const, at: workspace.now().toISOString() };
  // Before anybody else is told: the host may not wait, and what holds for a session ends with it.
  workspace.home.store.sessions.append(session.id, [ended]);
  if (session.parent !== undefined) return host.tell({ model: null, person: null }, event);
  return told(door, event, await workspace.emit({ type: "SessionEnd", session, cwd: event.cwd, reason: event.reason }));
}

/** It may be sent further work, so its session is not over. */
export async function endOfSubagent({ workspace, host }: HostDoor, event: EventOf<"subagent_stop">): Promise<Reply> {
  await workspace.settleOpen(sessionOf(event));
  return host.tell({ model: null, person: null }, event);
}

function told({ host, heard }: HostDoor, event: EventOf<"stop" | "session_end">, emitted: Emitted): Reply {
  const no = emitted.refusal === null ? null : objection(emitted.refusal);
  return host.tell({ model: messagesText(emitted), person: personText(emitted, heard, no) }, event);
}
