/** What a client is told of the tools: the servers' as they say, ours beside them, and no name twice. */
import { gateInstructions } from "../server/mcp-server.ts";
import { isOwnTool, ownTools } from "./own-tools.ts";

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
  const said = servers.filter((one): one is string => typeof one === "string" && one !== "");
  return [...said, gateInstructions].join("\n\n");
}
