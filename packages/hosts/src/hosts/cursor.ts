/** Written from Cursor's documentation: nothing here was seen to work in the program itself. */

import { type Dialect, decoderOf, kindOf } from "../dialect/decode-event.ts";
import { blocked, reasonText, said, silence } from "../dialect/reply.ts";
import { errorText } from "../dialect/snake-dialect.ts";
import { textFor } from "../dialect/snake-replies.ts";
import { noSilencing } from "../host/around.ts";
import type { Decision, EventTable, HostEvent, Reply, Told } from "../host/event.ts";
import { type Can, type Host, nowhere } from "../host/host.ts";
import type { InstallFile, InstallMode } from "../host/install.ts";
import { noRules } from "../host/rules.ts";
import { hookCommand, isOurCommand } from "../install/hook-command.ts";
import { serverClaim, serverMark, started } from "../install/mcp-json.ts";
import { atUser } from "../install/user-files.ts";
import type { Fields } from "../payload/fields.ts";
import { plainText } from "../payload/plain-text.ts";
import { readPayload } from "../payload/read-payload.ts";
import { member } from "../settings/read-settings.ts";
import { cursorTools, readCursorTool } from "./cursor-tools.ts";

const name = "cursor";

const can: Can = {
  ask: false,
  speaksIn: [], // accepted before a tool, and documented as not enforced there
  linesIn: [],
  rewrite: false,
  keepsFolder: false,
  inject: ["session_start", "after_tool"],
  stopPrompt: true,
  holdStop: true,
  callIds: true,
  marksSubagents: false,
  waitsMs: 600_000,
  textLimit: 9_500,
};

/** The shell and MCP come through `preToolUse` too; `init` hooks only that one, so that every call is decided once. */
const events: EventTable = {
  preToolUse: "before_tool",
  beforeShellExecution: "before_tool",
  beforeMCPExecution: "before_tool",
  postToolUse: "after_tool",
  postToolUseFailure: "after_tool",
  beforeSubmitPrompt: "prompt",
  sessionStart: "session_start",
  sessionEnd: "session_end",
  stop: "stop",
  subagentStart: "ignored", // names its own conversation, and the calls in it do not name it back
  subagentStop: "ignored",
  afterShellExecution: "ignored",
  afterMCPExecution: "ignored",
  beforeReadFile: "ignored",
  afterFileEdit: "ignored",
  beforeTabFileRead: "ignored",
  afterTabFileEdit: "ignored",
  afterAgentResponse: "ignored",
  afterAgentThought: "ignored",
  preCompact: "ignored",
};

const dialect: Dialect = {
  host: name,
  door: name,
  events,
  eventField: "hook_event_name",
  origin: (fields) => ({
    session: { id: fields.id("conversation_id"), parent: null },
    cwd: fields.folderOr("cwd") ?? onlyRoot(fields),
    model: fields.nameOr("model"),
    asks: false,
  }),
  call(fields) {
    // These two have no id, and one of them names no tool: what is about to run stands in the payload itself.
    switch (fields.value("hook_event_name")) {
      case "beforeShellExecution":
        return { id: null, name: "Shell", input: { command: fields.text("command") } };
      case "beforeMCPExecution":
        return { id: null, name: `MCP:${fields.name("tool_name")}`, input: inputOf(fields) };
      default:
        return { id: fields.id("tool_use_id"), name: fields.name("tool_name"), input: inputOf(fields) };
    }
  },
  reading: readCursorTool,
  pinned: () => null,
  outcome: (fields, event) =>
    event === "postToolUseFailure"
      ? { kind: "failed", error: errorText(fields.value("error_message")) }
      : { kind: "succeeded" },
  prompt: (fields) => fields.text("prompt"),
};

/** With several roots nobody says in which of them a call is made. */
function onlyRoot(fields: Fields): string | null {
  const [root, ...others] = fields.list("workspace_roots");
  return others.length === 0 && typeof root === "string" && root.startsWith("/") ? root : null;
}

/** For MCP it is JSON in a text. */
function inputOf(fields: Fields): unknown {
  const given = fields.value("tool_input");
  if (typeof given !== "string") return fields.map("tool_input");
  const inner = readPayload(given);
  if (!inner.ok) fields.wrong("tool_input is neither an object nor the JSON of one");
  return inner.ok ? inner.value : {};
}

