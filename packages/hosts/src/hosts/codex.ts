import { join } from "node:path";
import { quotedWord } from "@intentgate/documents";
import { stringify } from "smol-toml";
import { type Dialect, decoderOf, kindOf } from "../dialect/decode-event.ts";
import { said, silence } from "../dialect/reply.ts";
import { errorText, snakeDialect } from "../dialect/snake-dialect.ts";
import { encodeSnake, refuseSnake, tellSnake, textFor } from "../dialect/snake-replies.ts";
import { type Around, noSilencing, ownText, rootText } from "../host/around.ts";
import type { Decision, EventTable, Reply } from "../host/event.ts";
import { type Can, type Host, nowhere } from "../host/host.ts";
import type { InstallFile, InstallMode } from "../host/install.ts";
import type { LiveHost, LiveStage } from "../host/live.ts";
import { hookCommand } from "../install/hook-command.ts";
import { groupClaims, groupMarks, type HookGroup } from "../install/hook-groups.ts";
import { mcpJson, started } from "../install/mcp-json.ts";
import { pluginHooks, pluginManifest } from "../install/plugin-files.ts";
import { atUser } from "../install/user-files.ts";
import type { Fields } from "../payload/fields.ts";
import { field, isPayload, type Payload } from "../payload/read-payload.ts";
import type { JsonMap } from "../settings/json-tree.ts";
import { isMap, readToml, valueAt } from "../settings/read-settings.ts";
import { gateServer } from "../tools/gate-tools.ts";
import {
  looks,
  noEffect,
  patches,
  patchReading,
  runs,
  startsAgent,
  type ToolTable,
  unknownEffect,
} from "../tools/tool-table.ts";
import { codexFileRules, sandboxedCodexRules } from "./codex-rules.ts";
import { codexDistrust, codexFiles } from "./codex-trust.ts";

const name = "codex";

const can: Can = {
  ask: false,
  speaksIn: ["default"], // told where its dialog is about to come; before a call such an answer counts as a broken hook
  linesIn: [],
  rewrite: true,
  keepsFolder: false,
  inject: ["session_start", "prompt", "before_tool", "after_tool", "subagent_start"],
  stopPrompt: true,
  holdStop: true,
  callIds: true,
  marksSubagents: true,
  waitsMs: 600_000,
  textLimit: 9_000, // longer texts, counted at four bytes a token, are put into a file
};

const events: EventTable = {
  PreToolUse: "before_tool",
  PostToolUse: "after_tool",
  UserPromptSubmit: "prompt",
  SessionStart: "session_start",
  SessionEnd: "session_end",
  Stop: "stop",
  SubagentStart: "subagent_start",
  SubagentStop: "subagent_stop",
  PreModelRequest: "ignored",
  PermissionRequest: "permission",
  PreCompact: "ignored",
  PostCompact: "ignored",
  Interrupt: "ignored",
  StopFailure: "ignored",
};

const tools: ToolTable = {
  Bash: runs("command"),
  apply_patch: patches("command"),
  view_image: looks("stat", "path"),
  // Words for a program that already runs, and programs in another language.
  write_stdin: unknownEffect,
  exec: unknownEffect,
  js_repl: unknownEffect,
  request_permissions: unknownEffect,
  read_mcp_resource: unknownEffect,
  spawn_agent: startsAgent(
    ...["message", "task_name", "agent_type", "model", "reasoning_effort", "fork_context", "fork_turns"],
  ),
  wait_agent: noEffect,
  list_agents: noEffect,
  send_message: noEffect,
  followup_task: noEffect,
  interrupt_agent: noEffect,
  update_plan: noEffect,
  request_user_input: noEffect,
  tool_search: noEffect,
  web_search: noEffect,
  list_mcp_resources: noEffect,
  list_mcp_resource_templates: noEffect,
};

const snake = snakeDialect(name, events, tools);
const dialect: Dialect = {
  ...snake,
  origin(fields, kind) {
    const [transcript, id] = [fields.folderOr("transcript_path"), fields.idOr("turn_id")];
    return {
      ...snake.origin(fields, kind),
      // It says yes to nothing before that, and there everything is judged by the same rules in all of its modes.
      mode: kind === "permission" ? fields.nameOr("permission_mode") : null,
      turn: transcript === null || id === null ? null : { transcript, id },
    };
  },
  call(fields, kind) {
    const input = fields.value("tool_input");
    if (!isPayload(input) && typeof input !== "string") fields.wrong("tool_input is neither an object nor text");
    const isTold = kind === "after_tool" || kind === "permission";
    const given = isTold && isPayload(input) ? withoutGuard(input, fields) : input;
    const id = kind === "permission" ? null : fields.id("tool_use_id");
    return { id, name: fields.name("tool_name"), input: given };
  },
  // A server that a program which runs already wants to reach; all else is what the model says for it.
  isReason: (words) => !/^\s*network-access/i.test(words),
  reading: (tool, input, fields) =>
    tool === "apply_patch" && typeof input === "string" ? patchReading(input) : snake.reading(tool, input, fields),
  pinned(call, fields) {
    const cwd = fields.folder("cwd");
    const { command } = call.payload;
    // Elsewhere than on POSIX the shell is another one.
    const isPosix = call.tool === "execute_command" && cwd.startsWith("/") && typeof command === "string";
    return isPosix ? { command: `${guard(cwd)}${command}` } : null;
  },
  outcome(fields) {
    const response = fields.value("tool_response");
    const code = typeof response === "string" ? /^Exit code: (\d{1,10})\n/.exec(response)?.[1] : undefined;
    return code === undefined || Number(code) === 0
      ? { kind: "succeeded" }
      : { kind: "failed", error: errorText(response) };
  },
};

