/** What hosts share of reading their calls as an editor is told of them: their tools are those that their hooks tell of. */
import type { AcpCall, AcpReading } from "../host/acp.ts";
import type { HostCall } from "../host/event.ts";
import type { Host } from "../host/host.ts";

export const unclear: AcpReading = { kind: "unclear" };

/** These change something, or may. */
export function isChange({ kind }: AcpCall): boolean {
  return ["edit", "delete", "move", "execute"].includes(String(kind));
}

/** It speaks of no file: our tools are called by their names and fields. */
export function isBare({ kind, changed, places }: AcpCall): boolean {
  return kind === "other" && changed.length === 0 && places.length === 0;
}

/** Of a tool without an effect here. `persons`: those that are yet a person's to answer if they are asked about. */
export function withoutEffect(tool: string, persons: readonly string[]): AcpReading {
  return { kind: persons.includes(tool) ? "theirs" : "nothing" };
}

/** The call as its hook would tell of it before it is made. Null: not known. */
export function calledByHook(
  { decode }: Pick<Host, "decode">,
  event: string,
  call: { tool: string; input: unknown; cwd: string },
): HostCall | "ignored" | null {
  const fields = {
    hook_event_name: event,
    session_id: "acp",
    cwd: call.cwd,
    tool_use_id: "acp",
    timestamp: "",
    transcript_path: "",
  };
  const read = decode(JSON.stringify({ ...fields, tool_name: call.tool, tool_input: call.input }), event);
  if (!read.ok) return null;
  if (read.value.kind === "ignored") return "ignored";
  // What is pinned would have to be put into the input, and there is no way to do that here.
  return read.value.kind === "before_tool" && read.value.pinned === null ? read.value.call : null;
}
