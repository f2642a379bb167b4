import { type Dialect, decodeEvent, type EventTable, kindOf } from "./decode-event.ts";
import type { Can, Decision, Host, HostEvent, Reply, Told } from "./host.ts";
import { hookCommand, type InstallFile, type InstallMode } from "./install/install.ts";
import { field, type Payload, readPayload } from "./read-payload.ts";
import { reasonText, said, silence } from "./reply.ts";
import { errorText } from "./snake-dialect.ts";
import { textFor } from "./snake-replies.ts";
import { mcpTool } from "./tools/gate-tools.ts";
import {
  changesPart,
  noEffect,
  readTool,
  runs,
  type ToolReader,
  type ToolReading,
  type ToolTable,
  unknownEffect,
  writes,
} from "./tools/tool-table.ts";

const can: Can = {
  ask: false,
  rewrite: true,
  inject: ["before_tool", "after_tool"],
  stopPrompt: false,
  holdStop: false,
  callIds: true,
  marksSubagents: true,
  waitsMs: 120_000,
  textLimit: 9_500,
};

const events: EventTable = {
  tool_call: "before_tool",
  tool_result: "after_tool",
  agent_start: "ignored",
  agent_resume: "ignored",
  agent_abort: "ignored",
  agent_error: "ignored",
  agent_end: "stop",
  prompt_submit: "ignored", // comes too late to be answered
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

const tools: ToolTable = {
  editor,
  run_commands: runsOne,
  apply_patch: unknownEffect,
  spawn_agent: noEffect,
};

function reading(name: string, input: unknown): ToolReading {
  const [server = "", tool = "", ...more] = name.split("__");
  const isSure = more.length === 0 && server !== "" && tool !== "" && !server.endsWith("_") && !tool.startsWith("_");
  return isSure ? mcpTool("cline", server, tool, name, input) : readTool("cline", tools, name, input);
}

const dialect: Dialect = {
  host: "cline",
  door: "cline",
  events,
  eventField: "hookName",
  origin(fields) {
    const session = fields.inside("sessionContext").id("rootSessionId");
    const agent = fields.idOr("agent_id");
    const isSub = fields.idOr("parent_agent_id") !== null;
    if (isSub && agent === null) fields.wrong("parent_agent_id without agent_id");
    const [root, ...others] = fields.list("workspaceRoots");
    return {
      session: isSub ? { id: `${session}/${agent}`, parent: session } : { id: session, parent: null },
      // With several roots nobody says in which of them a command runs.
      cwd: others.length === 0 && typeof root === "string" && root.startsWith("/") ? root : null,
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
    const told: Payload = fields.mapOr("postToolUse") ?? {};
    return field(told, "success") === true
      ? { kind: "succeeded" }
      : { kind: "failed", error: errorText(field(told, "result") ?? "") };
  },
  prompt: () => null,
};

/** The one form of no that it honours ends the run; exit codes do not count. */
function cancelled(reason: string): Reply {
  return said({ cancel: true, errorMessage: reason });
}

function encode(decision: Decision, event: HostEvent): Reply {
  if (decision.kind === "allow") return tell({ model: decision.context, person: null }, event);
  const reason = reasonText(decision.kind === "ask" ? decision.otherwise : decision.reason, can.textLimit);
  if (event.kind === "before_tool") return cancelled(reason);
  return tell({ model: reason, person: null }, event);
}

function tell(told: Told, event: HostEvent): Reply {
  return said({ contextModification: textFor(told.model, event, can) });
}

const hookFiles: readonly [file: string, event: string][] = [
  ["PreToolUse", "tool_call"],
  ["PostToolUse", "tool_result"],
  ["TaskComplete", "agent_end"],
  ["SessionShutdown", "session_shutdown"],
];
const sign = "#!/bin/sh\n# Intentgate's hook for Cline: `intentgate uninit` takes it away.\n";

function files(mode: InstallMode): InstallFile[] {
  return hookFiles.map(([file, event]) => ({
    path: `.cline/hooks/${file}.sh`,
    keepOut: mode === "personal",
    content: {
      kind: "own",
      text: ({ command }) => `${sign}${hookCommand(command, "cline", event)}\n`,
      sign,
      executable: true,
    },
  }));
}

export const cline: Host = {
  name: "cline",
  title: "Cline",
  can,
  tools,
  decode(given, event) {
    const payload = readPayload(given);
    return payload.ok ? decodeEvent(dialect, payload.value, event) : payload;
  },
  encode,
  tell,
  refuse(reason, event) {
    const kind = event === null ? null : kindOf(events, event);
    return kind === null || kind === "before_tool" ? cancelled(reasonText(reason, can.textLimit)) : silence;
  },
  install: {
    files,
    trustSteps: () => ["Register the MCP server `intentgate` in Cline's own MCP settings."],
    alsoReadBy: [],
    programs: ["cline"],
    traces: [".cline", ".clinerules"],
  },
};
