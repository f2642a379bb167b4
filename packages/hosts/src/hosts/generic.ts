/** For one's own scripts: our own words on both sides. The contract is in docs/hosts.md. */

import { type Dialect, decoderOf } from "../dialect/decode-event.ts";
import { blocked, reasonText, said } from "../dialect/reply.ts";
import { errorText } from "../dialect/snake-dialect.ts";
import { textFor } from "../dialect/snake-replies.ts";
import { noSilencing } from "../host/around.ts";
import type { Decision, EventTable, HostEvent, Reply, Told } from "../host/event.ts";
import { type Can, type Host, nowhere } from "../host/host.ts";
import { noRules } from "../host/rules.ts";
import { plainText } from "../payload/plain-text.ts";

const name = "generic";

const can: Can = {
  ask: true,
  speaksIn: [],
  linesIn: [],
  rewrite: false,
  keepsFolder: false,
  inject: ["session_start", "prompt", "before_tool", "after_tool", "subagent_start"],
  stopPrompt: true,
  holdStop: true,
  callIds: true,
  marksSubagents: true,
  waitsMs: 600_000,
  textLimit: 32_000,
};

const events: EventTable = {
  before_tool: "before_tool",
  after_tool: "after_tool",
  prompt: "prompt",
  session_start: "session_start",
  session_end: "session_end",
  stop: "stop",
  subagent_start: "subagent_start",
  subagent_stop: "subagent_stop",
};

const dialect: Dialect = {
  host: name,
  door: name,
  events,
  eventField: "event",
  origin(fields, kind) {
    const id = fields.id("session");
    const parent = fields.idOr("parent");
    if (parent === id) fields.wrong("a session is its own parent");
    const isCall = kind === "before_tool" || kind === "after_tool";
    return {
      session: { id, parent },
      cwd: isCall ? fields.folder("cwd") : fields.folderOr("cwd"),
      model: fields.nameOr("model"),
      asks: true,
    };
  },
  call: (fields) => ({ id: fields.idOr("call_id"), name: fields.name("tool"), input: fields.map("input") }),
  /** The tools of our own table under their own names; that a tool has no effect is not for its caller to say. */
  reading: (tool, input) => ({ tool, payload: { ...(input as object) } }),
  pinned: () => null,
  outcome(fields) {
    const outcome = fields.inside("outcome");
    if (typeof outcome.value("ok") !== "boolean") outcome.wrong("outcome.ok is not true or false");
    return outcome.flag("ok")
      ? { kind: "succeeded" }
      : { kind: "failed", error: errorText(outcome.textOr("error") ?? "") };
  },
  prompt: (fields) => fields.text("prompt"),
};

/** A script that looks at nothing but the exit code runs only what was allowed. */
function encode(decision: Decision, event: HostEvent): Reply {
  switch (decision.kind) {
    case "allow":
      return tell({ model: decision.context, person: null }, event);
    case "ask": {
      const reason = reasonText(decision.question, can.textLimit);
      const otherwise = reasonText(decision.otherwise, can.textLimit);
      return event.kind === "before_tool" ? blocked({ decision: "ask", reason, otherwise }, reason) : no(otherwise);
    }
    default:
      return no(reasonText(decision.reason, can.textLimit));
  }
}

function no(reason: string): Reply {
  return blocked({ decision: "deny", reason }, reason);
}

function tell(told: Told, event: HostEvent): Reply {
  const message = told.person === null ? null : plainText(told.person, can.textLimit);
  return said({ decision: "allow", context: textFor(told.model, event, can), message });
}

export const generic: Host = {
  name,
  title: "a script of one's own",
  can,
  events,
  tools: {},
  ownTool: (tool) => tool,
  decode: decoderOf(dialect),
  encode,
  tell,
  refuse: (reason) => no(reasonText(reason, can.textLimit)),
  install: {
    events: [],
    files: () => [],
    plugin: () => [],
    user: () => [],
    trustSteps: () => [],
    alsoReadBy: [],
    programs: [],
    ownFolder: { path: "", variable: null },
    traces: [],
  },
  silencing: noSilencing,
  // What a script runs stays as it is, and its rules are its own.
  rules: noRules,
  fileRules: null,
  reach: { hooksSince: null, below: null, worktree: null },
  control: nowhere,
  acp: null,
  live: { untried: "it is a script of one's own" },
};
