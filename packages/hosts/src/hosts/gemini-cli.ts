import { posix } from "node:path";
import { calledByHook, isBare, isChange, unclear, withoutEffect } from "../dialect/acp-calls.ts";
import { type Dialect, decoderOf, kindOf } from "../dialect/decode-event.ts";
import { blocked, reasonText, said } from "../dialect/reply.ts";
import { errorText, snakeDialect } from "../dialect/snake-dialect.ts";
import { tellSnake } from "../dialect/snake-replies.ts";
import type { AcpCall, AcpReading } from "../host/acp.ts";
import { ownText, rootText, textOf, type WatchedFile } from "../host/around.ts";
import type { Decision, EventTable, HostEvent, Reply, Told } from "../host/event.ts";
import { type Can, type Host, nowhere } from "../host/host.ts";
import type { InstallFile, InstallMode, Switch } from "../host/install.ts";
import type { LiveHost } from "../host/live.ts";
import { startHere } from "../install/hook-command.ts";
import { groupClaims, groupMarks, type HookGroup } from "../install/hook-groups.ts";
import { serverClaim, serverMark, started } from "../install/mcp-json.ts";
import { pluginHooks, pluginManifest } from "../install/plugin-files.ts";
import { atUser } from "../install/user-files.ts";
import { field, isPayload } from "../payload/read-payload.ts";
import { picked, settingIn } from "../settings/read-settings.ts";
import { trustedFoldersSilences } from "../silence/folder-trust.ts";
import { isFalse, namesUs } from "../silence/silences.ts";
import { settingsFiles, variableFiles } from "../silence/watched-files.ts";
import { gateServer, mcpTool } from "../tools/gate-tools.ts";
import {
  edits,
  looks,
  maybeBehind,
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
} from "../tools/tool-table.ts";
import { SPOKEN, spokenPolicy } from "./gemini-cli-policy.ts";
import { geminiRules } from "./gemini-cli-rules.ts";

const name = "gemini-cli";
const title = "Gemini CLI";

