/** The one way from a model's call to its effect: through the gate, for native tools and MCP tools alike. */
import type { CallAnswer, Session } from "@intentgate/engine";
import type { Workspace } from "@intentgate/gate";
import { findMcpTool, type McpTools } from "../mcp/mcp-tools.ts";

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