/**
 * A command may be run in a folder that the payload does not tell. So a command that changes something is only run if
 * it is in the folder that was judged.
 */
function guard(cwd: string): string {
  const said = "Intentgate: this command was judged for another folder; leave workdir out and begin it with cd.";
  return `[ . -ef ${quotedWord(cwd)} ] || { echo '${said}' >&2; exit 1; }\n`;
}

function withoutGuard(input: Payload, fields: Fields): Payload {
  const command = field(input, "command");
  const before = guard(fields.folder("cwd"));
  return typeof command === "string" && command.startsWith(before)
    ? { ...input, command: command.slice(before.length) }
    : input;
}

const wait = { timeout: can.waitsMs / 1_000 };
const groups: readonly HookGroup[] = [
  { event: "PreToolUse", matcher: ".*", handler: wait, orRefuse: true },
  { event: "PermissionRequest", matcher: ".*", handler: wait },
  { event: "PostToolUse", matcher: ".*", handler: wait },
  { event: "UserPromptSubmit", matcher: null, handler: wait },
  { event: "SessionStart", matcher: null, handler: wait },
  { event: "SessionEnd", matcher: null, handler: { timeout: 3 } },
  { event: "Stop", matcher: null, handler: wait },
  { event: "SubagentStart", matcher: null, handler: wait },
  { event: "SubagentStop", matcher: null, handler: wait },
];

function files(mode: InstallMode): InstallFile[] {
  const keepOut = mode === "personal";
  return [
    {
      path: ".codex/hooks.json",
      keepOut,
      content: {
        kind: "json",
        skeleton: null,
        claims: (settings) =>
          groupClaims(
            name,
            groups,
            settings,
            (event): JsonMap =>
              settings.windows === null ? {} : { commandWindows: hookCommand(settings.windows, name, event) },
          ),
        marks: groupMarks(name, groups),
        off: [],
      },
    },
    {
      path: ".codex/config.toml",
      keepOut,
      content: {
        kind: "toml",
        lines(settings) {
          const { command, args } = started(settings);
          // A JSON string is a TOML string.
          return [
            `[mcp_servers.${gateServer}]`,
            `command = ${JSON.stringify(command)}`,
            `args = [${args.map((arg) => JSON.stringify(arg)).join(", ")}]`,
          ];
        },
        taken: [
          gateServer,
          `"${gateServer}"`,
          `mcp_servers.${gateServer}`,
          `mcp_servers."${gateServer}"`,
          "mcp_servers=",
        ],
      },
    },
  ];
}

const live: LiveHost = {
  places: ["~/.local/bin/codex", "~/.npm-global/bin/codex", "~/.bun/bin/codex", "~/.codex/bin/codex"],
  asks: (canary) => ({
    name: "apply_patch",
    input: `*** Begin Patch\n*** Add File: ${canary}\n+canary\n*** End Patch`,
  }),
  runs: (cmd) => ({ name: "exec_command", input: { cmd } }),
  takesRules: "in files",
  leadsElsewhere: () => null, // what is said on the command line comes before every file
  leadingVariables: null,
  start: (stage) => ({
    args: [
      "exec",
      "--skip-git-repo-check",
      // Without a sandbox: a call that no hook stops must show, and the only call is ours.
      "--dangerously-bypass-approvals-and-sandbox",
      ...["-m", "gpt-5.5"],
      ...canarySettings(stage).flatMap((setting) => ["-c", setting]),
      stage.prompt,
    ],
    env: { CODEX_HOME: `${stage.folder}/codex`, INTENTGATE_CANARY_KEY: "intentgate-canary" },
    files: {
      "codex/config.toml": `${openSandbox(stage)}${trustOf(stage)}`,
      ...(stage.denied === null ? {} : { "codex/rules/canary.rules": forbidden(stage.denied) }),
    },
  }),
  own: "codex",
  differs: ["of your own settings only trust and features were taken; MCP servers and the sandbox were left out"],
};

/** Only where there is none is it given lines that run in the box. */
function openSandbox(around: Around): string {
  const own = readToml(ownText(around, "config.toml") ?? "");
  const mode = own.ok ? valueAt(own.value, ["sandbox_mode"]) : undefined;
  return mode === "danger-full-access" ? 'sandbox_mode = "danger-full-access"\n' : "";
}

