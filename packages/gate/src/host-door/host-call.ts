/** A host's event in the words of the gate: whose session it is, and which call. */
import type { Session, ToolCall } from "@intentgate/engine";
import { gateServer, gateTools, type HeardEvent, type HostCall } from "@intentgate/hosts";

export type EventOf<Kind extends HeardEvent["kind"]> = Extract<HeardEvent, { kind: Kind }>;

/** Two hosts may give the same id; with its host before it, it is one session's only. */
export function sessionOf({ host, session, model }: HeardEvent): Session {
  const own = (id: string) => `${host}:${id}`;
  return {
    id: own(session.id),
    host,
    ...(model === null ? {} : { model }),
    ...(session.parent === null ? {} : { parent: own(session.parent) }),
  };
}

export function toolCallOf(event: EventOf<"before_tool" | "after_tool" | "permission">): ToolCall {
  const { call, cwd } = event;
  return { toolName: toolNameOf(call), payload: call.payload, session: sessionOf(event), cwd, callId: call.id };
}

/** Under its plain name a tool like `why` could be anybody's; with the server before it, it is ours. */
function toolNameOf(call: HostCall): string {
  return isOwnTool(call) && call.hostTool !== call.tool ? `mcp__${gateServer}__${call.tool}` : call.tool;
}

/** A tool of our own MCP server, or the name of one. */
export function isOwnTool({ tool }: HostCall): boolean {
  return gateTools.includes(tool);
}
