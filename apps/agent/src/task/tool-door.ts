/** The one way from a model's call to its effect: through the gate, for native tools and MCP tools alike. */
import type { CallAnswer, Session } from "@intentgate/engine";
import type { Workspace } from "@intentgate/gate";
import type { Policy } from "@intentgate/policy";
import type { NativeTools } from "@intentgate/tools";
import { findMcpTool, type McpTool, type McpTools } from "../mcp/mcp-tools.ts";
import type { OfferedTool } from "../models/model.ts";

export interface ToolDoor {
  /** Null where there is no such tool; then nothing was decided and nothing ran. */
  call(request: DoorRequest): Promise<DoorAnswer> | null;
}

export interface DoorRequest {
  tool: string;
  input: Record<string, unknown>;
  callId: string;
  signal: AbortSignal;
}

export type DoorAnswer = Pick<CallAnswer, "refusal" | "result" | "failed" | "error" | "contextPatch">;

export function createToolDoor(workspace: Workspace, session: Session, mcp: McpTools): ToolDoor {
  const cwd = workspace.home.root;
  return {
    call({ tool, input, callId, signal }) {
      if (workspace.tools.has(tool)) return workspace.run({ tool, input, session, cwd, callId, signal });
      const found = findMcpTool(mcp.list(), tool, input);
      if (!found) return null;
      // However it was spelled: decided is exactly what will run.
      return workspace.run({
        tool: found.tool.name,
        input: found.input,
        session,
        cwd,
        callId,
        signal,
        execute: () => mcp.call(found.tool, found.input, signal),
      });
    },
  };
}

interface OfferParts {
  native: NativeTools;
  mcp: readonly McpTool[];
  declared: Policy["tools"];
  /** False: only what reads and what speaks to the gate is shown. */
  mayChange: boolean;
}

/** Other spellings of an edit: they work, but a model chooses better among fewer tools. */
const NOT_OFFERED = new Set(["apply_diff", "search_replace", "edit_file"]);

/** What every provider takes as a tool's name. */
const OFFERABLE = /^[A-Za-z0-9_-]{1,64}$/;

/** Which tools the model is shown. What is hidden is only hidden: a call of it is decided like any other. */
export function offeredTools({ native, mcp, declared, mayChange }: OfferParts): OfferedTool[] {
  const own = native.definitions
    .filter(({ name, kind }) => !NOT_OFFERED.has(name) && (mayChange || kind === "read" || kind === "gate"))
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
