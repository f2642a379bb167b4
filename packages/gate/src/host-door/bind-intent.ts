/** Our MCP server is not told whose call it answers, so the hook before the call is what takes the intent. */
import type { ToolCall } from "@intentgate/engine";
import type { Workspace } from "../workspace/workspace.ts";
import { refusalText } from "./door-refusal.ts";

/** Takes the intent of a handshake that was let pass; null when it is bound, else the refusal. */
export async function bindIntent(workspace: Workspace, { payload, session, callId }: ToolCall): Promise<string | null> {
  const ids = callId === null ? [session.id] : [session.id, callId];
  const { signal } = new AbortController();
  const taken = await workspace.runDecided({
    tool: "select_active_intent",
    input: payload,
    ids,
    signal,
    execute: null,
  });
  if (taken.found === "one" && taken.outcome.kind === "succeeded") return null;
  const why = taken.found === "one" && taken.outcome.kind === "failed" ? taken.outcome.error : "it was taken meanwhile";
  return refusalText({
    code: "INTENT_REQUIRED",
    message: `The intent could not be taken: ${why}.`,
    remedy: "Call select_active_intent again.",
  });
}
