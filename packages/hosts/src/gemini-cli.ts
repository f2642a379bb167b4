import { posix } from "node:path";
import { type Dialect, decoderOf, type EventTable, kindOf } from "./decode-event.ts";
import type { Can, Decision, Host, HostEvent, Reply, Told } from "./host.ts";
import { groupClaims, groupMarks, type HookGroup } from "./install/hook-groups.ts";
import { type InstallFile, type InstallMode, startHere } from "./install/install.ts";
import { serverClaim, serverMark, started } from "./install/mcp-json.ts";
import { field, isPayload } from "./read-payload.ts";
import { blocked, reasonText, said } from "./reply.ts";
import { trustedFoldersSilences } from "./silence/folder-trust.ts";
import { isFalse, namesUs, type SwitchFile } from "./silence/silence.ts";
import { errorText, snakeDialect } from "./snake-dialect.ts";
import { tellSnake } from "./snake-replies.ts";
import { gateServer, mcpTool } from "./tools/gate-tools.ts";
import {
  edits,
  looks,
  noEffect,
  reads,
  readTool,
  runs,
  startsAgent,
  type ToolReading,
  type ToolTable,
  unknownEffect,
  unknownTool,
  writes,
} from "./tools/tool-table.ts";

const can: Can = {
  ask: false, // a run without a person was seen to wait for ever
  rewrite: true,
  inject: ["session_start", "prompt", "after_tool"],
  stopPrompt: true,
  holdStop: true,
  callIds: false,
  marksSubagents: false,
  waitsMs: 600_000,
  textLimit: 9_500,
};

const events: EventTable = {
  BeforeTool: "before_tool",
  AfterTool: "after_tool",
  BeforeAgent: "prompt",
  AfterAgent: "stop",
  SessionStart: "session_start",
  SessionEnd: "session_end",
  PreCompress: "ignored",
  Notification: "ignored",
  BeforeModel: "ignored",
  AfterModel: "ignored",
  BeforeToolSelection: "ignored",
};

const tools: ToolTable = {
  read_file: reads("file_path"),
  read_many_files: looks("search_files", "path"),
  list_directory: looks("list_files", "dir_path"),
  glob: looks("list_files", "dir_path"),
  grep_search: looks("search_files", "dir_path"),
  search_file_content: looks("search_files", "dir_path"),
  write_file: writes("file_path", "content"),
  replace: edits({ path: "file_path", from: "old_string", to: "new_string", all: "allow_multiple" }),
  run_shell_command: runs("command", "dir_path"),
  // A skill may run programs, memories are settings, resources are what a server makes of them.
  activate_skill: unknownEffect,
  save_memory: unknownEffect,
  read_mcp_resource: unknownEffect,
  invoke_agent: startsAgent("agent_name", "prompt", "wait_for_previous"),
  complete_task: noEffect,
  write_todos: noEffect,
  update_topic: noEffect,
  ask_user: noEffect,
  enter_plan_mode: noEffect,
  exit_plan_mode: noEffect,
  get_internal_docs: noEffect,
  google_web_search: noEffect,
  web_fetch: noEffect,
  list_mcp_resources: noEffect,
};

const snake = snakeDialect("gemini-cli", events, tools);
const dialect: Dialect = {
  ...snake,
  call: (fields) => ({ id: null, name: fields.name("tool_name"), input: fields.map("tool_input") }),
  /** Which server a tool belongs to is told beside the name; the name alone does not say where one part ends. */
  reading(name, input, fields) {
    if (!fields.has("mcp_context")) {
      if (name.startsWith("mcp_")) return unknownTool("gemini-cli", name, input);
      return placed(readTool("gemini-cli", tools, name, input), fields.folder("cwd"));
    }
    const context = fields.inside("mcp_context");
    return mcpTool("gemini-cli", context.name("server_name"), context.name("tool_name"), name, input);
  },
  /** It looks for a file of that name elsewhere where a relative path leads nowhere; an absolute one it takes as it is. */
  pinned(call, fields) {
    const key = changed[call.tool];
    const spelled = key === undefined ? undefined : field(fields.map("tool_input"), "file_path");
    const path = key === undefined ? undefined : call.payload[key];
    return typeof path === "string" && spelled !== path ? { file_path: path } : null;
  },
  outcome(fields) {
    const response = fields.value("tool_response");
    const error = isPayload(response) ? field(response, "error") : undefined;
    return error === undefined || error === null
      ? { kind: "succeeded" }
      : { kind: "failed", error: errorText(isPayload(error) ? (field(error, "message") ?? error) : error) };
  },
  prompt: (fields) => withoutContext(fields.text("prompt")),
};

