import { type Dialect, decodeEvent } from "../dialect/decode-event.ts";
import { pluginReplies } from "../dialect/plugin-replies.ts";
import { errorText } from "../dialect/snake-dialect.ts";
import { noSilencing, rootText, type WatchedFile } from "../host/around.ts";
import type { EventTable } from "../host/event.ts";
import { ALWAYS, type Can, type Host, nowhere } from "../host/host.ts";
import type { InstallFile, InstallMode } from "../host/install.ts";
import type { LiveHost } from "../host/live.ts";
import { atUser } from "../install/user-files.ts";
import { field, isPayload, readPayload } from "../payload/read-payload.ts";
import { keysIn } from "../settings/read-settings.ts";
import { gateServer, gateTools, mcpTool } from "../tools/gate-tools.ts";
import {
  edits,
  looks,
  noEffect,
  patches,
  reads,
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
import { opencodePlugin, pluginSign } from "./opencode-plugin.ts";
import { opencodeRules } from "./opencode-rules.ts";

const name = "opencode";

const can: Can = {
  ask: false,
  speaksIn: [], // a plugin has no dialog, and the host's own is not reached from one
  linesIn: [],
  rewrite: true,
  keepsFolder: false,
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
  // A script of calls.
  execute: unknownEffect,
  skill: showsSkill("name"),
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
function reading(tool: string, input: unknown): ToolReading {
  const ours = gateTools.find((one) => tool === `${gateServer}_${one}`);
  return ours === undefined ? readTool(name, tools, tool, input) : mcpTool(name, gateServer, ours, tool, input);
}

const dialect: Dialect = {
  host: name,
  door: name,
  events,
  eventField: "hook",
  origin(fields, kind) {
    const input = fields.inside("input");
    const isEvent = ["session_start", "session_end", "stop"].includes(kind);
    const about = isEvent ? input.inside("properties") : input;
    const info = kind === "session_start" ? about.inside("info") : null;
    const id = about.id("sessionID");
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

/** It has no switch for plugins; but where a file cannot be read, nobody knows what it loads. */
const plain = { kind: "json", switches: [], env: null } as const;

const live: LiveHost = {
  places: ["~/.opencode/bin/opencode", "~/.local/bin/opencode", "~/.npm-global/bin/opencode", "~/.bun/bin/opencode"],
  asks: (canary) => ({ name: "write", input: { filePath: canary, content: "canary\n" } }),
  runs: (command) => ({ name: "bash", input: { command, description: "canary" } }),
  takesRules: "in files",
  leadsElsewhere: () => null, // no other provider is switched on
  leadingVariables: null,
  start: ({ url, prompt, folder, denied, ...around }) => {
    const files = [".opencode/opencode.json", "opencode.json", "opencode.jsonc"];
    const servers = files.flatMap((path) => keysIn(rootText(around, path), "mcp"));
    const content = {
      provider: {
        canary: {
          npm: "@ai-sdk/openai-compatible",
          options: { baseURL: `${url}/v1`, apiKey: "intentgate-canary" },
          models: { canary: { tool_call: true } },
        },
      },
      enabled_providers: ["canary"],
      model: "canary/canary",
      small_model: "canary/canary",
      autoupdate: false,
      share: "disabled",
      permission: {
        "*": "allow",
        ...(denied !== null && { bash: { "*": "allow", [`${denied.join(" ")}*`]: "deny" } }),
      },
      mcp: Object.fromEntries(servers.map((server) => [server, { enabled: false }])),
    };
    return {
      args: ["run", "--format", "json", "-m", "canary/canary", prompt],
      env: {
        HOME: folder,
        XDG_CONFIG_HOME: `${folder}/config`,
        XDG_DATA_HOME: `${folder}/data`,
        XDG_CACHE_HOME: `${folder}/cache`,
        OPENCODE_CONFIG_CONTENT: JSON.stringify(content),
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        // It fetches a package for its plugins before it begins; asked in vain at once, it goes on without.
        npm_config_registry: url,
        NPM_CONFIG_REGISTRY: url,
        npm_config_fetch_retries: "0",
      },
      files: {},
    };
  },
  own: "config/opencode",
  differs: ["plugins of your own configuration and MCP servers were left out"],
};

export const opencode: Host = {
  name,
  title: "opencode",
  can,
  events,
  tools,
  ownTool: (tool) => `${gateServer}_${tool}`,
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
    events: Object.keys(events).filter((event) => events[event] !== "ignored"),
    files,
    plugin: () => [],
    user: (own) => atUser(files("personal"), `${own}/plugins/intentgate.js`, `${own}/opencode.json`),
    trustSteps: () => [
      "Do not start opencode with `--pure`: it leaves all plugins out.",
      "Without a network the first start with a plugin takes a minute or two, as opencode tries to fetch its plugin package.",
    ],
    alsoReadBy: [],
    programs: ["opencode"],
    ownFolder: { path: ".config/opencode", variable: null },
    traces: [".opencode", "opencode.json", "opencode.jsonc"],
  },
  silencing: {
    ...noSilencing,
    watched: ["opencode.json", "opencode.jsonc"].flatMap((file): WatchedFile[] => [
      { at: "above", path: file, ...plain },
      { at: "above", path: `.opencode/${file}`, ...plain },
      { at: "own", path: file, ...plain },
    ]),
  },
  rules: opencodeRules,
  fileRules: null,
  reach: { hooksSince: null, below: ALWAYS, worktree: null },
  control: {
    ...nowhere,
    inRoot: [".opencode", ".opencode.json", "opencode.json", "opencode.jsonc"],
    inHome: [".config/opencode", ".opencode"],
    atTop: ["etc/opencode", "library/application support/opencode"],
    settingsBeginWith: ["opencode"],
  },
  acp: null,
  live,
};
