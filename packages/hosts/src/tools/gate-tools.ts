/** Our own tools as they come back from a host: offered by the MCP server `intentgate`, under the name the host makes of it. */
import { isPayload } from "../payload/read-payload.ts";
import { type ToolReading, unknownTool } from "./tool-table.ts";

/** The name under which `init` registers the MCP server. */
export const gateServer = "intentgate";

export const gateTools: readonly string[] = [
  "select_active_intent",
  "list_intents",
  "propose_intent",
  "request_scope_expansion",
  "record_lesson",
  "complete_intent",
  "attempt_completion",
  "why",
  "find_abilities",
  "ability_task_create",
  "ability_task_run",
  "find_documents",
];

/** An MCP tool of which server and name are certain. */
export function mcpTool(host: string, server: string, tool: string, name: string, input: unknown): ToolReading {
  if (!isPayload(input)) return unknownTool(host, name, input);
  if (server === gateServer && gateTools.includes(tool)) return { tool, payload: input };
  return { tool: "use_mcp_tool", payload: { server_name: server, tool_name: tool, arguments: input } };
}

/** `mcp__server__tool`, the name that our own table understands too; null for everything else. */
export function doubleUnderscored(host: string, name: string, input: unknown): ToolReading | null {
  if (!/^mcp__[A-Za-z0-9_.-]+$/.test(name)) return null;
  const ours = gateTools.find((tool) => name === `mcp__${gateServer}__${tool}`);
  if (ours !== undefined) return mcpTool(host, gateServer, ours, name, input);
  return isPayload(input) ? { tool: name, payload: input } : unknownTool(host, name, input);
}
