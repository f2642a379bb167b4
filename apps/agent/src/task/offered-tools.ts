/** Which tools the model is shown. What is hidden is only hidden: a call of it is decided like any other. */
import type { Policy } from "@intentgate/policy";
import type { NativeTools } from "@intentgate/tools";
import type { McpTool } from "../mcp/mcp-tools.ts";
import type { OfferedTool } from "../models/model.ts";

export interface OfferParts {
  native: NativeTools;
  mcp: readonly McpTool[];
  declared: Policy["tools"];
  /** False: only what reads and what speaks to the gate is shown. */
  mayChange: boolean;
}

/** The same edits in other spellings: they work, but a model chooses better among fewer. */
const SPARED = new Set(["apply_diff", "search_replace", "edit_file"]);

/** What every provider takes as a tool's name. */
const OFFERABLE = /^[A-Za-z0-9_-]{1,64}$/;

export function offeredTools({ native, mcp, declared, mayChange }: OfferParts): OfferedTool[] {
  const own = native.definitions
    .filter(({ name, kind }) => !SPARED.has(name) && (mayChange || kind === "read" || kind === "gate"))
    .map(({ name, summary, jsonSchema }) => offer(name, summary, jsonSchema));
  const shown = mcp.filter(({ server, tool }) => mayChange || declared[`mcp.${server}.${tool}`]?.effect === "read");
  const named = shown.filter(({ name }) => OFFERABLE.test(name));
  const others = shown.filter(({ name }) => !OFFERABLE.test(name));
  return [
    ...own,
    ...named.map(({ name, description, inputSchema }) => offer(name, description, inputSchema)),
    ...(others.length > 0 ? [useMcpTool(others)] : []),
  ];
}

function offer(name: string, description: string, inputSchema: object): OfferedTool {
  return { type: "function", name, description, inputSchema };
}

/** For tools whose names no provider would take. */
function useMcpTool(tools: readonly McpTool[]): OfferedTool {
  const list = tools.map(({ server, tool, description }) => `- ${server} / ${tool}: ${description}`).join("\n");
  return offer("use_mcp_tool", `Calls a tool of an MCP server:\n${list}`, {
    type: "object",
    properties: {
      server_name: { type: "string" },
      tool_name: { type: "string" },
      arguments: { type: "object", description: "What the tool takes." },
    },
    required: ["server_name", "tool_name", "arguments"],
  });
}
