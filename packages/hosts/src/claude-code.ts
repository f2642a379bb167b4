import { copilotCli, decodeThroughClaude, isCopilot } from "./copilot-cli.ts";
import { type Dialect, decodeEvent, type EventTable, kindOf } from "./decode-event.ts";
import type { Can, Host } from "./host.ts";
import { groupClaims, groupMarks, type HookGroup } from "./install/hook-groups.ts";
import type { InstallFile, InstallMode } from "./install/install.ts";
import { mcpJson } from "./install/mcp-json.ts";
import { field, isPayload, readPayload } from "./read-payload.ts";
import { allHooksOff, isTrue, type SwitchFile } from "./silence/silence.ts";
import { modalDialect, snakeEvents } from "./snake-dialect.ts";
import { encodeSnake, refuseSnake, tellSnake } from "./snake-replies.ts";
import { gateServer } from "./tools/gate-tools.ts";
import {
  changesPart,
  edits,
  looks,
  noEffect,
  reads,
  runs,
  startsAgent,
  type ToolReader,
  type ToolTable,
  unknownEffect,
  unknownTool,
  writes,
} from "./tools/tool-table.ts";

const can: Can = {
  ask: true,
  rewrite: true,
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
  Bash: runs("command"),
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
  Skill: unknownEffect,
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

const modal = modalDialect("claude-code", events, tools, ["default", "acceptEdits", "plan"]);
const dialect: Dialect = {
  ...modal,
  reading(name, input, fields) {
    const server = fields.mapOr("mcp_server");
    const isAnothers =
      server !== null && field(server, "name") !== gateServer && name.startsWith(`mcp__${gateServer}__`);
    return isAnothers ? unknownTool("claude-code", name, input) : modal.reading(name, input, fields);
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

function settingsFile(mode: InstallMode): InstallFile {
  return {
    path: mode === "personal" ? ".claude/settings.local.json" : ".claude/settings.json",
    keepOut: mode === "personal",
    content: {
      kind: "json",
      skeleton: null,
      claims: (settings) => [
        ...groupClaims("claude-code", groups, settings),
        { at: ["permissions", "allow"], element: allowed },
        { at: ["enabledMcpjsonServers"], element: gateServer },
      ],
      marks: [
        ...groupMarks("claude-code", groups),
        { at: ["permissions", "allow"], isOurs: (element) => element === allowed },
        { at: ["enabledMcpjsonServers"], isOurs: (element) => element === gateServer },
      ],
      off: [{ at: allHooksOff.key, ...allHooksOff }],
    },
  };
}

const managed = ["/etc/claude-code", "/Library/Application Support/ClaudeCode"].map(
  (folder) => `${folder}/managed-settings.json`,
);
const switches: readonly SwitchFile[] = [
  { at: "root", path: ".claude/settings.json", ...allHooksOff },
  { at: "root", path: ".claude/settings.local.json", ...allHooksOff },
  { at: "own", path: "settings.json", ...allHooksOff },
  ...managed.flatMap((path): SwitchFile[] => [
    { at: "system", path, ...allHooksOff },
    { at: "system", path, key: ["allowManagedHooksOnly"], when: isTrue, why: "only an administrator's hooks run" },
  ]),
];

export const claudeCode: Host = {
  name: "claude-code",
  title: "Claude Code",
  can,
  tools,
  decode(given, event) {
    const payload = readPayload(given);
    if (!payload.ok) return payload;
    return isCopilot(payload.value)
      ? decodeThroughClaude(payload.value, event)
      : decodeEvent(dialect, payload.value, event);
  },
  encode: (decision, event) =>
    event.host === "copilot-cli"
      ? copilotCli.encode(decision, event)
      : encodeSnake(decision, event, { can, bareAllow: true }),
  tell: (told, event) => (event.host === "copilot-cli" ? copilotCli.tell(told, event) : tellSnake(told, event, can)),
  refuse: (reason, event) => refuseSnake(reason, event === null ? null : kindOf(events, event), can),
  install: {
    files: (mode) => [settingsFile(mode), mcpJson(mode)],
    trustSteps: () => [
      "Start `claude` once in the repository and accept the question whether its files are trusted.",
      "If it asks whether to use the MCP server `intentgate`, say yes.",
    ],
    alsoReadBy: ["copilot-cli"],
    programs: ["claude"],
    ownFolder: { path: ".claude", variable: "CLAUDE_CONFIG_DIR" },
    switches,
    silences: () => [],
    loads: [
      { path: ".claude/settings.json", kind: "settings" },
      { path: ".claude/settings.local.json", kind: "settings" },
    ],
    traces: [".claude", "CLAUDE.md"],
  },
};
