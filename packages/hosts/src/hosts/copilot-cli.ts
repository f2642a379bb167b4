import { join } from "node:path";
import type { Checked } from "@intentgate/documents";
import { type Dialect, decodeEvent, kindOf } from "../dialect/decode-event.ts";
import { blocked, reasonText, said, silence } from "../dialect/reply.ts";
import { errorText, snakeEvents } from "../dialect/snake-dialect.ts";
import { textFor, withCommand } from "../dialect/snake-replies.ts";
import { type Around, noSilencing, ownText, rootText, type Silence, type WatchedFile } from "../host/around.ts";
import type { Decision, EventKind, EventTable, HostEvent, HostName, HostSession, Reply, Told } from "../host/event.ts";
import { type Can, type Host, nowhere } from "../host/host.ts";
import type { InstallFile, InstallMode } from "../host/install.ts";
import type { LiveHost } from "../host/live.ts";
import { hookCommand, isOurCommand, startHere } from "../install/hook-command.ts";
import { mcpJson } from "../install/mcp-json.ts";
import { atUser } from "../install/user-files.ts";
import type { Fields } from "../payload/fields.ts";
import { field, type Payload, readPayload } from "../payload/read-payload.ts";
import { keysIn, member, picked, valueIn } from "../settings/read-settings.ts";
import { isBelow } from "../silence/folder-trust.ts";
import { shownPlace } from "../silence/places.ts";
import { allHooksOff, isTrue } from "../silence/silences.ts";
import { gateServer } from "../tools/gate-tools.ts";
import { claudeSettings } from "./claude-code-settings.ts";
import { copilotRules } from "./copilot-cli-rules.ts";
import { copilotTools, readCopilotTool } from "./copilot-cli-tools.ts";

const name = "copilot-cli";

const can: Can = {
  ask: true,
  speaksIn: [],
  linesIn: [],
  rewrite: true,
  keepsFolder: true,
  inject: ["session_start", "after_tool", "subagent_start"],
  stopPrompt: false,
  holdStop: true,
  callIds: false,
  marksSubagents: true,
  waitsMs: 600_000,
  textLimit: 9_500, // 10 KB for all hooks together
};

const events: EventTable = {
  preToolUse: "before_tool",
  postToolUse: "after_tool",
  postToolUseFailure: "after_tool",
  userPromptSubmitted: "prompt",
  sessionStart: "session_start",
  sessionEnd: "session_end",
  agentStop: "stop",
  subagentStart: "subagent_start",
  subagentStop: "subagent_stop",
  permissionRequest: "ignored",
  userPromptTransformed: "ignored",
  errorOccurred: "ignored",
  notification: "ignored",
  preCompact: "ignored",
};

/** The same events where the settings of Claude Code name them. */
const eventsThroughClaude: EventTable = {
  ...snakeEvents,
  PermissionRequest: "ignored",
  ErrorOccurred: "ignored",
  Notification: "ignored",
  PreCompact: "ignored",
};

/** A subagent's session is its own; the events about it come from its parent's session. */
function sessionOf(fields: Fields, keys: { session: string; agent: string; parent: string }): HostSession {
  const session = fields.id(keys.session);
  const agent = fields.idOr(keys.agent);
  const parent = fields.idOr(keys.parent);
  if (agent === null) {
    if (parent !== null) fields.wrong(`${keys.parent} without ${keys.agent}`);
    return { id: session, parent: null };
  }
  if (parent === agent) fields.wrong("an agent is its own parent");
  return { id: agent, parent: parent ?? (agent === session ? null : session) };
}

const dialect: Dialect = {
  host: name,
  door: name,
  events,
  eventField: null,
  origin: (fields, kind) => ({
    session: sessionOf(fields, { session: "sessionId", agent: "agentId", parent: "parentAgentId" }),
    cwd: folder(fields, kind),
    model: null,
    asks: true,
  }),
  call: (fields) => ({ id: null, name: fields.name("toolName"), input: given(fields, "toolArgs") }),
  reading: readCopilotTool,
  pinned: () => null,
  outcome: (fields, event) =>
    event === "postToolUseFailure" ? failed(fields) : ended(fields.map("toolResult"), "resultType", "textResultForLlm"),
  prompt: (fields) => fields.text("prompt"),
};

