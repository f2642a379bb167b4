import { openWorkspace } from "intentgate";

/** What `presentAssistantMessage` has at hand when it comes to a tool block; the names are those of Roo Code. */
export interface ToolBlock {
  type: "tool_use" | "mcp_tool_use";
  id?: string;
  name: string;
  params: Record<string, unknown>;
  partial: boolean;
}

export interface Callbacks {
  askApproval(kind: string, message?: string): Promise<boolean>;
  handleError(error: unknown): void;
  pushToolResult(result: unknown): void;
}

export interface Task {
  taskId: string;
  rootTaskId?: string;
  cwd: string;
}

/** Once for each window: the gate of its folder. */
export function gateFor(folder: string, stateDir?: string) {
  const { engine } = openWorkspace(folder, stateDir === undefined ? {} : { stateDir });

  /** In the place of the `switch` over tool names; `run` is that switch. */
  return async function dispatch(
    task: Task,
    block: ToolBlock,
    callbacks: Callbacks,
    run: () => Promise<unknown>,
  ): Promise<void> {
    // Half a call is shown, never decided and never run.
    if (block.partial) return;
    const isPart = task.rootTaskId !== undefined && task.rootTaskId !== task.taskId;
    await engine.executeTool(block.name, block.params, {
      session: { id: task.taskId, host: "roo-code", ...(isPart ? { parent: task.rootTaskId } : {}) },
      cwd: task.cwd,
      callId: block.id ?? null,
      ...callbacks,
      execute: run,
    });
  };
}
