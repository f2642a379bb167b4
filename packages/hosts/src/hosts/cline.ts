import { type Dialect, decoderOf } from "../dialect/decode-event.ts";
import { pluginReplies } from "../dialect/plugin-replies.ts";
import { errorText } from "../dialect/snake-dialect.ts";
import { noSilencing, type WatchedFile } from "../host/around.ts";
import type { EventTable } from "../host/event.ts";
import { ALWAYS, type Can, type Host, nowhere } from "../host/host.ts";
import type { InstallFile, InstallMode } from "../host/install.ts";
import { atUser } from "../install/user-files.ts";
import { field, type Payload } from "../payload/read-payload.ts";
import { namesUs } from "../silence/silences.ts";
import { variableFiles } from "../silence/watched-files.ts";
import { gateServer, mcpTool } from "../tools/gate-tools.ts";
import {
  changesPart,
  looks,
  noEffect,
  readTool,
  runs,
  showsSkill,
  startsAgent,
  type ToolReader,
  type ToolReading,
  type ToolTable,
  unknownEffect,
  writes,
} from "../tools/tool-table.ts";
import { clinePlugin, clinePluginSign } from "./cline-plugin.ts";
import { clineRules } from "./cline-rules.ts";

const name = "cline";

const can: Can = {
  ask: false,
  speaksIn: [],
  linesIn: [],
  rewrite: true,
  keepsFolder: false,
  inject: ["prompt", "subagent_start", "before_tool", "after_tool"],
  stopPrompt: true,
  holdStop: false,
  callIds: true,
  marksSubagents: true,
  waitsMs: 10_000, // so short that no person is waited for; the plugin itself gives up earlier
  textLimit: 9_500,
};

const events: EventTable = {
  tool_call: "before_tool",
  tool_result: "after_tool",
  agent_start: "ignored",
  // Names of our plugin's own.
  session_start: "session_start",
  subagent_start: "subagent_start",
  agent_resume: "ignored",
  agent_abort: "ignored",
  agent_error: "ignored",
  agent_end: "stop",
  prompt_submit: "prompt",
  session_shutdown: "session_end",
};

/** Creates a file, inserts into it, or replaces a text that occurs once; without `old_text` it may also replace all. */
const editor: ToolReader = (input) => {
  const isPart = [field(input, "old_text"), field(input, "insert_line")].some(
    (given) => given !== undefined && given !== null,
  );
  return isPart ? changesPart("path")(input) : writes("path", "new_text")(input);
};

/** Each command has a shell of its own; read as one text, an open quote in the first could hide the second. */
const runsOne: ToolReader = (input) => {
  const commands = field(input, "commands");
  const [command, ...more] = Array.isArray(commands) ? commands : [];
  return more.length === 0 && typeof command === "string" ? runs("command")({ command }) : null;
};

/** Several files at once, each whole or in part. */
const readsFiles: ToolReader = (input) => {
  const files = field(input, "files");
  return Array.isArray(files) && files.length > 0 ? { tool: "read_file", payload: { files } } : null;
};

const tools: ToolTable = {
  editor,
  read_files: readsFiles,
  search_codebase: looks("search_files", "path"),
  run_commands: runsOne,
  apply_patch: unknownEffect,
  skills: showsSkill("skill", "args"),
  spawn_agent: startsAgent("systemPrompt", "task"),
  ask_question: noEffect,
  submit_and_exit: noEffect,
  fetch_web_content: noEffect,
};

function reading(called: string, input: unknown): ToolReading {
  const [server = "", tool = "", ...more] = called.split("__");
  const isSure = more.length === 0 && server !== "" && tool !== "" && !server.endsWith("_") && !tool.startsWith("_");
  return isSure ? mcpTool(name, server, tool, called, input) : readTool(name, tools, called, input);
}

