/** What an agent says about one of its tool calls, in the words of our own tools. Where its words disagree, nothing is known. */
import { resolve } from "node:path";
import type { DescribeCall } from "@intentgate/gate";
import { type AcpReading, hosts } from "@intentgate/hosts";
import { createEffectsOf, type DescribedCall } from "@intentgate/policy";
import { toolList } from "../tools/tool-list.ts";
import { type AgentToolCall, type Diff, diffsOf, inputOf, isMap, pathsOf, textsOf } from "./tool-call-parts.ts";

export { type AgentToolCall, diffsOf, isMap } from "./tool-call-parts.ts";

export type Reading =
  /** One of the gate's own tools, which our server decides on when it is called. */
  | { kind: "own" }
  /** Changes nothing outside of the conversation: nothing to judge in it, and nothing to record. */
  | { kind: "nothing" }
  /** Changes nothing either, but its question is for a person: to leave the planning mode, to reach the network. */
  | { kind: "theirs" }
  | ToolReading;

export interface ToolReading {
  kind: "tool";
  tool: string;
  payload: Record<string, unknown>;
  describe: DescribeCall | null;
  /** It looks at files or folders, and no more. */
  isLook: boolean;
  /** Exactly what it writes and runs, as far as that is said. */
  writes: readonly Write[];
  command: string | null;
}

export interface Write {
  path: string;
  change: { whole: string } | { from: string; to: string; all: boolean };
}

export interface Agent {
  /** As it names itself in `initialize`. */
  name: string;
}

/** The folder is the session's. */
export function readToolCall(call: AgentToolCall, agent: Agent, cwd: string): Reading {
  const [input, diffs] = [inputOf(call), diffsOf(call.content)];
  if (input === undefined || diffs === null) return unclear(call);
  const known = ofKnownAgent(call, agent, cwd, diffs);
  if (known?.kind === "unclear") return unclear(call);
  if (known?.kind === "named") return toolReading(known.tool, known.payload);
  if (known) return known;
  if (call.kind === "edit") return edits(call, input, diffs, cwd);
  if (diffs.length > 0) return unclear(call);
  if (call.kind === "delete") return deletes(call, input, cwd);
  if (call.kind === "execute" || (input && "command" in input && isQuiet(call.kind))) return runs(call, input, cwd);
  if (!isQuiet(call.kind)) return unknown(call, input);
  if (!onlyLooks(input)) return unclear(call);
  if (call.kind === "fetch" || call.kind === "switch_mode") return { kind: "theirs" };
  return looks(call);
}

/** Agents whose tools are known say what they name in their calls, and where. Null: to be read like the call of any agent. */
function ofKnownAgent(call: AgentToolCall, agent: Agent, cwd: string, diffs: readonly Diff[]): AcpReading | null {
  const known = hosts.find(({ acp }) => acp?.isNamed(agent.name))?.acp;
  if (!known) return null;
  const { toolCallId: id, name, title, kind, rawInput: input } = call;
  const toolCall = {
    ...{ id, name, title, kind, input },
    texts: textsOf(call.content),
    changed: diffs.map(({ path }) => path),
    places: pathsOf(call.locations),
    isOffered: (tool: string) => toolList.some((one) => one.name === tool),
  };
  return known.read(toolCall, cwd);
}

function isQuiet(kind: unknown): boolean {
  return ["read", "search", "think", "fetch", "switch_mode"].includes(String(kind));
}

function toolReading(tool: string, payload: Record<string, unknown>): ToolReading {
  const isLook = ["read_file", "list_files", "search_files", "stat"].includes(tool);
  const command = tool === "execute_command" && typeof payload.command === "string" ? payload.command : null;
  return { kind: "tool", tool, payload, describe: null, isLook, writes: writesOf(tool, payload), command };
}

function writesOf(tool: string, payload: Record<string, unknown>): Write[] {
  const { path = payload.file_path, content, old_string: from, new_string: to, replace_all } = payload;
  if (typeof path !== "string") return [];
  if (tool === "write_to_file" && typeof content === "string") return [{ path, change: { whole: content } }];
  const isEdit = tool === "edit" && typeof from === "string" && typeof to === "string";
  return isEdit ? [{ path, change: { from, to, all: replace_all === true } }] : [];
}

function edits(call: AgentToolCall, input: Record<string, unknown> | null, diffs: readonly Diff[], cwd: string) {
  const named = diffs.map(({ path }) => path);
  const isElsewhere = pathsOf(call.locations).some((path) => !isAmong(named, path, cwd));
  if (diffs.length === 0) return unknown(call, input);
  return isElsewhere || !agreesWith(diffs, input, cwd) ? unclear(call) : editsOf(diffs);
}

export function editsOf(diffs: readonly Diff[]): ToolReading {
  const calls = diffs.map(({ path, oldText, newText }) => nativeEdit(path, oldText, newText));
  const [only, ...more] = calls;
  if (only && more.length === 0) return only;
  const payload = { files: diffs.map(({ path, newText }) => ({ path, content: newText })) };
  const writes = calls.flatMap((one) => one.writes);
  return { ...toolReading("acp.edit", payload), writes, describe: (parts) => together(calls, parts) };
}

function nativeEdit(path: string, oldText: string | null, newText: string): ToolReading {
  if (oldText === null || oldText === "") return toolReading("write_to_file", { path, content: newText });
  return toolReading("edit", { path, old_string: oldText, new_string: newText });
}

