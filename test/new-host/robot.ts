/** A host that nobody has: this one file is all that a new host would need, besides its line in the list. */
import { type Dialect, decoderOf, kindOf } from "../../packages/hosts/src/dialect/decode-event.ts";
import { blocked, said } from "../../packages/hosts/src/dialect/reply.ts";
import { noSilencing } from "../../packages/hosts/src/host/around.ts";
import type { EventTable } from "../../packages/hosts/src/host/event.ts";
import { type Can, type Host, nowhere } from "../../packages/hosts/src/host/host.ts";
import type { InstallFile, InstallMode, Switch } from "../../packages/hosts/src/host/install.ts";
import { noRules } from "../../packages/hosts/src/host/rules.ts";
import { hookCommand, isOurCommand } from "../../packages/hosts/src/install/hook-command.ts";
import { member } from "../../packages/hosts/src/settings/read-settings.ts";
import { isTrue } from "../../packages/hosts/src/silence/silences.ts";
import { mcpTool } from "../../packages/hosts/src/tools/gate-tools.ts";
import { reads, readTool, runs, type ToolTable, writes } from "../../packages/hosts/src/tools/tool-table.ts";

const name = "robot";

const can: Can = {
  ask: false,
  speaksIn: [],
  linesIn: [],
  rewrite: false,
  keepsFolder: false,
  inject: [],
  stopPrompt: true,
  holdStop: false,
  callIds: true,
  marksSubagents: false,
  waitsMs: 30_000,
  textLimit: 9_000,
};

const events: EventTable = { BeforeDeed: "before_tool", AfterDeed: "after_tool", Order: "prompt", Hum: "ignored" };
const hooked = ["BeforeDeed", "AfterDeed", "Order"];

const tools: ToolTable = {
  scribble: writes("where", "what"),
  peek: reads("where"),
  mutter: runs("words"),
};

const dialect: Dialect = {
  host: name,
  door: name,
  events,
  eventField: "happening",
  origin: (fields) => ({
    session: { id: fields.id("life"), parent: null },
    cwd: fields.folder("room"),
    model: null,
    asks: false,
  }),
  call: (fields) => ({ id: fields.id("deed"), name: fields.name("tool"), input: fields.map("with") }),
  reading(tool, input) {
    const [server = "", ours] = tool.split("/");
    return ours === undefined ? readTool(name, tools, tool, input) : mcpTool(name, server, ours, tool, input);
  },
  pinned: () => null,
  outcome: () => ({ kind: "succeeded" }),
  prompt: (fields) => fields.text("order"),
};

const no = (why: string) => blocked({ answer: "no", why }, why);

const asleep = (why: string): Switch => ({ at: ["asleep"], when: isTrue, why });

function settings(mode: InstallMode): InstallFile {
  return {
    path: ".robot/rules.json",
    keepOut: mode === "personal",
    content: {
      kind: "json",
      skeleton: null,
      claims: ({ command }) =>
        hooked.map((event) => ({ at: ["hooks", event], element: { run: hookCommand(command, name, event) } })),
      marks: hooked.map((event) => ({
        at: ["hooks", event],
        isOurs: (hook) => isOurCommand(member(hook, "run"), name, event),
      })),
      off: [],
    },
  };
}

export const robot: Host = {
  name,
  title: "Robot",
  can,
  events,
  tools,
  ownTool: (tool) => tool,
  decode: decoderOf(dialect),
  encode: (decision) =>
    decision.kind === "allow"
      ? said({ answer: "yes" })
      : no(decision.kind === "ask" ? decision.otherwise : decision.reason),
  tell: () => said({ answer: "yes" }),
  refuse(reason, event) {
    const kind = event === null ? null : kindOf(events, event);
    return kind === "after_tool" ? said({ answer: "yes", why: reason }) : no(reason);
  },
  install: {
    files: (mode) => [settings(mode)],
    user: () => [],
    plugin: () => [],
    events: hooked,
    trustSteps: () => ["Wake Robot once in the repository."],
    alsoReadBy: [],
    programs: ["robot"],
    ownFolder: { path: ".robot", variable: null },
    traces: [".robot"],
  },
  silencing: {
    ...noSilencing,
    watched: [
      { at: "own", path: "rules.json", kind: "json", switches: [asleep("it sleeps everywhere")], env: null },
      { at: "above", path: ".robot/rules.json", kind: "json", switches: [asleep("it sleeps")], env: null },
      { at: "above", path: ".robot.env", kind: "variables", switches: [], env: null },
    ],
    variables: /^ROBOT_DEAF$/,
  },
  rules: noRules,
  fileRules: null,
  reach: { hooksSince: "2.0.0", below: null, worktree: null },
  control: {
    ...nowhere,
    inRoot: [".robot", ".robot.env", ".parts/robot"],
    serversInRoot: ["robots.json"],
    inHome: [".robot"],
    atTop: ["etc/robot"],
    notesInHome: [".robot/dreams"],
  },
  acp: null,
  live: { untried: "nobody has built it" },
};
