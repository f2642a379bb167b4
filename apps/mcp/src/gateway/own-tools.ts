/** The gate's own tools beside those of the servers, so that a client can take an intent at all. */
import type { AskInTerminal } from "@intentgate/gate";
import type { RpcParams } from "@intentgate/json-rpc";
import type { Gate } from "../gate/gate.ts";
import { guarded } from "../gate/guarded.ts";
import { toResult } from "../gate/result.ts";
import { failed } from "../gate/tool-outcome.ts";
import { toolList } from "../tools/tool-list.ts";

const byName = new Map(toolList.map((tool) => [tool.name, tool]));
const target = "draft-2020-12";

export function isOwnTool(name: string): boolean {
  return byName.has(name);
}

export function ownTools(): object[] {
  return toolList.map(({ name, title, description, input, output, annotations }) => ({
    name,
    title,
    description,
    inputSchema: input["~standard"].jsonSchema.input({ target }),
    outputSchema: output["~standard"].jsonSchema.output({ target }),
    annotations: { ...annotations, title },
  }));
}

export async function runOwnTool(
  name: string,
  input: RpcParams,
  gate: Gate,
  { ask, signal }: { ask: AskInTerminal | null; signal: AbortSignal },
): Promise<object> {
  const tool = byName.get(name);
  if (!tool) throw new Error(`${name} is no tool of the gate`);
  const checked = await tool.input["~standard"].validate(input);
  if (checked.issues) {
    const text = checked.issues.map(({ message }) => message).join("; ");
    return toResult(failed(text, "Mend the input and call again."));
  }
  const value = checked.value as RpcParams;
  return toResult(await guarded(() => tool.run(value, { tool: name, input: value, ids: [], signal, ask }, gate)));
}