function forbidden(words: readonly string[]): string {
  return `prefix_rule(pattern=${JSON.stringify(words)}, decision="forbidden")\n`;
}

function canarySettings({ url, ...around }: LiveStage): string[] {
  const provider = "model_providers.intentgate_canary";
  const own = readToml(rootText(around, ".codex/config.toml") ?? "");
  const listed = own.ok ? valueAt(own.value, ["mcp_servers"]) : undefined;
  const servers = isMap(listed) ? Object.keys(listed).filter((server) => /^[A-Za-z0-9_-]+$/.test(server)) : [];
  return [
    'model_provider="intentgate_canary"',
    `${provider}.name="canary"`,
    `${provider}.base_url=${JSON.stringify(`${url}/v1`)}`,
    `${provider}.env_key="INTENTGATE_CANARY_KEY"`,
    `${provider}.wire_api="responses"`,
    `${provider}.request_max_retries=0`,
    "analytics.enabled=false",
    "features.apps=false",
    "features.plugins=false",
    "check_for_update_on_startup=false",
    // With a command, as the file that has one may be left out.
    ...new Set(
      servers.flatMap((server) => [`mcp_servers.${server}.command="false"`, `mcp_servers.${server}.enabled=false`]),
    ),
  ];
}

/** What says what is trusted and switched off. A project that nobody trusted is named as one: else it would be. */
function trustOf(stage: LiveStage): string {
  const read = readToml(ownText(stage, "config.toml") ?? "");
  const own = read.ok ? read.value : {};
  const projects = valueAt(own, ["projects"]);
  const features = valueAt(own, ["features"]);
  // What was trusted in the person's own folder is the same in the folder of the run, by another place.
  const [from, to] = [`${join(stage.ownFolder, "hooks.json")}:`, `${join(stage.folder, live.own, "hooks.json")}:`];
  const trusted = valueAt(own, ["hooks", "state"]);
  const state = isMap(trusted)
    ? Object.fromEntries(
        Object.entries(trusted).map(([key, value]) => [
          key.startsWith(from) ? to + key.slice(from.length) : key,
          value,
        ]),
      )
    : {};
  return stringify({
    projects: { [stage.root]: { trust_level: "untrusted" }, ...(isMap(projects) ? projects : {}) },
    ...(isMap(features) ? { features } : {}),
    hooks: { state },
  });
}

/** Its dialog does not come; without an answer it does. */
function spoken(by: Extract<Decision, { kind: "allow" }>["by"]): Reply {
  if (by === "gate") return silence;
  return said({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } } });
}

export const codex: Host = {
  name,
  title: "Codex",
  can,
  events,
  tools,
  ownTool: (tool) => `mcp__${gateServer}__${tool}`,
  decode: decoderOf(dialect),
  encode(decision, event) {
    if (event.kind === "permission") return decision.kind === "allow" ? spoken(decision.by) : silence;
    const pinned = event.kind === "before_tool" ? event.pinned : null;
    // What is handed over looks itself whether it stands in the folder that was judged.
    if (decision.kind === "allow" && decision.line !== null)
      return encodeSnake(decision, event, { can, bareAllow: false });
    if (decision.kind !== "allow" || !decision.changes || pinned === null) {
      return encodeSnake(decision, event, { can, bareAllow: false });
    }
    const context = textFor(decision.context, event, can);
    return said({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: pinned,
        ...(context === null ? {} : { additionalContext: context }),
      },
    });
  },
  tell: (told, event) => tellSnake(told, event, can),
  refuse: (reason, event) => refuseSnake(reason, event === null ? null : kindOf(events, event), can),
  install: {
    events: groups.map(({ event }) => event),
    files,
    plugin: () => [
      pluginManifest(".codex-plugin/plugin.json", { hooks: "./hooks/hooks.json", mcpServers: "./.mcp.json" }),
      pluginHooks((settings) => groupClaims(name, groups, settings)),
      mcpJson("team"),
    ],
    user: (own) => atUser(files("personal"), `${own}/hooks.json`, `${own}/config.toml`),
    trustSteps: (mode) => [
      ...(mode === "user" ? [] : ["Start `codex` once in the repository and trust the project."]),
      "Type `/hooks` there, read the hooks of Intentgate and trust them. Until then, and again after every change of their command, Codex leaves them out without a word.",
    ],
    alsoReadBy: [],
    programs: ["codex"],
    ownFolder: { path: ".codex", variable: "CODEX_HOME" },
    traces: [".codex"], // AGENTS.md is everybody's
  },
  silencing: { ...noSilencing, watched: codexFiles, distrust: codexDistrust },
  rules: sandboxedCodexRules,
  fileRules: codexFileRules,
  reach: { hooksSince: "0.124.0", below: "0.124.0", worktree: null },
  control: {
    ...nowhere,
    inRoot: [".codex"],
    inHome: [".codex"],
    atTop: ["etc/codex"],
    notesInHome: [".codex/memories"],
  },
  acp: null,
  live,
};
