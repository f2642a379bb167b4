/** One name for an MCP tool, however a host spells it. */
import { jsonObject } from "@intentgate/documents";
import { field, isPayload, type Payload } from "./payload.ts";

export interface McpCall {
  /** `mcp.<server>.<tool>` */
  name: string;
  server: string;
  tool: string;
  arguments: Payload;
  /** False where another server and tool could give the same name: then no declaration in the policy applies. */
  unambiguous: boolean;
}

const separators = [
  ["mcp--", "--"],
  ["mcp__", "__"],
] as const;
const plainName = /^[A-Za-z0-9_-]{1,128}$/;

/** `mcp--server--tool` and `mcp__server__tool`. */
export function mcpFromToolName(toolName: string, payload: Payload): McpCall | null {
  for (const [prefix, separator] of separators) {
    if (!toolName.startsWith(prefix)) continue;
    const rest = toolName.slice(prefix.length);
    const at = rest.indexOf(separator);
    if (at <= 0 || at + separator.length >= rest.length) return null;
    return mcpCall(rest.slice(0, at), rest.slice(at + separator.length), payload);
  }
  return null;
}

/** `use_mcp_tool { server_name, tool_name, arguments }`, arguments as object or JSON text. */
export function mcpFromPayload(payload: Payload): McpCall | null {
  const server = field(payload, "server_name");
  const tool = field(payload, "tool_name");
  if (typeof server !== "string" || typeof tool !== "string" || server === "" || tool === "") return null;
  const given = argumentsOf(field(payload, "arguments"));
  return given ? mcpCall(server, tool, given) : null;
}

function mcpCall(server: string, tool: string, given: Payload): McpCall {
  const unambiguous = [server, tool].every(
    (name) => plainName.test(name) && !name.includes("__") && !name.includes("--"),
  );
  return { name: `mcp.${server}.${tool}`, server, tool, arguments: given, unambiguous };
}

function argumentsOf(given: unknown): Payload | null {
  if (given === undefined || given === null || given === "") return {};
  if (isPayload(given)) return given;
  if (typeof given !== "string") return null;
  return jsonObject(given);
}
