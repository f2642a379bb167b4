/** What an agent says about one of its tool calls, in the words of our own tools. */

import { hostNamed } from "@intentgate/hosts";
import { createEffectsOf, type DescribedCall } from "@intentgate/policy";
import type { DescribeCall } from "@intentgate/workspace";
import { toolList } from "../tool-list.ts";

/** As far as it is known by now: later messages add to what earlier ones said. */
export interface AgentToolCall {
  toolCallId: string;
  name?: unknown;
  title?: unknown;
  kind?: unknown;
  status?: unknown;
  rawInput?: unknown;
  content?: unknown;
  locations?: unknown;
}

export type Reading =
  /** One of the gate's own tools, which our server decides on when it is called. */
  | { kind: "own" }
  /** A question that is a person's, whatever the gate thinks: to leave the planning mode. */
  | { kind: "mode" }
  | { kind: "tool"; tool: string; payload: Record<string, unknown>; describe: DescribeCall | null };

export interface Agent {
  /** As it names itself in `initialize`. */
  name: string;
}

interface Diff {
  path: string;
  oldText: string | null;
  newText: string;
}

/** The folder is the session's. */
export function readToolCall(call: AgentToolCall, agent: Agent, cwd: string): Reading {
  if (isOwn(call, agent)) return { kind: "own" };
  if (call.kind === "switch_mode") return { kind: "mode" };
  const input = isMap(call.rawInput) && Object.keys(call.rawInput).length > 0 ? call.rawInput : null;
  if (typeof call.name === "string" && isMap(call.rawInput)) {
    const known = agent.name.includes("claude-agent-acp") || agent.name.includes("claude-code-acp");
    if (known) return claudeTool(call.name, call.rawInput, cwd);
  }
  const diffs = diffsOf(call.content);
  if (diffs !== null && diffs.length > 0 && call.kind === "edit") return edits(diffs);
  if (call.kind === "execute") return command(call, agent, input, cwd);
  if (call.kind === "delete") return deletes(call);
  if (call.kind === "read" || call.kind === "search") return looks(call);
  if (call.kind === "think") return noEffect;
  return unknown(call, input);
}

/** `mcp__intentgate__x` by name; Gemini has no name and begins the id with it, and ends the title with the server's. */
function isOwn({ name, toolCallId, title }: AgentToolCall, agent: Agent): boolean {
  const isTool = (tool: string) => toolList.some((one) => one.name === tool);
  if (typeof name === "string")
    return name.startsWith("mcp__intentgate__") && isTool(name.slice("mcp__intentgate__".length));
  if (agent.name !== "gemini-cli" || typeof title !== "string") return false;
  const tool = title.endsWith(" (intentgate MCP Server)") ? title.slice(0, -" (intentgate MCP Server)".length) : "";
  return isTool(tool) && toolCallId.startsWith(`mcp_intentgate_${tool}__`);
}

/** Its tools are those that its hook tells of, and are read in the same way. */
function claudeTool(name: string, input: Record<string, unknown>, cwd: string): Reading {
  const event = { hook_event_name: "PreToolUse", session_id: "acp", cwd, tool_use_id: "acp" };
  const text = JSON.stringify({ ...event, tool_name: name, tool_input: input });
  const decoded = hostNamed("claude-code")?.decode(text, "PreToolUse");
  if (decoded?.ok && decoded.value.kind === "ignored") return noEffect;
  // What is pinned would have to be put into the input, and there is no way to do that here.
  if (decoded?.ok && decoded.value.kind === "before_tool" && decoded.value.pinned === null) {
    const { tool, payload } = decoded.value.call;
    return { kind: "tool", tool, payload, describe: null };
  }
  return { kind: "tool", tool: `acp.${name}`, payload: input, describe: null };
}

const noEffect: Reading = { kind: "tool", tool: "no_effect", payload: {}, describe: null };

