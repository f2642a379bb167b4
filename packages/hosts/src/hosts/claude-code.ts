import { resolve } from "node:path";
import type { Checked } from "@intentgate/documents";
import { calledByHook, isBare, isChange, unclear, withoutEffect } from "../dialect/acp-calls.ts";
import { type Dialect, decodeEvent, kindOf } from "../dialect/decode-event.ts";
import { modalDialect, snakeEvents } from "../dialect/snake-dialect.ts";
import { encodeSnake, refuseSnake, tellSnake } from "../dialect/snake-replies.ts";
import type { AcpCall, AcpReading } from "../host/acp.ts";
import { noSilencing, ownText, rootText, textOf, type WatchedFile } from "../host/around.ts";
import type { EventTable, HostEvent } from "../host/event.ts";
import { type Can, type Host, nowhere } from "../host/host.ts";
import type { Claim, InstallFile, InstallMode, Switch } from "../host/install.ts";
import type { LiveHost } from "../host/live.ts";
import { groupClaims, groupMarks, type HookGroup } from "../install/hook-groups.ts";
import { mcpJson } from "../install/mcp-json.ts";
import { pluginHooks, pluginManifest } from "../install/plugin-files.ts";
import { atUser } from "../install/user-files.ts";
import { field, isPayload, readPayload } from "../payload/read-payload.ts";
import { keysIn, picked, settingIn } from "../settings/read-settings.ts";
import { allHooksOff } from "../silence/silences.ts";
import { gateServer } from "../tools/gate-tools.ts";
import {
  changesPart,
  edits,
  looks,
  maybeBehind,
  noEffect,
  reads,
  runs,
  startsAgent,
  type ToolReader,
  type ToolTable,
  unknownEffect,
  unknownTool,
  writes,
} from "../tools/tool-table.ts";
import { claudePlugins, yesMan } from "./claude-code-plugins.ts";
import { claudeFileRules, claudeRules } from "./claude-code-rules.ts";
import { claudeSettings } from "./claude-code-settings.ts";
import { copilotCli, decodeThrough, isCopilot } from "./copilot-cli.ts";

const name = "claude-code";

const speaking = ["default", "acceptEdits", "auto", "dontAsk"];

const can: Can = {
  ask: true,
  speaksIn: speaking,
  linesIn: [...speaking, "bypassPermissions"],
  rewrite: true,
  keepsFolder: true,
  inject: ["session_start", "prompt", "before_tool", "after_tool", "subagent_start"],
  stopPrompt: true,
  holdStop: true,
  callIds: true,
  marksSubagents: true,
  waitsMs: 600_000,
  textLimit: 9_500, // longer texts are put into a file, and the model gets only their beginning
};

const events: EventTable = {
  ...snakeEvents,
  PostToolBatch: "ignored",
  PermissionRequest: "ignored",
  PermissionDenied: "ignored",
  Notification: "ignored",
  PreCompact: "ignored",
  PostCompact: "ignored",
};

const agent = startsAgent("description", "prompt", "subagent_type", "model", "effort", "run_in_background", "name");

/** No longer offered, still understood. */
const editsOften: ToolReader = (input) => {
  const list: unknown = field(input, "edits");
  const isAnchored = (edit: unknown) => {
    const from = isPayload(edit) ? field(edit, "old_string") : null;
    return typeof from === "string" && from !== "";
  };
  return Array.isArray(list) && list.length > 0 && list.every(isAnchored) ? changesPart("file_path")(input) : null;
};

