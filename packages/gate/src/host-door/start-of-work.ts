/** A prompt, or the beginning of a session: event hooks hear of it, and the model learns how to work here. */

import type { Emitted } from "@intentgate/event-hooks";
import type { Reply } from "@intentgate/hosts";
import { type EventOf, sessionOf } from "./host-call.ts";
import type { HostDoor } from "./host-door.ts";
import { objection } from "./objection.ts";
import { fitting, messagesText, noticesForModel, personText, rulesText, workText } from "./told-text.ts";

type Start = EventOf<"prompt" | "session_start" | "subagent_start">;

export async function startOfWork(door: HostDoor, event: Start): Promise<Reply> {
  const { workspace, host, heard } = door;
  const emitted = await emit(door, event);
  const no = emitted?.refusal ?? null;
  if (no !== null && event.kind === "prompt") return host.encode({ kind: "deny", reason: objection(no) }, event);
  const parts = [
    rulesText,
    workText(workspace, sessionOf(event)),
    messagesText(emitted),
    noticesForModel(heard),
    emitted?.suggestions?.text ?? null,
  ];
  const person = personText(emitted, heard, no === null ? null : objection(no));
  return host.tell({ model: fitting(parts, host.can.textLimit), person }, event);
}

/** What a subagent is told was written by the agent above it: no person's prompt, and no session of its own. */
async function emit({ workspace }: HostDoor, event: Start): Promise<Emitted | null> {
  if (event.kind === "subagent_start" || event.session.parent !== null) return null;
  const who = { session: sessionOf(event), cwd: event.cwd };
  return event.kind === "prompt"
    ? workspace.emit({ type: "UserPromptSubmit", prompt: event.prompt, ...who })
    : workspace.emit({ type: "SessionStart", ...who });
}
