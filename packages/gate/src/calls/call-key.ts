/** How the second process of a host, or our own MCP server, finds a call again. */
import { createHash } from "node:crypto";
import { canonicalJson } from "@intentgate/documents";
import type { HookContext, PreToolUseContext, ToolCall } from "@intentgate/engine";
import { ownToolRow } from "@intentgate/policy";
import type { DecidedCall } from "@intentgate/sidecar";

/**
 * The host's own id together with what is called: hosts have been seen to use an id again for another call. Without an
 * id, equal calls share a key and are answered first in, first out.
 */
export function keyOf(call: ToolCall): string {
  return hashed([call.callId, call.session.id, call.toolName, call.payload, call.cwd]);
}

/** The same input always gives the same hash; left out and empty are the same to a tool. */
export function inputHash(input: unknown): string {
  return hashed(input ?? {});
}

/**
 * The same for calls that would do the same: another text for the same file, another spelling of its path, another
 * description of the same command is no other call. Where nothing says what an input does, all of it counts.
 */
export function effectHash({ normalizedToolName, effects, details, payload }: HookContext): string {
  const { command } = details;
  const isUnclear = command === null && effects.list.every(({ kind }) => kind === "unknown");
  return hashed([normalizedToolName, command, JSON.stringify(effects.list, unspelled), isUnclear ? payload : null]);
}

/** A place is where it is, however a call spells it. */
function unspelled(_name: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && "absolute" in value ? { ...value, path: undefined } : value;
}

function hashed(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}

/** An allowed call, as the other process gets to know it. */
export function decidedOf(
  { callId, cwd, payload }: ToolCall,
  context: PreToolUseContext,
  key: string,
  at: string,
): DecidedCall {
  const isOwn = ownToolRow(context.normalizedToolName) !== undefined;
  const own = isOwn ? { at, callId, cwd, input: inputHash(payload) } : null;
  return { key, errorMessage: null, context, own };
}