const tools: ToolTable = {
  Read: reads("file_path"),
  Glob: looks("list_files", "path"),
  LS: looks("list_files", "path"),
  Grep: looks("search_files", "path"),
  LSP: looks("search_files", "filePath"),
  Write: writes("file_path", "content"),
  Edit: edits({ path: "file_path", from: "old_string", to: "new_string", all: "replace_all" }),
  MultiEdit: editsOften,
  NotebookEdit: changesPart("notebook_path"),
  Bash: maybeBehind(runs("command"), ({ run_in_background }) => run_in_background === true),
  Monitor: runs("command"),
  Agent: agent,
  Task: agent,
  // Work that begins later, elsewhere, or out of what a file says.
  CronCreate: unknownEffect,
  CronDelete: unknownEffect,
  ScheduleWakeup: unknownEffect,
  Workflow: unknownEffect,
  EnterWorktree: unknownEffect,
  ExitWorktree: unknownEffect,
  SendMessage: unknownEffect,
  // The host runs what stands in the text as !`command` before the model sees it, and hooks that its head declares:
  // no tool call of ours to judge.
  Skill: unknownEffect,
  SlashCommand: unknownEffect,
  PowerShell: unknownEffect,
  ReadMcpResourceTool: unknownEffect,
  CronList: noEffect,
  ListAgents: noEffect,
  ListMcpResourcesTool: noEffect,
  TaskCreate: noEffect,
  TaskUpdate: noEffect,
  TaskGet: noEffect,
  TaskList: noEffect,
  TaskOutput: noEffect,
  TaskStop: noEffect,
  BashOutput: noEffect,
  KillShell: noEffect,
  TodoWrite: noEffect,
  ReportFindings: noEffect,
  AskUserQuestion: noEffect,
  EnterPlanMode: noEffect,
  ExitPlanMode: noEffect,
  ToolSearch: noEffect,
  WebFetch: noEffect,
  WebSearch: noEffect,
};

const ourTools = `mcp__${gateServer}__`;
const pluginTools = `mcp__plugin_${gateServer}_${gateServer}__`;

const modal = modalDialect(name, events, tools, ["default", "acceptEdits", "plan"]);
const dialect: Dialect = {
  ...modal,
  reading(tool, input, fields) {
    const server = fields.mapOr("mcp_server");
    const named = server === null ? null : field(server, "name");
    // As it calls the server of our own plugin.
    if (tool.startsWith(pluginTools) && (named === null || named === `plugin:${gateServer}:${gateServer}`))
      return modal.reading(`${ourTools}${tool.slice(pluginTools.length)}`, input, fields);
    const isAnothers = server !== null && named !== gateServer && tool.startsWith(ourTools);
    return isAnothers ? unknownTool(name, tool, input) : modal.reading(tool, input, fields);
  },
};

const wait = { timeout: can.waitsMs / 1_000 };
/** Without it the host runs the call when the hook cannot be started, breaks or takes too long. */
const closed = { ...wait, onFailure: "block" };
const groups: readonly HookGroup[] = [
  { event: "PreToolUse", matcher: "*", handler: closed },
  { event: "PostToolUse", matcher: "*", handler: wait },
  { event: "PostToolUseFailure", matcher: "*", handler: wait },
  { event: "UserPromptSubmit", matcher: null, handler: closed },
  { event: "SessionStart", matcher: null, handler: wait },
  { event: "SessionEnd", matcher: null, handler: wait },
  { event: "Stop", matcher: null, handler: wait },
  { event: "SubagentStart", matcher: null, handler: wait },
  { event: "SubagentStop", matcher: null, handler: wait },
];

/** Spares the person a question about every handshake; the gate's own tools change nothing by themselves. */
const allowed = `mcp__${gateServer}`;

function settingsFile(mode: InstallMode | "user"): InstallFile {
  // A server that a repository names is taken for ours only where we wrote its name.
  const named: Claim[] = mode === "user" ? [] : [{ at: ["enabledMcpjsonServers"], element: gateServer }];
  return {
    path: mode === "personal" ? ".claude/settings.local.json" : ".claude/settings.json",
    keepOut: mode === "personal",
    content: {
      kind: "json",
      skeleton: null,
      claims: (settings) => [
        ...groupClaims(name, groups, settings),
        { at: ["permissions", "allow"], element: allowed },
        ...named,
      ],
      marks: [
        ...groupMarks(name, groups),
        { at: ["permissions", "allow"], isOurs: (element) => element === allowed },
        { at: ["enabledMcpjsonServers"], isOurs: (element) => element === gateServer },
      ],
      off: [allHooksOff],
    },
  };
}

