import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gateFor, type ToolBlock } from "../../../docs/guides/examples/roo-dispatcher.ts";
import type { Produce } from "../produce.ts";
import { fenced, openStage } from "../stage.ts";

const source = "docs/guides/examples/roo-dispatcher.ts";

export const rooCodeScene: Produce = async ({ root, program }) => {
  const stage = openStage(program);
  try {
    const stateDir = join(stage.repo, "..", "library-state");
    mkdirSync(stateDir);
    stage.quietly("intentgate init --yes");
    const lines: string[] = [];
    const dispatch = gateFor(stage.repo, stateDir);
    const block = (partial: boolean): ToolBlock => ({
      type: "tool_use",
      id: "call_1",
      name: "write_to_file",
      params: { path: "src/a.ts", content: "export {};\n" },
      partial,
    });
    for (const partial of [true, false]) {
      lines.push(`write_to_file src/a.ts${partial ? ", half of it" : ""}`);
      await dispatch(
        { taskId: "task-1", cwd: stage.repo },
        block(partial),
        {
          askApproval: async () => false,
          handleError: (error) => void lines.push(`  failed: ${error}`),
          pushToolResult: (result) => void lines.push(`  the model gets ${String(result)}`),
        },
        async () => {
          writeFileSync(join(stage.repo, "src/a.ts"), "export {};\n");
          lines.push("  the tool ran");
        },
      );
    }
    return {
      blocks: {
        "roo.example": fenced("ts", readFileSync(join(root, source), "utf8")),
        "roo.refused": fenced("text", lines.join("\n"), stage.settle),
      },
    };
  } finally {
    stage.clear();
  }
};
