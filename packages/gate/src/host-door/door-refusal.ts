/** A refusal of the door itself, in the shape of all refusals. */
import type { DenyCode } from "@intentgate/engine";

export function refusalText({ code, message, remedy }: { code: DenyCode; message: string; remedy: string }): string {
  return JSON.stringify({ type: "tool_error", code, message, meta: { hook_name: "host", remedy } });
}