function encode(decision: Decision, event: HostEvent): Reply {
  if (decision.kind === "allow") {
    const isPersons = event.kind === "before_tool" && decision.by === "person";
    return isPersons ? said({ permission: "allow" }) : tell({ model: decision.context, person: null }, event);
  }
  const reason = reasonText(decision.kind === "ask" ? decision.otherwise : decision.reason, can.textLimit);
  switch (event.kind) {
    case "before_tool":
      return denied(reason);
    case "prompt":
      return said({ continue: false, user_message: reason });
    case "stop":
      return said({ followup_message: reason });
    default:
      return tell({ model: reason, person: reason }, event);
  }
}

/** Without an exit code, so that the words for the agent are read; `failClosed` stands for everything that goes wrong. */
function denied(reason: string): Reply {
  return said(noTo(reason));
}

function noTo(reason: string) {
  return { permission: "deny", user_message: reason, agent_message: reason };
}

function tell(told: Told, event: HostEvent): Reply {
  // No word on the permission, so that Cursor's own question stays; and no silence, which could count as a broken hook.
  if (event.kind === "before_tool") return { ...silence, stdout: "{}\n" };
  const user_message = event.kind === "prompt" && told.person !== null ? plainText(told.person, can.textLimit) : null;
  return said({
    continue: event.kind === "prompt" ? true : null,
    additional_context: textFor(told.model, event, can),
    user_message,
  });
}

const hooked = [
  "preToolUse",
  "postToolUse",
  "postToolUseFailure",
  "beforeSubmitPrompt",
  "sessionStart",
  "sessionEnd",
  "stop",
];
const gates = ["preToolUse", "beforeSubmitPrompt"];

function files(mode: InstallMode): InstallFile[] {
  const keepOut = mode === "personal";
  return [
    {
      path: ".cursor/hooks.json",
      keepOut,
      content: {
        kind: "json",
        skeleton: '{"version": 1}\n',
        claims: ({ command }) =>
          hooked.map((event) => ({
            at: ["hooks", event],
            element: {
              command: hookCommand(command, name, event),
              timeout: can.waitsMs / 1_000,
              ...(gates.includes(event) ? { failClosed: true } : {}),
            },
          })),
        marks: hooked.map((event) => ({
          at: ["hooks", event],
          isOurs: (hook) => isOurCommand(member(hook, "command"), name, event),
        })),
        off: [],
      },
    },
    {
      path: ".cursor/mcp.json",
      keepOut,
      content: {
        kind: "json",
        skeleton: null,
        claims: (settings) => [serverClaim({ ...started(settings) })],
        marks: [serverMark],
        off: [],
      },
    },
  ];
}

const userFolders = [".config", "library/application support", "appdata/roaming"].map((home) => `${home}/cursor/user`);

export const cursor: Host = {
  name,
  title: "Cursor",
  can,
  events,
  tools: cursorTools,
  ownTool: (tool) => tool,
  decode: decoderOf(dialect),
  encode,
  tell,
  refuse(reason, event) {
    const text = reasonText(reason, can.textLimit);
    const kind = event === null ? null : kindOf(events, event);
    if (kind === "before_tool") return denied(text);
    if (kind === "prompt") return said({ continue: false, user_message: text });
    // An event that nobody named may be a call too: this exit code refuses it.
    return kind === null ? blocked(noTo(text), text) : { ...silence, stderr: `${text}\n` };
  },
  install: {
    events: hooked,
    files,
    plugin: () => [],
    user: (own) => atUser(files("personal"), `${own}/hooks.json`, `${own}/mcp.json`),
    trustSteps: () => [
      "Open the repository in Cursor, look into Settings, Hooks, and see that the hooks of Intentgate are listed without an error.",
      "In Settings, MCP, switch the server `intentgate` on.",
    ],
    alsoReadBy: [],
    programs: ["cursor", "cursor-agent"],
    ownFolder: { path: ".cursor", variable: null },
    traces: [".cursor", ".cursorrules"],
  },
  silencing: {
    ...noSilencing,
    watched: [
      { at: "above", path: ".cursor/hooks.json", kind: "json", switches: [], env: null },
      { at: "own", path: "hooks.json", kind: "json", switches: [], env: null },
    ],
  },
  // Nothing is put in the place of its commands: no answer of a hook was seen to do that. Who begins with it reads its rules first.
  rules: noRules,
  fileRules: null,
  reach: { hooksSince: null, below: null, worktree: null },
  control: {
    ...nowhere,
    inRoot: [".cursor"],
    inHome: [".cursor", ...userFolders],
    settingsBeginWith: ["cli-config"],
  },
  acp: null,
  live: { untried: "it is an editor, which a person opens" },
};
