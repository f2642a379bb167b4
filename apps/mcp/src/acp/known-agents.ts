/** Agents whose tools are known: what they name in their calls, and where. */
import { resolve } from "node:path";
import { hostNamed } from "@intentgate/hosts";
import { toolList } from "../tool-list.ts";
import { type AgentToolCall, type Diff, isMap, pathsOf, textsOf } from "./tool-call-parts.ts";

export type KnownReading =
  | { kind: "own" }
  | { kind: "nothing" }
  | { kind: "theirs" }
  | { kind: "unclear" }
  | { kind: "named"; tool: string; payload: Record<string, unknown> };

const unclear: KnownReading = { kind: "unclear" };
/** Without an effect here, and yet a person's to answer if they are asked about. */
const persons = new Set([
  ...["WebFetch", "WebSearch", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode"],
  ...["web_fetch", "google_web_search", "ask_user", "enter_plan_mode", "exit_plan_mode"],
]);
const writing = new Set(["write_to_file", "edit", "apply_diff"]);
const changing = new Set(["edit", "delete", "move", "execute"]);

/** Null: to be read like the call of any agent. */
export function ofKnownAgent(
  call: AgentToolCall,
  agent: { name: string },
  cwd: string,
  diffs: readonly Diff[],
): KnownReading | null {
  const isClaude = agent.name.includes("claude-agent-acp") || agent.name.includes("claude-code-acp");
  if (isClaude && typeof call.name === "string") return ofClaude(call, call.name, cwd, diffs);
  return agent.name === "gemini-cli" ? ofGemini(call, cwd, diffs) : null;
}

function ofClaude(call: AgentToolCall, name: string, cwd: string, diffs: readonly Diff[]): KnownReading | null {
  if (isOwnTool(name, "mcp__intentgate__")) return isBare(call, diffs) ? { kind: "own" } : unclear;
  if (!isMap(call.rawInput)) return diffs.length > 0 ? unclear : null;
  const read = decoded("claude-code", name, call.rawInput, cwd);
  const isChange = changing.has(String(call.kind));
  if (read === "ignored") return diffs.length > 0 || isChange ? unclear : without(name);
  const { tool, payload } = read ?? { tool: `acp.${name}`, payload: call.rawInput };
  const path = payload.path ?? payload.file_path;
  const isSame = diffs.every((one) => typeof path === "string" && resolve(cwd, one.path) === resolve(cwd, path));
  if (diffs.length > 0 && !(writing.has(tool) && isSame)) return unclear;
  return { kind: "named", tool, payload };
}

/** It has no names and no inputs; its ids begin with the tool's name, and the title of a command is the command. */
function ofGemini(call: AgentToolCall, cwd: string, diffs: readonly Diff[]): KnownReading | null {
  const { toolCallId, title, kind } = call;
  const end = toolCallId.indexOf("__");
  const name = end < 0 ? "" : toolCallId.slice(0, end);
  if (
    typeof title === "string" &&
    title.endsWith(SERVER) &&
    name === `mcp_intentgate_${title.slice(0, -SERVER.length)}`
  )
    return isOwnTool(title.slice(0, -SERVER.length), "") && isBare(call, diffs) ? { kind: "own" } : null;
  const isSaid = call.rawInput !== undefined && call.rawInput !== null;
  if (name === "" || isSaid) return null;
  if (name === "run_shell_command") {
    const isHere = textsOf(call.content).some((text) => text.startsWith(`[current working directory ${cwd}]`));
    if (diffs.length > 0 || kind !== "execute" || typeof title !== "string" || !isHere) return unclear;
    return { kind: "named", tool: "execute_command", payload: { command: title } };
  }
  if (diffs.length > 0 || changing.has(String(kind))) return null;
  if (decoded("gemini-cli", name, {}, cwd) === "ignored") return without(name);
  // By their kinds these would only think or read.
  const isMore = ["save_memory", "activate_skill", "read_mcp_resource"].includes(name) || name.startsWith("mcp_");
  return isMore && kind !== "other" ? unclear : null;
}

const SERVER = " (intentgate MCP Server)";

function without(name: string): KnownReading {
  return { kind: persons.has(name) ? "theirs" : "nothing" };
}

function isOwnTool(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && toolList.some((one) => one.name === name.slice(prefix.length));
}

/** It speaks of no file: our tools are called by their names and fields. */
function isBare({ kind, locations }: AgentToolCall, diffs: readonly Diff[]): boolean {
  return kind === "other" && diffs.length === 0 && pathsOf(locations).length === 0;
}

/** Its tools are those that its hook tells of, and are read in the same way. Null: not known. */
function decoded(host: "claude-code" | "gemini-cli", name: string, input: Record<string, unknown>, cwd: string) {
  const event = host === "claude-code" ? "PreToolUse" : "BeforeTool";
  const fields = {
    hook_event_name: event,
    session_id: "acp",
    cwd,
    tool_use_id: "acp",
    timestamp: "",
    transcript_path: "",
  };
  const text = JSON.stringify({ ...fields, tool_name: name, tool_input: input });
  const read = hostNamed(host)?.decode(text, event);
  if (!read?.ok) return null;
  if (read.value.kind === "ignored") return "ignored";
  // What is pinned would have to be put into the input, and there is no way to do that here.
  return read.value.kind === "before_tool" && read.value.pinned === null ? read.value.call : null;
}