function folder(fields: Fields, kind: EventKind): string | null {
  return kind === "before_tool" || kind === "after_tool" ? fields.folder("cwd") : fields.folderOr("cwd");
}

function given(fields: Fields, key: string): unknown {
  if (!fields.has(key)) fields.wrong(`${key} is missing`);
  return fields.value(key);
}

function failed(fields: Fields) {
  return { kind: "failed" as const, error: errorText(fields.value("error")) };
}

function ended(result: Payload, type: string, text: string) {
  return field(result, type) === "success"
    ? { kind: "succeeded" as const }
    : { kind: "failed" as const, error: errorText(field(result, text) ?? field(result, type)) };
}

function encode(decision: Decision, event: HostEvent): Reply {
  switch (decision.kind) {
    case "allow":
      if (event.kind === "before_tool" && decision.line !== null)
        return handedOver(
          event,
          decision.line,
          decision.by === "gate" ? null : permissionAnswer(event.door, "allow", "Intentgate contains this command."),
        );
      return event.kind === "before_tool" && decision.by === "person"
        ? permission(event, "allow", "A person approved this call.")
        : tell({ model: decision.context, person: null }, event);
    case "ask":
      if (event.kind === "before_tool" && decision.line !== null)
        return handedOver(
          event,
          decision.line,
          permissionAnswer(event.door, "ask", reasonText(decision.question, can.textLimit)),
        );
      return event.kind === "before_tool"
        ? permission(event, "ask", reasonText(decision.question, can.textLimit))
        : encode({ kind: "deny", reason: decision.otherwise }, event);
    default:
      return no(reasonText(decision.reason, can.textLimit), event);
  }
}

function no(reason: string, event: HostEvent): Reply {
  switch (event.kind) {
    case "before_tool":
      return deniedCall(event.door, reason);
    // Elsewhere an exit code is only a warning, and the answer counts where there is one.
    case "stop":
    case "subagent_stop":
      return said({ decision: "block", reason });
    case "after_tool":
      return tell({ model: reason, person: null }, event);
    case "prompt":
      return blocked({ decision: "block", reason }, reason);
    default:
      return silence;
  }
}

/** Without an exit code: with one the call is refused as well, but the model reads only which code it was. */
function deniedCall(door: HostName, reason: string): Reply {
  return said(permissionAnswer(door, "deny", reason));
}

function permission(event: HostEvent, decision: "allow" | "ask", reason: string): Reply {
  return said(permissionAnswer(event.door, decision, reason));
}

type BeforeTool = Extract<HostEvent, { kind: "before_tool" }>;

/** Without an answer it asks about the line as it would about any. */
function handedOver(event: BeforeTool, line: string, answer: Payload | null): Reply {
  const modifiedArgs = withCommand(event, line);
  if (event.door === name) return said({ ...answer, modifiedArgs });
  const hookSpecificOutput = { hookEventName: "PreToolUse", updatedInput: modifiedArgs };
  const inner = answer === null ? {} : (answer.hookSpecificOutput as Payload);
  return said({ ...answer, modifiedArgs, hookSpecificOutput: { ...inner, ...hookSpecificOutput } });
}

/** Through the settings of Claude Code both forms are given: whichever it reads, it reads the same. */
function permissionAnswer(door: HostName, permissionDecision: string, permissionDecisionReason: string): Payload {
  const answer = { permissionDecision, permissionDecisionReason };
  return door === name ? answer : { ...answer, hookSpecificOutput: { hookEventName: "PreToolUse", ...answer } };
}

