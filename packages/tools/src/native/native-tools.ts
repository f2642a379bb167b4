/** The native tools under one roof: looked up by name or alias, checked, planned and run. */
import { PlanError } from "../contract/failure.ts";
import type { FilePlan, InputCheck, ToolContext, ToolDefinition, ToolResult } from "../contract/tool.ts";
import { failedResult, type Tool } from "../define/define-tool.ts";
import { toolList } from "./tool-list.ts";

export interface NativeTools {
  definitions: readonly ToolDefinition[];
  has(name: string): boolean;
  check(name: string, input: unknown): InputCheck;
  /** What a writing tool would write; touches nothing. Throws `PlanError` where the tool would fail. */
  plan(name: string, input: unknown, context: ToolContext): Promise<FilePlan[]>;
  run(name: string, input: unknown, context: ToolContext): Promise<ToolResult>;
}

export function createNativeTools(): NativeTools {
  const unknownTool = (name: string) => `There is no tool "${name}". Use one of: ${[...tools().keys()].join(", ")}.`;

  /** Put together when the first is asked for: who only decides what others run needs none of them. */
  let byName: Map<string, Tool> | null = null;
  function tools(): Map<string, Tool> {
    byName ??= new Map(
      toolList.flatMap((tool) =>
        [tool.definition.name, ...tool.definition.aliases].map((name) => [name, tool] as const),
      ),
    );
    return byName;
  }

  return {
    get definitions() {
      return toolList.map((tool) => tool.definition);
    },
    has: (name) => tools().has(name),

    check(name, input) {
      const tool = tools().get(name);
      return tool ? tool.check(input) : { ok: false, problem: unknownTool(name) };
    },

    async plan(name, input, context) {
      const tool = tools().get(name);
      if (!tool) throw new PlanError({ code: "UNKNOWN_TOOL", message: unknownTool(name) });
      const checked = tool.check(input);
      if (!checked.ok) throw new PlanError({ code: "BAD_INPUT", message: checked.problem });
      const planned = await tool.plan(checked.input, context);
      if (!planned.ok) throw new PlanError(planned.failure);
      return planned.value.map(({ path, before, after, movedFrom }) =>
        movedFrom === null ? { path, before, after } : { path, before, after, movedFrom },
      );
    },

    async run(name, input, context) {
      const tool = tools().get(name);
      if (!tool) return failedResult({ code: "UNKNOWN_TOOL", message: unknownTool(name) });
      const checked = tool.check(input);
      if (!checked.ok) return failedResult({ code: "BAD_INPUT", message: checked.problem });
      return tool.run(checked.input, context);
    },
  };
}