const dialect: Dialect = {
  host: name,
  door: name,
  events,
  eventField: "hookName",
  origin(fields) {
    const session = fields.inside("sessionContext").id("rootSessionId");
    const agent = fields.idOr("agent_id");
    const isSub = fields.idOr("parent_agent_id") !== null;
    if (isSub && agent === null) fields.wrong("parent_agent_id without agent_id");
    const [root, ...others] = fields.list("workspaceRoots");
    // Cline's own hook files name no folder; with several roots nobody says in which of them a command runs.
    const cwd = fields.textOr("cwd") ?? (others.length === 0 ? root : null);
    return {
      session: isSub ? { id: `${session}/${agent}`, parent: session } : { id: session, parent: null },
      cwd: typeof cwd === "string" && cwd.startsWith("/") ? cwd : null,
      model: null,
      asks: false,
    };
  },
  call(fields, kind) {
    const call = fields.inside(kind === "before_tool" ? "tool_call" : "tool_result");
    return { id: call.id("id"), name: call.name("name"), input: call.map("input") };
  },
  reading,
  pinned: () => null,
  outcome(fields) {
    const result: Payload = fields.mapOr("postToolUse") ?? {};
    return field(result, "success") === true
      ? { kind: "succeeded" }
      : { kind: "failed", error: errorText(field(result, "result") ?? "") };
  },
  prompt: (fields) => withoutTags(fields.text("prompt")),
};

/** What the person wrote comes between tags of the host. */
function withoutTags(prompt: string): string {
  return /^<user_input[^<>]*>([\s\S]*)<\/user_input>$/.exec(prompt.trim())?.[1] ?? prompt;
}

/** It is a program of Bun, which reads these in the folder it is started in, before any of its own code runs. */
const bunFiles: readonly WatchedFile[] = [
  ...variableFiles(
    ...["", ".local", ".development", ".development.local", ".production", ".production.local"].map(
      (ending) => `.env${ending}`,
    ),
  ),
  { at: "above", path: "bunfig.toml", kind: "bunfig", switches: [], env: null },
];

/** After 3 s Cline ends the whole run; given up before that, only the call is refused. */
const PLUGIN_WAITS_MS = 2_600;

function files(mode: InstallMode): InstallFile[] {
  return [
    {
      path: ".cline/plugins/intentgate.ts",
      keepOut: mode === "personal",
      content: {
        kind: "own",
        text: ({ command }) => clinePlugin(command, PLUGIN_WAITS_MS),
        sign: clinePluginSign,
        executable: false,
      },
    },
  ];
}

export const cline: Host = {
  name,
  title: "Cline",
  can,
  events,
  tools,
  ownTool: (tool) => `${gateServer}__${tool}`,
  decode: decoderOf(dialect),
  ...pluginReplies(events, can),
  install: {
    events: Object.keys(events).filter((event) => events[event] !== "ignored"),
    files,
    plugin: () => [],
    user: (own) => atUser(files("personal"), `${own}/plugins/intentgate.ts`),
    trustSteps: () => [
      "Give Cline the MCP server of the gate, with the folder of this repository: `cline mcp add intentgate --yes -- intentgate mcp --root FOLDER`. Cline has one list of servers for all repositories, so this is for one of them at a time.",
      "Put CLINE_PLUGIN_IMPORT_TIMEOUT_MS=60000 into your environment: on a busy machine Cline leaves a plugin that is not loaded in four seconds out without a word.",
      "Where Cline already runs, end it once (`cline hub stop`, or close the editor): it reads plugins when it starts.",
    ],
    alsoReadBy: [],
    programs: ["cline"],
    ownFolder: { path: ".cline", variable: null },
    traces: [".cline", ".clinerules"],
  },
  silencing: {
    ...noSilencing,
    watched: [
      {
        ...{ at: "own", path: "data/settings/global-settings.json", kind: "json", env: null },
        switches: [{ at: ["disabledPlugins"], when: namesUs, why: "it leaves our plugin out" }],
      },
      ...bunFiles,
    ],
    variables: /^CLINE_(?!API_KEY$|API_BASE_URL$|DEFAULT_MODEL_ID$|USER_ID$).*$/,
  },
  rules: clineRules,
  fileRules: null,
  reach: { hooksSince: null, below: ALWAYS, worktree: null },
  control: { ...nowhere, inRoot: [".cline", ".clinerules/hooks"], inHome: [".cline"] },
  acp: null,
  live: { untried: "it keeps one account and one process of its own for all repositories" },
};
