/** Every verb, in the order the help shows them; each is loaded only when it is called. */
import type { Verb } from "./verb.ts";

export interface ListedVerb {
  name: string;
  group: "start" | "intents" | "approvals" | "history" | "agents";
  summary: string;
  load(): Promise<{ verb: Verb }>;
}

export const verbList: readonly ListedVerb[] = [
  {
    name: "init",
    group: "start",
    summary: "put this repository under the gate",
    load: () => import("./verbs/init.ts"),
  },
  {
    name: "uninit",
    group: "start",
    summary: "take the gate out of the settings of your agents",
    load: () => import("./verbs/uninit.ts"),
  },
  {
    name: "demo",
    group: "start",
    summary: "watch scripted agents work through the real gate",
    load: () => import("./verbs/demo.ts"),
  },
  {
    name: "status",
    group: "start",
    summary: "show what is governed, open and waiting",
    load: () => import("./verbs/status.ts"),
  },
  {
    name: "doctor",
    group: "start",
    summary: "check everything that could be wrong and say the remedy",
    load: () => import("./verbs/doctor.ts"),
  },
  {
    name: "intent",
    group: "intents",
    summary: "create, show and move intents",
    load: () => import("./verbs/intent.ts"),
  },
  {
    name: "use",
    group: "intents",
    summary: "bind a session to an intent yourself",
    load: () => import("./verbs/use.ts"),
  },
  {
    name: "session",
    group: "intents",
    summary: "list sessions, or reset one that was stopped",
    load: () => import("./verbs/session.ts"),
  },
  {
    name: "lessons",
    group: "intents",
    summary: "show, accept or remove lessons in AGENT.md",
    load: () => import("./verbs/lessons.ts"),
  },
  {
    name: "approvals",
    group: "approvals",
    summary: "answer what waits for a person",
    load: () => import("./verbs/approvals.ts"),
  },
  {
    name: "serve",
    group: "approvals",
    summary: "show the page: what agents do, what waits for you, who wrote what",
    load: () => import("./verbs/serve.ts"),
  },
  {
    name: "trust",
    group: "approvals",
    summary: "accept changes that programs made to authored files",
    load: () => import("./verbs/trust.ts"),
  },
  {
    name: "pause",
    group: "approvals",
    summary: "let everything but control files pass for a while",
    load: () => import("./verbs/pause.ts"),
  },
  {
    name: "why",
    group: "history",
    summary: "say why a line is there: intent, decision, approval",
    load: () => import("./verbs/why.ts"),
  },
  {
    name: "blame",
    group: "history",
    summary: "show who wrote each line of a file, and under which intent",
    load: () => import("./verbs/blame.ts"),
  },
  {
    name: "impact",
    group: "history",
    summary: "show which lines an intent left in the code",
    load: () => import("./verbs/impact.ts"),
  },
  {
    name: "coverage",
    group: "history",
    summary: "show the share of lines per intent, model and people",
    load: () => import("./verbs/coverage.ts"),
  },
  {
    name: "anchor",
    group: "history",
    summary: "join records to the commits that took them in",
    load: () => import("./verbs/anchor.ts"),
  },
  { name: "trace", group: "history", summary: "read and verify the ledger", load: () => import("./verbs/trace.ts") },
  {
    name: "map",
    group: "history",
    summary: "show which files belong to which intent",
    load: () => import("./verbs/map.ts"),
  },
  {
    name: "decisions",
    group: "history",
    summary: "show what was decided and why",
    load: () => import("./verbs/decisions.ts"),
  },
  {
    name: "report",
    group: "history",
    summary: "show what was stopped, or would have been",
    load: () => import("./verbs/report.ts"),
  },
  {
    name: "hooks",
    group: "agents",
    summary: "see, try, trust and run the event hooks of this repository",
    load: () => import("./verbs/hooks.ts"),
  },
  {
    name: "ability",
    group: "agents",
    summary: "list abilities, and run them through the gate",
    load: () => import("./verbs/ability.ts"),
  },
  {
    name: "suggest",
    group: "agents",
    summary: "show which abilities and documents a prompt would get",
    load: () => import("./verbs/suggest.ts"),
  },
  {
    name: "routing",
    group: "agents",
    summary: "find what is wrong in registries, routes and documents",
    load: () => import("./verbs/routing.ts"),
  },
  {
    name: "hook",
    group: "agents",
    summary: "answer one event of an agent's host",
    load: () => import("./verbs/hook.ts"),
  },
  {
    name: "gate",
    group: "agents",
    summary: "keep the gate in memory, so that agents wait less",
    load: () => import("./verbs/gate.ts"),
  },
  {
    name: "run",
    group: "agents",
    summary: "let a model work here, with the gate in between",
    load: () => import("./verbs/run.ts"),
  },
  {
    name: "mcp",
    group: "agents",
    summary: "offer intents, history and abilities to agents over MCP",
    load: () => import("./verbs/mcp.ts"),
  },
  {
    name: "mcp-gateway",
    group: "agents",
    summary: "put MCP servers behind the gate",
    load: () => import("./verbs/mcp-gateway.ts"),
  },
  {
    name: "acp",
    group: "agents",
    summary: "put an agent that speaks ACP behind the gate of its editor",
    load: () => import("./verbs/acp.ts"),
  },
  {
    name: "call",
    group: "agents",
    summary: "send one tool call through the gate",
    load: () => import("./verbs/call.ts"),
  },
  {
    name: "classify",
    group: "agents",
    summary: "say what a shell command would read and change",
    load: () => import("./verbs/classify.ts"),
  },
  {
    name: "completion",
    group: "agents",
    summary: "print a completion script for your shell",
    load: () => import("./verbs/completion.ts"),
  },
];