const can: Can = {
  ask: false,
  speaksIn: [], // a run without a person was seen to wait for ever
  linesIn: [],
  rewrite: true,
  keepsFolder: false,
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
  run_shell_command: maybeBehind(runs("command", "dir_path"), ({ is_background }) => is_background === true),
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

const snake = snakeDialect(name, events, tools);
const dialect: Dialect = {
  ...snake,
  call: (fields) => ({ id: null, name: fields.name("tool_name"), input: fields.map("tool_input") }),
  /** Which server a tool belongs to is told beside the name; the name alone does not say where one part ends. */
  reading(tool, input, fields) {
    if (!fields.has("mcp_context")) {
      if (tool.startsWith("mcp_")) return unknownTool(name, tool, input);
      return placed(readTool(name, tools, tool, input), fields.folder("cwd"));
    }
    const context = fields.inside("mcp_context");
    return mcpTool(name, context.name("server_name"), context.name("tool_name"), tool, input);
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
    if (event.kind === "before_tool" && decision.line !== null) {
      const spoken = decision.by === "gate" ? {} : { description: SPOKEN };
      const tool_input = { command: decision.line, ...spoken };
      return said({ hookSpecificOutput: { hookEventName: event.event, tool_input } });
    }
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

/** The last three are what earlier versions called them. */
const switches: readonly Switch[] = [
  { at: ["hooksConfig", "enabled"], when: isFalse, why: "it switches all hooks off" },
  { at: ["hooksConfig", "disabled"], when: namesUs, why: "it switches our hooks off" },
  { at: ["hooks", "enabled"], when: isFalse, why: "it switches all hooks off" },
  { at: ["hooks", "disabled"], when: namesUs, why: "it switches our hooks off" },
  { at: ["tools", "enableHooks"], when: isFalse, why: "it switches all hooks off" },
];
const watched: readonly WatchedFile[] = [
  ...settingsFiles({ folder: ".gemini", system: "gemini-cli", library: "GeminiCli", switches, env: null }),
  ...variableFiles(".gemini/.env", ".env"),
];

function settingsFile(mode: InstallMode): InstallFile {
  return {
    path: ".gemini/settings.json",
    keepOut: mode === "personal",
    content: {
      kind: "json",
      skeleton: null,
      claims: (settings) => [
        ...groupClaims(name, groups, settings),
        serverClaim({ ...started(settings), trust: true }),
      ],
      marks: [...groupMarks(name, groups), serverMark],
      off: switches,
    },
  };
}

const decode = decoderOf(dialect);

/** Without an effect here, and yet a person's to answer if they are asked about. */
const persons = ["web_fetch", "google_web_search", "ask_user", "enter_plan_mode", "exit_plan_mode"];
const shownServer = ` (${gateServer} MCP Server)`;

/** It has no names and no inputs; its ids begin with the tool's name, and the title of a command is the command. */
function readAcp(call: AcpCall, cwd: string): AcpReading | null {
  const { id, title: shown, kind, changed } = call;
  const end = id.indexOf("__");
  const tool = end < 0 ? "" : id.slice(0, end);
  if (typeof shown === "string" && shown.endsWith(shownServer)) {
    const ours = shown.slice(0, -shownServer.length);
    if (tool === `mcp_${gateServer}_${ours}`) return call.isOffered(ours) && isBare(call) ? { kind: "own" } : null;
  }
  const isSaid = call.input !== undefined && call.input !== null;
  if (tool === "" || isSaid) return null;
  if (tool === "run_shell_command") {
    const isHere = call.texts.some((text) => text.startsWith(`[current working directory ${cwd}]`));
    if (changed.length > 0 || kind !== "execute" || typeof shown !== "string" || !isHere) return unclear;
    return { kind: "named", tool: "execute_command", payload: { command: shown } };
  }
  if (changed.length > 0 || isChange(call)) return null;
  const read = calledByHook({ decode }, "BeforeTool", { tool, input: {}, cwd });
  if (read === "ignored") return withoutEffect(tool, persons);
  // By their kinds these would only think or read.
  const isMore = ["save_memory", "activate_skill", "read_mcp_resource"].includes(tool) || tool.startsWith("mcp_");
  return isMore && kind !== "other" ? unclear : null;
}

const live: LiveHost = {
  places: ["~/.local/bin/gemini", "~/.npm-global/bin/gemini", "~/.bun/bin/gemini"],
  asks: (canary) => ({ name: "write_file", input: { file_path: canary, content: "canary\n" } }),
  runs: (command) => ({ name: "run_shell_command", input: { command, description: "canary" } }),
  takesRules: "in files",
  leadsElsewhere(around) {
    const texts = [rootText(around, ".gemini/settings.json"), textOf(around, "/etc/gemini-cli/settings.json")];
    const says = (key: string) => texts.some((text) => settingIn(text, key) !== undefined);
    if (says("telemetry")) return "its settings speak of telemetry";
    return texts.some((text) => hasAuth(settingIn(text, "security"))) ? "its settings name a way to log in" : null;
  },
  leadingVariables: /^(?:GEMINI|GOOGLE|GCLOUD|CLOUD|CODE_ASSIST)_.*$/,
  start: ({ url, prompt, folder, denied, ...around }) => ({
    // It would not start at all in a folder that is not trusted; with this flag it does, without the folder's hooks.
    args: [
      "--skip-trust",
      ...["--approval-mode", "yolo", "-m", "gemini-2.5-pro", "--allowed-mcp-server-names", "none", "-p", prompt],
    ],
    env: {
      HOME: folder,
      // The same to it; our hook, which keeps the person's own HOME, finds its policies by this one.
      GEMINI_CLI_HOME: folder,
      GEMINI_API_KEY: "intentgate-canary",
      GOOGLE_GEMINI_BASE_URL: url,
      GOOGLE_GENAI_USE_VERTEXAI: "false",
      GEMINI_CLI_NO_RELAUNCH: "true",
      // What is set stays as it is, whatever a file of variables says.
      GEMINI_TELEMETRY_ENABLED: "false",
      OTEL_SDK_DISABLED: "true",
    },
    files: {
      ".gemini/settings.json": picked(ownText(around, "settings.json"), ["hooksConfig"], {
        security: { ...trustSetting(ownText(around, "settings.json")), auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
      }),
      ".gemini/trustedFolders.json": ownText(around, "trustedFolders.json") ?? "{}\n",
      ...(denied === null ? {} : { ".gemini/policies/canary.toml": deniedCommand(denied) }),
    },
  }),
  own: ".gemini",
  differs: [
    "of your own settings only the switches for hooks and the trusted folders were taken; extensions and MCP servers were left out",
    "`gemini --acp`, as editors start it, never runs hooks before a call",
  ],
};

function deniedCommand(words: readonly string[]): string {
  const rule = { toolName: "run_shell_command", commandPrefix: words.join(" "), decision: "deny", priority: 900 };
  return `[[rule]]\n${Object.entries(rule)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
    .join("")}`;
}

function hasAuth(security: unknown): boolean {
  return typeof security === "object" && security !== null && "auth" in security;
}

function trustSetting(text: string | null): Record<string, unknown> {
  const security = settingIn(text, "security");
  return typeof security === "object" && security !== null && "folderTrust" in security
    ? { folderTrust: security.folderTrust }
    : {};
}

export const geminiCli: Host = {
  name,
  title,
  can,
  events,
  tools,
  ownTool: (tool) => `mcp_${gateServer}_${tool}`,
  decode,
  encode,
  tell,
  refuse(reason, event) {
    const text = reasonText(reason, can.textLimit);
    const kind = event === null ? null : kindOf(events, event);
    const isGate = kind === null || kind === "before_tool" || kind === "prompt";
    return isGate ? blocked({ decision: "deny", reason: text }, text) : said({ systemMessage: text });
  },
  install: {
    events: groups.map(({ event }) => event),
    files: (mode) => [settingsFile(mode)],
    plugin: () => [
      pluginManifest("gemini-extension.json", {}, (settings) => [serverClaim(started(settings))]),
      pluginHooks((settings) => groupClaims(name, groups, settings)),
    ],
    user: (own) =>
      atUser([settingsFile("personal"), spokenPolicy], `${own}/settings.json`, `${own}/policies/intentgate.toml`),
    trustSteps: (mode) => [
      "Start `gemini` once in the repository and choose to trust the folder; until then its settings, with the hooks and the MCP server, are left out. `--skip-trust` does not load them.",
      ...startHere("gemini", mode),
    ],
    alsoReadBy: [],
    programs: ["gemini"],
    ownFolder: { path: ".gemini", variable: null },
    traces: [".gemini", "GEMINI.md"],
  },
  silencing: {
    watched,
    distrust: (around) => trustedFoldersSilences({ host: name, title, isOnByDefault: true }, around),
    variables: /^GEMINI_(?:CLI_(?:HOME|SYSTEM_.*|TRUST.*|IDE_.*)|SANDBOX.*|RESTRICTED_MODE)$/,
    leavesOut: null,
    harmless: null,
  },
  rules: geminiRules,
  fileRules: null,
  reach: { hooksSince: "0.26.0", below: null, worktree: null },
  control: {
    ...nowhere,
    inRoot: [".gemini"],
    inHome: [".gemini"],
    atTop: ["etc/gemini-cli", "library/application support/geminicli"],
    notesInHome: [".gemini/tmp"],
    settingsBeginWith: ["trusted"],
  },
  acp: { isNamed: (agent) => agent === name, read: readAcp },
  live,
};
