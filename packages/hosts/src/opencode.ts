import { type Dialect, decodeEvent, type EventTable } from "./decode-event.ts";
import type { Can, Host } from "./host.ts";
import type { InstallFile, InstallMode } from "./install/install.ts";
import { opencodePlugin, pluginSign } from "./install/opencode-plugin.ts";
import { pluginReplies } from "./plugin-replies.ts";
import { field, isPayload, readPayload } from "./read-payload.ts";
import { errorText } from "./snake-dialect.ts";
import { gateServer, gateTools, mcpTool } from "./tools/gate-tools.ts";
import {
  edits,
  looks,
  noEffect,
  patches,
  reads,
  readTool,
  runs,
  startsAgent,
  type ToolReader,
  type ToolReading,
  type ToolTable,
  unknownEffect,
  writes,
} from "./tools/tool-table.ts";

const can: Can = {
  ask: false, // a plugin has no dialog, and the host's own is not reached from one
  rewrite: true,
  inject: ["prompt", "after_tool"],
  stopPrompt: true,
  holdStop: false,
  callIds: true,
  marksSubagents: true,
  waitsMs: 600_000,
  textLimit: 12_000,
};

/** What our plugin sends: the names of the host's own hooks, and its events with `event.` before them. */
const events: EventTable = {
  "tool.execute.before": "before_tool",
  "tool.execute.after": "after_tool",
  "chat.message": "prompt",
  "event.session.created": "session_start",
  "event.session.deleted": "session_end",
  "event.session.idle": "stop",
  "event.file.edited": "ignored",
  "event.permission.asked": "ignored",
  "event.permission.replied": "ignored",
  "plugin.init": "ignored",
  "shell.env": "ignored",
};

/** Named like a server and its tool too, so only the empty input of the host's own tool is taken for it. */
const leavesPlan: ToolReader = (input) => (Object.keys(input).length === 0 ? noEffect(input) : null);

const tools: ToolTable = {
  read: reads("filePath"),
  glob: looks("list_files", "path"),
  list: looks("list_files", "path"),
  grep: looks("search_files", "path"),
  lsp: looks("search_files", "filePath"),
  write: writes("filePath", "content"),
  edit: edits({ path: "filePath", from: "oldString", to: "newString", all: "replaceAll" }),
  apply_patch: patches("patchText"),
  bash: runs("command", "workdir"),
  // A script of calls, and files that tell the model what to do.
  execute: unknownEffect,
  skill: unknownEffect,
  invalid: noEffect,
  task: startsAgent("description", "prompt", "subagent_type", "task_id", "background"),
  todowrite: noEffect,
  todoread: noEffect,
  question: noEffect,
  plan_enter: leavesPlan,
  plan_exit: leavesPlan,
  webfetch: noEffect,
  websearch: noEffect,
  codesearch: noEffect,
};

/** `server_tool` cannot be taken apart: only our own names are known for sure, every other one stays whole and unknown. */
function reading(name: string, input: unknown): ToolReading {
  const ours = gateTools.find((tool) => name === `${gateServer}_${tool}`);
  return ours === undefined
    ? readTool("opencode", tools, name, input)
    : mcpTool("opencode", gateServer, ours, name, input);
}

const dialect: Dialect = {
  host: "opencode",
  door: "opencode",
  events,
  eventField: "hook",
  origin(fields, kind) {
    const input = fields.inside("input");
    const isEvent = ["session_start", "session_end", "stop"].includes(kind);
    const told = isEvent ? input.inside("properties") : input;
    const info = kind === "session_start" ? told.inside("info") : null;
    const id = told.id("sessionID");
    const parent = info?.idOr("parentID") ?? fields.idOr("parent");
    if (parent === id) fields.wrong("a session is its own parent");
    return {
      session: { id, parent },
      cwd: info?.folderOr("directory") ?? fields.folderOr("directory"),
      model: null,
      asks: false,
    };
  },
  call(fields, kind) {
    const input = fields.inside("input");
    const args = kind === "before_tool" ? fields.inside("output") : input;
    return { id: input.id("callID"), name: input.name("tool"), input: args.map("args") };
  },
  reading,
  pinned: () => null,
  outcome(fields) {
    const metadata = fields.inside("output").mapOr("metadata") ?? {};
    const exit = field(metadata, "exit");
    const isFailure = typeof exit === "number" && exit !== 0;
    return isFailure ? { kind: "failed", error: errorText(`exit code ${exit}`) } : { kind: "succeeded" };
  },
  prompt(fields) {
    const texts = fields
      .inside("output")
      .list("parts")
      .flatMap((part) => {
        const text = isPayload(part) && field(part, "type") === "text" ? field(part, "text") : null;
        return typeof text === "string" ? [text] : [];
      });
    return texts.join("\n");
  },
};

function files(mode: InstallMode): InstallFile[] {
  const keepOut = mode === "personal";
  return [
    {
      path: ".opencode/plugins/intentgate.js",
      keepOut,
      content: {
        kind: "own",
        text: (settings) => opencodePlugin(settings.command, can.waitsMs),
        sign: pluginSign,
        executable: false,
      },
    },
    {
      path: ".opencode/opencode.json",
      keepOut,
      content: {
        kind: "json",
        skeleton: null,
        claims: ({ mcp }) => [
          {
            at: ["mcp"],
            key: gateServer,
            value: {
              type: "local",
              command: [mcp.command, ...mcp.args],
              ...(Object.keys(mcp.env).length === 0 ? {} : { environment: mcp.env }),
              enabled: true,
            },
          },
        ],
        marks: [{ at: ["mcp"], key: gateServer }],
        off: [],
      },
    },
  ];
}

export const opencode: Host = {
  name: "opencode",
  title: "opencode",
  can,
  tools,
  decode(given, event) {
    const payload = readPayload(given);
    if (!payload.ok) return payload;
    const decoded = decodeEvent(dialect, payload.value, event);
    if (!decoded.ok || decoded.value.kind !== "session_start" || decoded.value.session.parent === null) return decoded;
    const { source: _, ...rest } = decoded.value;
    return { ok: true, value: { ...rest, kind: "subagent_start" } };
  },
  ...pluginReplies(events, can),
  install: {
    files,
    trustSteps: () => [
      "Do not start opencode with `--pure`: it leaves all plugins out.",
      "Without a network the first start with a plugin takes a minute or two, as opencode tries to fetch its plugin package.",
    ],
    alsoReadBy: [],
    programs: ["opencode"],
    ownFolder: { path: ".config/opencode", variable: null },
    switches: [],
    silences: () => [],
    loads: [],
    traces: [".opencode", "opencode.json", "opencode.jsonc"],
  },
};
