/** A root whose sidecar is gone or was never made: reading goes on, nothing may be changed, nothing is written. */
import type { Decision, HeardEvent, Reply } from "@intentgate/hosts";
import { sidecarMissing } from "@intentgate/sidecar";
import { type EventOf, toolCallOf } from "./host-call.ts";
import type { HostDoor } from "./host-door.ts";

export async function beforeToolWithoutSidecar(door: HostDoor, event: EventOf<"before_tool">): Promise<Reply> {
  return door.host.encode(await decide(door, event), event);
}

async function decide({ workspace }: HostDoor, event: EventOf<"before_tool">): Promise<Decision> {
  const { toolName: tool, payload: input, session, cwd, callId } = toolCallOf(event);
  const dry = await workspace.decide({ tool, input, session, cwd, callId });
  if (dry.decision === "allow") return { kind: "allow", by: "gate", changes: false, context: null };
  return { kind: "deny", reason: JSON.stringify(dry.decision === "ask" ? dry.otherwise : dry.refusal) };
}

export function tellWithoutSidecar({ workspace, host }: HostDoor, event: HeardEvent): Reply {
  const isStart = event.kind === "prompt" || event.kind === "session_start";
  const { message, remedy } = sidecarMissing(workspace.home);
  const text = isStart ? `Intentgate: ${message}, and every change will be refused. ${remedy}` : null;
  return host.tell({ model: text, person: text }, event);
}
