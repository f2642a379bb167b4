/** What a client is told of the tools: the servers' as they say, ours beside them, and no name twice. */
import type { AskInTerminal } from "@intentgate/gate";
import type { RpcParams } from "@intentgate/json-rpc";
import type { Gate } from "../gate/gate.ts";
import { toResult } from "../gate/result.ts";
import { failed, guarded } from "../gate/tool-outcome.ts";
import { gateInstructions } from "../server/mcp-server.ts";
import { toolList } from "../tools/tool-list.ts";

type Named = { name?: unknown } & Record<string, unknown>;

/** A server's tool that is called like one of ours is offered under its server's name. */
export function offeredName(server: string, tool: string, always: boolean): string {
  return always || isOwnTool(tool) ? `${server}__${tool}` : tool;
}

/** The tool that an offered name stands for; null where it is none of this server's. */
export function toolBehind(server: string, name: string, always: boolean): string | null {
  const prefix = `${server}__`;
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : null;
  if (always) return rest === "" ? null : rest;
  return rest !== null && isOwnTool(rest) ? rest : name;
}

export function renamed(entries: unknown, name: (old: string) => string): Named[] {
  const list = Array.isArray(entries) ? (entries as Named[]) : [];
  return list.map((entry) => (typeof entry?.name === "string" ? { ...entry, name: name(entry.name) } : entry));
}

/** `isLast`: ours come at the end of the last page. */
export function withOwnTools(tools: readonly object[], isLast: boolean): object[] {
  return isLast ? [...tools, ...ownTools()] : [...tools];
}

export function withTools(capabilities: unknown): Record<string, unknown> {
  const given = (capabilities ?? {}) as Record<string, unknown>;
  return { ...given, tools: given.tools ?? {} };
}

export function instructionsWith(servers: readonly unknown[]): string {
  const instructions = servers.filter((one): one is string => typeof one === "string" && one !== "");
  return [...instructions, gateInstructions].join("\n\n");
}

const byName = new Map(toolList.map((tool) => [tool.name, tool]));
const target = "draft-2020-12";

/** The gate's own tools beside those of the servers, so that a client can take an intent at all. */
export function isOwnTool(name: string): boolean {
  return byName.has(name);
}

function ownTools(): object[] {
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