/** Settings at every level may switch hooks off, and set variables for them. */
const watched = (at: WatchedFile["at"], path: string, ...more: readonly Switch[]): WatchedFile => ({
  ...{ at, path, kind: "json", env: ["env"] },
  switches: [allHooksOff, ...more],
});
const userFiles = () => [settingsFile("user"), mcpJson("personal")];

const managedOnly = (...at: string[]): Switch => ({
  at,
  when: (value) => value !== false && value !== null,
  why: "only an administrator's hooks run",
});
const managed = ["/etc/claude-code", "/Library/Application Support/ClaudeCode"].flatMap((folder) =>
  [`${folder}/managed-settings.json`, `${folder}/managed-settings.d/*.json`].map((path) =>
    watched("top", path, managedOnly("allowManagedHooksOnly"), managedOnly("strictPluginOnlyCustomization")),
  ),
);

/** Of the model, of times and sizes, and of what is reported: all that its settings may set without a word. */
const harmless =
  /^(?:ANTHROPIC_(?:API_KEY|AUTH_TOKEN|BASE_URL|CUSTOM_HEADERS|MODEL|SMALL_FAST_MODEL|DEFAULT_(?:OPUS|SONNET|HAIKU)_MODEL)|AWS_(?:REGION|PROFILE)|CLOUD_ML_REGION|BASH_(?:DEFAULT_TIMEOUT_MS|MAX_TIMEOUT_MS|MAX_OUTPUT_LENGTH)|CLAUDE_CODE_(?:ENABLE_TELEMETRY|MAX_OUTPUT_TOKENS|SUBAGENT_MODEL|USE_(?:BEDROCK|VERTEX|FOUNDRY)|DISABLE_NONESSENTIAL_TRAFFIC)|DISABLE_(?:AUTOUPDATER|TELEMETRY|ERROR_REPORTING|COST_WARNINGS)|MAX_(?:THINKING|MCP_OUTPUT)_TOKENS|MCP_(?:TOOL_)?TIMEOUT)$/;

function decode(given: string | Uint8Array, event: string | null): Checked<HostEvent> {
  const payload = readPayload(given);
  if (!payload.ok) return payload;
  return isCopilot(payload.value)
    ? decodeThrough(name, payload.value, event)
    : decodeEvent(dialect, payload.value, event);
}