/** The person has no channel of their own here; what the model reads is shown. */
function tell(told: Told, event: HostEvent): Reply {
  const additionalContext = textFor(told.model, event, can);
  if (additionalContext === null || event.door === name) return said({ additionalContext });
  return said({ additionalContext, hookSpecificOutput: { hookEventName: event.event, additionalContext } });
}

/** Claude Code puts the id of the call into every payload about one, and never a time. */
export function isCopilot(payload: Payload): boolean {
  const claudes = ["tool_use_id", "prompt_id", "permission_mode"];
  return typeof field(payload, "timestamp") === "string" && !claudes.some((key) => Object.hasOwn(payload, key));
}

const throughClaude: Omit<Dialect, "door"> = {
  ...dialect,
  events: eventsThroughClaude,
  eventField: "hook_event_name",
  origin: (fields, kind) => ({
    session: sessionOf(fields, { session: "session_id", agent: "agent_id", parent: "parent_agent_id" }),
    cwd: folder(fields, kind),
    model: null,
    asks: true,
  }),
  call: (fields) => ({ id: null, name: fields.name("tool_name"), input: given(fields, "tool_input") }),
  outcome: (fields, event) =>
    event === "PostToolUseFailure"
      ? failed(fields)
      : ended(fields.map("tool_result"), "result_type", "text_result_for_llm"),
};

/** `door`: the host whose settings named our hook. */
export function decodeThrough(door: HostName, payload: Payload, event: string | null): Checked<HostEvent> {
  return decodeCopilot({ ...throughClaude, door }, payload, event);
}

function decodeCopilot(wording: Dialect, payload: Payload, event: string | null): Checked<HostEvent> {
  const decoded = decodeEvent(wording, payload, event);
  // A subagent's end is told twice; its own event is the other one.
  if (!decoded.ok || decoded.value.kind !== "stop" || decoded.value.session.parent === null) return decoded;
  const { host, door, event: told } = decoded.value;
  return { ok: true, value: { kind: "ignored", host, door, event: told } };
}

const hooked = Object.keys(events).filter((event) => events[event] !== "ignored");

function hooksFile(mode: InstallMode): InstallFile {
  return {
    path: ".github/hooks/intentgate.json",
    keepOut: mode === "personal",
    content: {
      kind: "json",
      skeleton: '{"version": 1}\n',
      claims: ({ command, windows }) =>
        hooked.map((event) => ({
          at: ["hooks", event],
          element: {
            type: "command",
            bash: hookCommand(command, name, event),
            ...(windows === null ? {} : { powershell: hookCommand(windows, name, event) }),
            timeoutSec: can.waitsMs / 1_000,
          },
        })),
      marks: hooked.map((event) => ({
        at: ["hooks", event],
        isOurs: (hook) => isOurCommand(member(hook, "bash"), name, event),
      })),
      off: [{ at: ["disableAllHooks"], when: isTrue, why: "it switches the hooks of this file off" }],
    },
  };
}

/** It reads the settings of Claude Code along. */
const watched = (at: WatchedFile["at"], path: string): WatchedFile => ({
  ...{ at, path, kind: "json", env: null },
  switches: [allHooksOff],
});

function untrustedFolder(around: Around): Silence[] {
  if (around.hooksIn === "user") return [];
  const config = ownText(around, "config.json") ?? "";
  const folders = ["trustedFolders", "trusted_folders"].flatMap((key) => valueIn(config, [key]) ?? []);
  const isTrusted = folders.some((folder) => typeof folder === "string" && isBelow(around.startedIn, folder));
  if (isTrusted) return [];
  const why = "the folder is not trusted, so Copilot CLI leaves its hooks out without a word";
  const remedy =
    "Start `copilot` once in the repository and trust the folder for good; for `copilot -p`, give `--trust-folder`.";
  return [
    {
      host: name,
      where: shownPlace(join(around.ownFolder, "config.json"), around),
      why,
      remedy,
      doubt: null,
      outlivesProof: false,
    },
  ];
}