function edits(diffs: readonly Diff[]): Reading {
  const calls = diffs.map(({ path, oldText, newText }) => nativeEdit(path, oldText, newText));
  const [only, ...more] = calls;
  if (only && more.length === 0) return { kind: "tool", ...only, describe: null };
  const payload = { files: diffs.map(({ path, newText }) => ({ path, content: newText })) };
  return { kind: "tool", tool: "acp.edit", payload, describe: (parts) => together(calls, parts) };
}

function nativeEdit(path: string, oldText: string | null, newText: string) {
  if (oldText === null || oldText === "") return { tool: "write_to_file", payload: { path, content: newText } };
  return { tool: "edit", payload: { path, old_string: oldText, new_string: newText } };
}

/** All that any of them touches, and the worst of what they are. */
function together(
  calls: readonly { tool: string; payload: Record<string, unknown> }[],
  parts: Parameters<DescribeCall>[0],
): DescribedCall | null {
  const effectsOf = createEffectsOf(parts);
  const each = calls.map(({ tool, payload }) => effectsOf(tool, payload, null));
  const [first] = each;
  if (!first) return null;
  const isUnknown = each.some(({ effects }) => effects.risk === "UNKNOWN");
  return {
    ...first,
    normalizedToolName: "acp.edit",
    effects: {
      risk: isUnknown ? "UNKNOWN" : "DESTRUCTIVE",
      mutates: true,
      list: each.flatMap(({ effects }) => effects.list),
      why: each.flatMap(({ effects }) => effects.why),
    },
  };
}

/**
 * The command as it will be run, where the agent says it: as input, or Gemini as title, with the folder beside it.
 * Of an agent nobody knows a title is a title.
 */
function command(call: AgentToolCall, agent: Agent, input: Record<string, unknown> | null, cwd: string): Reading {
  const given = input?.command;
  const folder = input?.cwd ?? input?.workdir ?? null;
  if (typeof given === "string" && (folder === null || folder === cwd)) return shell(given);
  const isHere = textsOf(call.content).some((text) => text.startsWith(`[current working directory ${cwd}]`));
  if (input === null && agent.name === "gemini-cli" && typeof call.title === "string" && isHere)
    return shell(call.title);
  return unknown(call, input);
}

function shell(command: string): Reading {
  return { kind: "tool", tool: "execute_command", payload: { command }, describe: null };
}

function deletes(call: AgentToolCall): Reading {
  const [only, ...more] = pathsOf(call.locations);
  if (only === undefined || more.length > 0) return unknown(call, null);
  return { kind: "tool", tool: "delete_file", payload: { path: only }, describe: null };
}

/** What it shows of the files is not said: enough to look, not to have seen. */
function looks(call: AgentToolCall): Reading {
  const paths = pathsOf(call.locations);
  if (paths.length === 0) return noEffect;
  return { kind: "tool", tool: "stat", payload: { files: paths.map((path) => ({ path })) }, describe: null };
}

function unknown(call: AgentToolCall, input: Record<string, unknown> | null): Reading {
  const name = typeof call.name === "string" ? call.name : typeof call.kind === "string" ? call.kind : "tool";
  const { title, content, locations } = call;
  return { kind: "tool", tool: `acp.${name}`, payload: input ?? { title, content, locations }, describe: null };
}

/** Null where an entry is no diff that can be read. */
export function diffsOf(content: unknown): Diff[] | null {
  const list = (Array.isArray(content) ? content : []).filter((one) => isMap(one) && one.type === "diff");
  const diffs = list.map(({ path, oldText = null, newText }): Diff | null =>
    typeof path === "string" && typeof newText === "string" && (oldText === null || typeof oldText === "string")
      ? { path, oldText, newText }
      : null,
  );
  return diffs.includes(null) ? null : (diffs as Diff[]);
}

function textsOf(content: unknown): string[] {
  return (Array.isArray(content) ? content : []).flatMap((one) => {
    const inner = isMap(one) && isMap(one.content) ? one.content.text : undefined;
    return typeof inner === "string" ? [inner] : [];
  });
}

function pathsOf(locations: unknown): string[] {
  return (Array.isArray(locations) ? locations : []).flatMap((one) =>
    isMap(one) && typeof one.path === "string" ? [one.path] : [],
  );
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
