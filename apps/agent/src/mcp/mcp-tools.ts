/** The tools of the MCP servers that a person configured for a task. */
import { jsonObject } from "@intentgate/documents";

export interface McpTool {
  server: string;
  tool: string;
  /** `mcp--server--tool` */
  name: string;
  description: string;
  inputSchema: object;
}

export interface McpTools {
  list(): readonly McpTool[];
  /** Only ever called by what the gate let pass. A failure of the tool is a result with `error`. */
  call(tool: McpTool, input: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

export const noMcpTools: McpTools = {
  list: () => [],
  call: async () => ({ error: "no MCP server is configured" }),
  close: async () => undefined,
};

export function mcpToolName(server: string, tool: string): string {
  return `mcp--${server}--${tool}`;
}

/** The tool that a call means, however it is spelled, with the input that is the tool's own. */
export function findMcpTool(
  tools: readonly McpTool[],
  name: string,
  input: Record<string, unknown>,
): { tool: McpTool; input: Record<string, unknown> } | null {
  const direct = tools.find((one) => one.name === name);
  if (direct) return { tool: direct, input };
  if (name !== "use_mcp_tool" && name !== "mcp_tool_use") return null;
  const { server_name: server, tool_name: tool } = input;
  const found = tools.find((one) => one.server === server && one.tool === tool);
  const given = argumentsOf(input.arguments);
  return found && given ? { tool: found, input: given } : null;
}

/** As an object, or as JSON text of one: the same reading that the gate decides on. */
function argumentsOf(given: unknown): Record<string, unknown> | null {
  if (given === undefined || given === null || given === "") return {};
  const value = typeof given === "string" ? jsonObject(given) : given;
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