const live: LiveHost = {
  places: ["~/.local/bin/copilot", "~/.npm-global/bin/copilot", "~/.bun/bin/copilot"],
  asks: (canary) => ({ name: "create", input: { path: canary, file_text: "canary\n" } }),
  runs: (command) => ({ name: "bash", input: { command, description: "canary", initial_wait: 10 } }),
  takesRules: "in words",
  leadsElsewhere: () => null, // offline, it asks the provider that the environment names and nobody else
  leadingVariables: null,
  start: ({ url, prompt, folder, denied, ...around }) => ({
    args: [
      ...["-p", prompt, "--allow-all-tools", "--disable-client-telemetry", "--disable-builtin-mcps"],
      ...(denied === null ? [] : ["--deny-tool", `shell(${denied.join(" ")}:*)`]),
      ...keysIn(rootText(around, ".mcp.json"), "mcpServers").flatMap((server) => ["--disable-mcp-server", server]),
    ],
    env: {
      COPILOT_HOME: `${folder}/copilot`,
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: "intentgate-canary",
      COPILOT_MODEL: "claude-sonnet-4.5",
      COPILOT_AUTO_UPDATE: "false",
    },
    files: {
      "copilot/config.json": picked(ownText(around, "config.json"), [
        "trustedFolders",
        "trusted_folders",
        "disableAllHooks",
      ]),
      "copilot/settings.json": picked(ownText(around, "settings.json"), ["disableAllHooks"]),
    },
  }),
  own: "copilot",
  differs: ["of your own settings only the trusted folders were taken; MCP servers and plugins were left out"],
};

export const copilotCli: Host = {
  name,
  title: "Copilot CLI",
  can,
  events,
  tools: copilotTools,
  ownTool: (tool) => `${gateServer}-${tool}`,
  decode(given, event) {
    const payload = readPayload(given);
    return payload.ok ? decodeCopilot(dialect, payload.value, event) : payload;
  },
  encode,
  tell,
  refuse(reason, event) {
    const text = reasonText(reason, can.textLimit);
    const kind = event === null ? null : kindOf(events, event);
    if (kind === "before_tool") return deniedCall(name, text);
    // An event that nobody named may be a call too: any exit code but 0 refuses it.
    const isGate = kind === null || kind === "prompt";
    return isGate ? blocked(permissionAnswer(name, "deny", text), text) : { ...silence, stderr: `${text}\n` };
  },
  install: {
    events: hooked,
    files: (mode) => [hooksFile(mode), mcpJson(mode)],
    plugin: () => [],
    user: (own) =>
      atUser([hooksFile("personal"), mcpJson("personal")], `${own}/hooks/intentgate.json`, `${own}/mcp-config.json`),
    trustSteps: (mode) => [
      "Start `copilot` once in the repository and choose to trust the folder for good; without that its hooks and MCP servers are left out without a word.",
      "For `copilot -p`, give `--trust-folder`.",
      ...startHere("copilot", mode),
    ],
    alsoReadBy: [],
    programs: ["copilot"],
    ownFolder: { path: ".copilot", variable: "COPILOT_HOME" },
    traces: [".github/hooks", ".copilot"],
  },
  silencing: {
    ...noSilencing,
    watched: [
      ...[".github/copilot/settings.json", ".github/copilot/settings.local.json"].map((path) => watched("above", path)),
      ...claudeSettings.map((path) => watched("above", path)),
      ...["config.json", "settings.json"].map((path) => watched("own", path)),
    ],
    distrust: untrustedFolder,
  },
  rules: copilotRules,
  fileRules: null,
  reach: { hooksSince: null, below: null, worktree: null },
  control: {
    ...nowhere,
    inRoot: [".copilot", ".github/hooks", ".github/copilot"],
    serversInRoot: [".github/mcp.json"],
    inHome: [".copilot"],
    atTop: ["etc/github-copilot", "library/application support/githubcopilot"],
    notesInHome: [".copilot/session-state"],
  },
  acp: null,
  live,
};