/** Our tools that change one file, and where they name it. */
const changed: Readonly<Record<string, string>> = { write_to_file: "path", edit: "file_path" };

function placed(reading: ToolReading, cwd: string): ToolReading {
  const key = changed[reading.tool];
  const path = key === undefined ? undefined : reading.payload[key];
  if (key === undefined || typeof path !== "string" || !cwd.startsWith("/")) return reading;
  return { ...reading, payload: { ...reading.payload, [key]: posix.resolve(cwd, path) } };
}

/** What hooks told the model stands before the person's words. */
function withoutContext(prompt: string): string {
  const [open, close] = ["<hook_context>", "</hook_context>"];
  let rest = prompt;
  while (rest.startsWith(open) && rest.includes(close))
    rest = rest.slice(rest.indexOf(close) + close.length).trimStart();
  return rest;
}

function encode(decision: Decision, event: HostEvent): Reply {
  if (decision.kind === "allow") {
    const pinned = event.kind === "before_tool" && decision.changes ? event.pinned : null;
    return pinned === null
      ? tell({ model: decision.context, person: null }, event)
      : said({ hookSpecificOutput: { hookEventName: event.event, tool_input: pinned } });
  }
  const reason = reasonText(decision.kind === "ask" ? decision.otherwise : decision.reason, can.textLimit);
  switch (event.kind) {
    case "before_tool":
    case "prompt":
    case "stop":
      return blocked({ decision: "deny", reason }, reason);
    // The call is done: its result stays, and the model reads what is wrong with it.
    case "after_tool":
      return tell({ model: reason, person: reason }, event);
    default:
      return tell({ model: null, person: reason }, event);
  }
}

function tell(told: Told, event: HostEvent): Reply {
  return tellSnake(told, event, can);
}

const handler = { name: gateServer, timeout: can.waitsMs };
const groups: readonly HookGroup[] = [
  { event: "BeforeTool", matcher: ".*", handler },
  { event: "AfterTool", matcher: ".*", handler },
  { event: "BeforeAgent", matcher: null, handler },
  { event: "AfterAgent", matcher: null, handler },
  { event: "SessionStart", matcher: null, handler },
  { event: "SessionEnd", matcher: null, handler },
];

function settingsFile(mode: InstallMode): InstallFile {
  return {
    path: ".gemini/settings.json",
    keepOut: mode === "personal",
    content: {
      kind: "json",
      skeleton: null,
      claims: (settings) => [
        ...groupClaims("gemini-cli", groups, settings),
        serverClaim({ ...started(settings), trust: true }),
      ],
      marks: [...groupMarks("gemini-cli", groups), serverMark],
      off: [{ at: ["hooksConfig", "enabled"], when: (value) => value === false, why: "it switches all hooks off" }],
    },
  };
}

const settingsFiles = [
  { at: "root" as const, path: ".gemini/settings.json" },
  { at: "own" as const, path: "settings.json" },
  { at: "system" as const, path: "/etc/gemini-cli/settings.json" },
  { at: "system" as const, path: "/Library/Application Support/GeminiCli/settings.json" },
];
const switches: readonly SwitchFile[] = settingsFiles.flatMap((file): SwitchFile[] => [
  { ...file, key: ["hooksConfig", "enabled"], when: isFalse, why: "it switches all hooks off" },
  { ...file, key: ["hooksConfig", "disabled"], when: namesUs, why: "it switches our hooks off" },
]);

export const geminiCli: Host = {
  name: "gemini-cli",
  title: "Gemini CLI",
  can,
  tools,
  decode: decoderOf(dialect),
  encode,
  tell,
  refuse(reason, event) {
    const text = reasonText(reason, can.textLimit);
    const kind = event === null ? null : kindOf(events, event);
    const isGate = kind === null || kind === "before_tool" || kind === "prompt";
    return isGate ? blocked({ decision: "deny", reason: text }, text) : said({ systemMessage: text });
  },
  install: {
    files: (mode) => [settingsFile(mode)],
    trustSteps: () => [
      "Start `gemini` once in the repository and choose to trust the folder; until then its settings, with the hooks and the MCP server, are left out. `--skip-trust` does not load them.",
      startHere("gemini"),
    ],
    alsoReadBy: [],
    programs: ["gemini"],
    ownFolder: { path: ".gemini", variable: null },
    switches,
    silences: (around) =>
      trustedFoldersSilences({ host: "gemini-cli", title: "Gemini CLI", isOnByDefault: true }, around),
    loads: [
      { path: ".gemini/.env", kind: "variables" },
      { path: ".env", kind: "variables" },
    ],
    traces: [".gemini", "GEMINI.md"],
  },
};
