import { type Dialect, decoderOf, kindOf } from "../dialect/decode-event.ts";
import { modalDialect, snakeEvents } from "../dialect/snake-dialect.ts";
import { encodeSnake, refuseSnake, tellSnake } from "../dialect/snake-replies.ts";
import type { EventTable } from "../host/event.ts";
import { type Can, type Host, nowhere } from "../host/host.ts";
import type { InstallFile, InstallMode } from "../host/install.ts";
import { startHere } from "../install/hook-command.ts";
import { groupClaims, groupMarks, type HookGroup } from "../install/hook-groups.ts";
import { serverClaim, serverMark, started } from "../install/mcp-json.ts";
import { atUser } from "../install/user-files.ts";
import { trustedFoldersSilences } from "../silence/folder-trust.ts";
import { allHooksOff } from "../silence/silences.ts";
import { settingsFiles, variableFiles } from "../silence/watched-files.ts";
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
  type ToolTable,
  unknownEffect,
  writes,
} from "../tools/tool-table.ts";
import { qwenFileRules, qwenRules } from "./qwen-code-rules.ts";

const name = "qwen-code";
const title = "Qwen Code";

const can: Can = {
  ask: true,
  speaksIn: ["default", "auto-edit"],
  linesIn: [],
  rewrite: false, // what a hook says of the input is read for questions only: seen in 0.24
  keepsFolder: false,
  inject: ["session_start", "prompt", "before_tool", "after_tool", "subagent_start"],
  stopPrompt: true,
  holdStop: true,
  callIds: true,
  marksSubagents: true,
  waitsMs: 600_000,
  textLimit: 9_500,
};

const events: EventTable = {
  ...snakeEvents,
  PostToolBatch: "ignored",
  Notification: "ignored",
  UserPromptExpansion: "ignored",
  MessageDisplay: "ignored",
  PermissionRequest: "ignored",
  PreCompact: "ignored",
  PostCompact: "ignored",
};

const tools: ToolTable = {
  read_file: reads("file_path"),
  list_directory: looks("list_files", "path"),
  glob: looks("list_files", "path"),
  grep_search: looks("search_files", "path"),
  lsp: looks("search_files", "filePath"),
  write_file: writes("file_path", "content"),
  edit: edits({ path: "file_path", from: "old_string", to: "new_string", all: "replace_all" }),
  notebook_edit: changesPart("notebook_path"),
  run_shell_command: maybeBehind(runs("command", "directory"), ({ is_background }) => is_background === true),
  monitor: runs("command", "directory"),
  // Work that begins later, elsewhere, or out of what a file says.
  save_memory: unknownEffect,
  skill: unknownEffect,
  workflow: unknownEffect,
  cron_create: unknownEffect,
  cron_delete: unknownEffect,
  loop_wakeup: unknownEffect,
  create_sub_session: unknownEffect,
  send_message: unknownEffect,
  enter_worktree: unknownEffect,
  exit_worktree: unknownEffect,
  image_gen: unknownEffect,
  artifact: unknownEffect,
  record_artifact: unknownEffect,
  read_mcp_resource: unknownEffect,
  agent: startsAgent(
    ...["description", "prompt", "subagent_type", "run_in_background"],
    ...["todo_id", "fork_turns", "fork_tools"],
  ),
  cron_list: noEffect,
  list_agents: noEffect,
  task_create: noEffect,
  task_update: noEffect,
  task_list: noEffect,
  task_stop: noEffect,
  todo_write: noEffect,
  ask_user_question: noEffect,
  enter_plan_mode: noEffect,
  exit_plan_mode: noEffect,
  tool_search: noEffect,
  structured_output: noEffect,
  get_goal: noEffect,
  web_fetch: noEffect,
  web_search: noEffect,
};

const dialect: Dialect = {
  ...modalDialect(name, events, tools, ["default", "auto-edit", "plan"]),
  // Sent before every request to the model; only the first of a turn has the person's words.
  prompt: (fields) => fields.text("prompt") || null,
};

const handler = { name: gateServer, timeout: can.waitsMs };
const groups: readonly HookGroup[] = Object.entries(events).flatMap(([event, kind]) => {
  if (kind === "ignored") return [];
  const matcher = kind === "before_tool" || kind === "after_tool" ? ".*" : null;
  return [{ event, matcher, handler, ...(kind === "before_tool" ? { orRefuse: true as const } : {}) }];
});

function settingsFile(mode: InstallMode): InstallFile {
  return {
    path: ".qwen/settings.json",
    keepOut: mode === "personal",
    content: {
      kind: "json",
      skeleton: null,
      claims: (settings) => [
        ...groupClaims(name, groups, settings),
        serverClaim({ ...started(settings), trust: true }),
      ],
      marks: [...groupMarks(name, groups), serverMark],
      off: [allHooksOff],
    },
  };
}

export const qwenCode: Host = {
  name,
  title,
  can,
  events,
  tools,
  ownTool: (tool) => `mcp__${gateServer}__${tool}`,
  decode: decoderOf(dialect),
  encode: (decision, event) => encodeSnake(decision, event, { can, bareAllow: true }),
  tell: (told, event) => tellSnake(told, event, can),
  refuse: (reason, event) => refuseSnake(reason, event === null ? null : kindOf(events, event), can),
  install: {
    events: groups.map(({ event }) => event),
    files: (mode) => [settingsFile(mode)],
    plugin: () => [],
    user: (own) => atUser([settingsFile("personal")], `${own}/settings.json`),
    trustSteps: (mode) => [
      "Where folder trust is switched on, start `qwen` once in the repository and trust the folder.",
      ...startHere("qwen", mode),
    ],
    alsoReadBy: [],
    programs: ["qwen"],
    ownFolder: { path: ".qwen", variable: null },
    traces: [".qwen", "QWEN.md"],
  },
  silencing: {
    watched: [
      ...settingsFiles({
        ...{ folder: ".qwen", system: "qwen-code", library: "QwenCode" },
        ...{ switches: [allHooksOff], env: ["env"] },
      }),
      ...variableFiles(".qwen/.env", ".env"),
    ],
    distrust: (around) => trustedFoldersSilences({ host: name, title, isOnByDefault: false }, around),
    variables:
      /^QWEN_(?:CODE_(?:SAFE_MODE|SIMPLE|SYSTEM_.*|TRUSTED_.*|MANAGED_.*|MCP_APPROVALS_.*|IDE_.*)|HOME|RUNTIME_DIR|SANDBOX.*)$/,
    leavesOut: /^QWEN_CODE_(?:SIMPLE|SAFE_MODE)$/,
    harmless: /^(?:OPENAI|DASHSCOPE|QWEN)_(?:API_KEY|BASE_URL|MODEL)$/,
  },
  rules: qwenRules,
  fileRules: qwenFileRules,
  reach: { hooksSince: null, below: null, worktree: null },
  control: {
    ...nowhere,
    inRoot: [".qwen"],
    inHome: [".qwen"],
    atTop: ["etc/qwen-code", "library/application support/qwencode"],
    notesInHome: [".qwen/tmp"],
  },
  acp: null,
  live: { untried: "nobody has seen yet what keeps it to a model on this machine" },
};