/** All that any of them touches, and the worst of what they are. */
function together(calls: readonly ToolReading[], parts: Parameters<DescribeCall>[0]): DescribedCall | null {
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

/** Of an agent nobody knows a title is a title. */
function runs(call: AgentToolCall, input: Record<string, unknown> | null, cwd: string): Reading {
  if (typeof input?.command !== "string") return unknown(call, input);
  return onlyRuns(input, cwd) ? toolReading("execute_command", { command: input.command }) : unclear(call);
}

function deletes(call: AgentToolCall, input: Record<string, unknown> | null, cwd: string): Reading {
  const [only, ...more] = pathsOf(call.locations);
  if (only === undefined || more.length > 0) return unknown(call, input);
  return onlyNames(input, only, cwd) ? toolReading("delete_file", { path: only }) : unclear(call);
}

/** What it shows of the files is not said: enough to look, not to have seen. */
function looks(call: AgentToolCall): Reading {
  const paths = pathsOf(call.locations);
  if (paths.length === 0 || call.kind === "think") return { kind: "nothing" };
  return toolReading("stat", { files: paths.map((path) => ({ path })) });
}

function unknown(call: AgentToolCall, input: Record<string, unknown> | null): Reading {
  const name = typeof call.name === "string" ? call.name : typeof call.kind === "string" ? call.kind : "tool";
  const { title, content, locations } = call;
  return toolReading(`acp.${name}`, input ?? { title, content, locations });
}

/** Says two things at once; a name that nobody can declare. */
function unclear({ name, kind, title, rawInput, content, locations }: AgentToolCall): Reading {
  return toolReading("acp.(unclear)", { name, kind, title, rawInput, content, locations });
}

type Input = Record<string, unknown>;

const words = (text: string) => new Set(text.split(" "));
const paths = words("path file_path filePath file filename absolute_path abs_path target_file notebook_path");
const folders = words("cwd workdir working_directory workingDirectory directory dir dir_path folder");
const newTexts = words("content new_string newString newText new_text");
const oldTexts = words("old_string oldString oldText old_text");
const looking = words(
  "paths files uri url urls pattern patterns query queries glob include exclude regex limit offset line lines start_line end_line startLine endLine head_limit depth recursive case_sensitive ignore_case",
);
const explaining = words("description explanation instruction reason thought plan title call_id turn_id");
const limits = words("timeout timeout_ms timeoutMs");

// Whether the fields of an agent's input say the same as the rest of its call. Agents that nobody knows are taken at their
// word only where every field is one whose meaning is plain.

/** Of a call that only looks, thinks or asks. */
function onlyLooks(input: Input | null): boolean {
  return Object.entries(input ?? {}).every(
    ([key, value]) => [paths, folders, looking, explaining].some((known) => known.has(key)) && isPlain(value),
  );
}

/** Nothing but the command, in the session's folder, in the agent's environment, and waited for. */
function onlyRuns(input: Input, cwd: string): boolean {
  return Object.entries(input).every(([key, value]) => {
    if (value === null || value === undefined || key === "command") return true;
    if (folders.has(key)) return value === cwd;
    return (explaining.has(key) && typeof value === "string") || (limits.has(key) && typeof value === "number");
  });
}

/** Names this one file and nothing else. */
function onlyNames(input: Input | null, path: string, cwd: string): boolean {
  return Object.entries(input ?? {}).every(([key, value]) =>
    paths.has(key) ? isAmong([path], value, cwd) : explaining.has(key) && isPlain(value),
  );
}

/** The input names the files of the diffs, and has no text that they do not show. */
function agreesWith(diffs: readonly Diff[], input: Input | null, cwd: string): boolean {
  const named = diffs.map(({ path }) => path);
  const isShown = (text: unknown) => typeof text === "string" && diffs.some(({ newText }) => newText.includes(text));
  return Object.entries(input ?? {}).every(([key, value]) => {
    if (value === null || value === undefined) return true;
    if (paths.has(key)) return isAmong(named, value, cwd);
    if (key === "content") return diffs.length === 1 && diffs[0]?.newText === value;
    if (newTexts.has(key)) return isShown(value);
    if (oldTexts.has(key)) return typeof value === "string";
    if (key === "replace_all" || key === "replaceAll" || key === "auto_approved") return typeof value === "boolean";
    if (key === "changes") return isMap(value) && Object.keys(value).every((path) => isAmong(named, path, cwd));
    if (key === "edits") return Array.isArray(value) && value.every((edit) => isMap(edit) && isEdit(edit, isShown));
    return explaining.has(key) && isPlain(value);
  });
}

function isAmong(named: readonly string[], path: unknown, cwd: string): boolean {
  return typeof path === "string" && named.some((one) => resolve(cwd, one) === resolve(cwd, path));
}

function isEdit(edit: Input, isShown: (text: unknown) => boolean): boolean {
  return Object.entries(edit).every(([key, value]) => {
    if (newTexts.has(key)) return isShown(value);
    return oldTexts.has(key) ? typeof value === "string" : key === "replace_all" && typeof value === "boolean";
  });
}

function isPlain(value: unknown): boolean {
  const list = Array.isArray(value) ? value : [value];
  return list.every((one) => one === null || ["string", "number", "boolean"].includes(typeof one));
}
