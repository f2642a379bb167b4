import { type Dialect, decoderOf, type EventTable, kindOf } from "./decode-event.ts";
import type { Fields } from "./fields.ts";
import type { Can, Host } from "./host.ts";
import { groupClaims, groupMarks, type HookGroup } from "./install/hook-groups.ts";
import { hookCommand, type InstallFile, type InstallMode, type JsonMap } from "./install/install.ts";
import { started } from "./install/mcp-json.ts";
import { field, isPayload, type Payload } from "./read-payload.ts";
import { said } from "./reply.ts";
import { codexSilences } from "./silence/codex-trust.ts";
import { errorText, snakeDialect } from "./snake-dialect.ts";
import { encodeSnake, refuseSnake, tellSnake, textFor } from "./snake-replies.ts";
import { gateServer } from "./tools/gate-tools.ts";
import {
  looks,
  noEffect,
  patches,
  patchReading,
  runs,
  startsAgent,
  type ToolTable,
  unknownEffect,
} from "./tools/tool-table.ts";

const can: Can = {
  ask: false, // the answer counts as a broken hook, and the call is run
  rewrite: true,
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
  PermissionRequest: "ignored",
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

const snake = snakeDialect("codex", events, tools);
const dialect: Dialect = {
  ...snake,
  call(fields, kind) {
    const input = fields.value("tool_input");
    if (!isPayload(input) && typeof input !== "string") fields.wrong("tool_input is neither an object nor text");
    const given = kind === "after_tool" && isPayload(input) ? withoutGuard(input, fields) : input;
    return { id: fields.id("tool_use_id"), name: fields.name("tool_name"), input: given };
  },
  reading: (name, input, fields) =>
    name === "apply_patch" && typeof input === "string" ? patchReading(input) : snake.reading(name, input, fields),
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
  const folder = `'${cwd.replaceAll("'", "'\\''")}'`;
  const said = "Intentgate: this command was judged for another folder; leave workdir out and begin it with cd.";
  return `[ . -ef ${folder} ] || { echo '${said}' >&2; exit 1; }\n`;
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
            "codex",
            groups,
            settings,
            (event): JsonMap =>
              settings.windows === null ? {} : { commandWindows: hookCommand(settings.windows, "codex", event) },
          ),
        marks: groupMarks("codex", groups),
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

export const codex: Host = {
  name: "codex",
  title: "Codex",
  can,
  tools,
  decode: decoderOf(dialect),
  encode(decision, event) {
    const pinned = event.kind === "before_tool" ? event.pinned : null;
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
    files,
    trustSteps: () => [
      "Start `codex` once in the repository and trust the project.",
      "Type `/hooks` there, read the hooks of Intentgate and trust them. Until then, and again after every change of their command, Codex leaves them out without a word.",
    ],
    alsoReadBy: [],
    programs: ["codex"],
    ownFolder: { path: ".codex", variable: "CODEX_HOME" },
    switches: [],
    silences: codexSilences,
    loads: [],
    traces: [".codex"], // AGENTS.md is everybody's
  },
};