/** Without an effect here, and yet a person's to answer if they are asked about. */
const persons = ["WebFetch", "WebSearch", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode"];

function readAcp(call: AcpCall, cwd: string): AcpReading | null {
  const { name: tool, input, changed } = call;
  if (typeof tool !== "string") return null;
  if (tool.startsWith(ourTools) && call.isOffered(tool.slice(ourTools.length)))
    return isBare(call) ? { kind: "own" } : unclear;
  if (!isPayload(input)) return changed.length > 0 ? unclear : null;
  const read = calledByHook({ decode }, "PreToolUse", { tool, input, cwd });
  if (read === "ignored") return changed.length > 0 || isChange(call) ? unclear : withoutEffect(tool, persons);
  const named = read ?? { tool: `acp.${tool}`, payload: input };
  const path = named.payload.path ?? named.payload.file_path;
  const isSame = changed.every((one) => typeof path === "string" && resolve(cwd, one) === resolve(cwd, path));
  const isWrite = ["write_to_file", "edit", "apply_diff"].includes(named.tool);
  if (changed.length > 0 && !(isWrite && isSame)) return unclear;
  return { kind: "named", tool: named.tool, payload: named.payload };
}

/** Variables that name a server, a way to it, or a key for it. */
const steering = /URL|PROXY|BEDROCK|VERTEX|FOUNDRY|GATEWAY|KEY|TOKEN|HEADERS|OTEL/i;

const live: LiveHost = {
  places: ["~/.local/bin/claude", "~/.claude/local/claude", "~/.npm-global/bin/claude", "~/.bun/bin/claude"],
  asks: (canary) => ({ name: "Write", input: { file_path: canary, content: "canary\n" } }),
  runs: (command) => ({ name: "Bash", input: { command, description: "canary" } }),
  takesRules: "in files",
  leadsElsewhere(around) {
    const texts = [
      ...claudeSettings.map((path) => rootText(around, path)),
      textOf(around, "/etc/claude-code/managed-settings.json"),
    ];
    if (texts.some((text) => settingIn(text, "apiKeyHelper") !== undefined)) return "its settings name an apiKeyHelper";
    const variable = texts.flatMap((text) => keysIn(text, "env")).find((name) => steering.test(name));
    return variable === undefined ? null : `its settings set ${variable}`;
  },
  leadingVariables: null,
  start: ({ url, prompt, folder, denied, ...around }) => ({
    // Asks nobody about edits in the folder and about commands: a call that no hook stops must show.
    args: [
      ...["-p", prompt, "--permission-mode", "acceptEdits", "--strict-mcp-config", "--max-turns", "8"],
      ...["--allowedTools", "Bash"],
      ...["--plugin-dir", `${folder}/yes-man`],
    ],
    env: {
      CLAUDE_CONFIG_DIR: `${folder}/config`,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "intentgate-canary",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      ENABLE_TOOL_SEARCH: "false",
    },
    files: {
      ...yesMan,
      "config/settings.json": picked(
        ownText(around, "settings.json"),
        ["disableAllHooks", "allowManagedHooksOnly"],
        denied === null ? {} : { permissions: { deny: [`Bash(${denied.join(" ")}:*)`] } },
      ),
      "config/.claude.json": `${JSON.stringify({ hasCompletedOnboarding: true })}\n`,
    },
  }),
  own: "config",
  differs: ["of your own settings only the switches for hooks were taken; plugins and MCP servers were left out"],
};

export const claudeCode: Host = {
  name,
  title: "Claude Code",
  can,
  events,
  tools,
  ownTool: (tool) => `${ourTools}${tool}`,
  decode,
  encode: (decision, event) =>
    event.host === copilotCli.name
      ? copilotCli.encode(decision, event)
      : encodeSnake(decision, event, { can, bareAllow: true }),
  tell: (told, event) => (event.host === copilotCli.name ? copilotCli.tell(told, event) : tellSnake(told, event, can)),
  refuse: (reason, event) => refuseSnake(reason, event === null ? null : kindOf(events, event), can),
  install: {
    events: groups.map(({ event }) => event),
    files: (mode) => [settingsFile(mode), mcpJson(mode)],
    plugin: () => [
      pluginManifest(".claude-plugin/plugin.json"),
      pluginHooks((settings) => groupClaims(name, groups, settings)),
      mcpJson("team"),
    ],
    user: (own) =>
      atUser(userFiles(), `${own}/settings.json`, own === ".claude" ? ".claude.json" : `${own}/.claude.json`),
    trustSteps: () => [
      "Start `claude` once in the repository and accept the question whether its files are trusted.",
      "If it asks whether to use the MCP server `intentgate`, say yes.",
    ],
    alsoReadBy: [copilotCli.name],
    programs: ["claude"],
    ownFolder: { path: ".claude", variable: "CLAUDE_CONFIG_DIR" },
    traces: [".claude", "CLAUDE.md"],
  },
  silencing: {
    ...noSilencing,
    distrust: claudePlugins,
    leavesOut: /^CLAUDE_CODE_(?:SIMPLE|SAFE_MODE)$/,
    watched: [...claudeSettings.map((path) => watched("above", path)), watched("own", "settings.json"), ...managed],
    harmless,
  },
  rules: claudeRules,
  fileRules: claudeFileRules,
  reach: { hooksSince: "1.0.38", below: "2.1.211", worktree: "2.1.211" },
  control: {
    ...nowhere,
    inRoot: [".claude"],
    inHome: [".claude", ".claude.json"],
    atTop: ["etc/claude-code", "library/application support/claudecode"],
    notesInHome: [".claude/plans", ".claude/projects/*/memory"],
    // The first changes with every turn, and plugins are brought up to date in the background.
    rewrittenInHome: [".claude.json", ".claude/plugins"],
  },
  acp: {
    isNamed: (agent) => agent.includes("claude-agent-acp") || agent.includes("claude-code-acp"),
    read: readAcp,
  },
  live,
};
