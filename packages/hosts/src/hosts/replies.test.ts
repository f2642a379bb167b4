import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { decoded, named, recorded, recording } from "../../../../test/support/hosts/recorded-payloads.ts";
import type { Decision, EventKind, HostEvent, HostName, Reply } from "../host/event.ts";
import { hosts } from "./hosts.ts";

const refusal = JSON.stringify({ type: "tool_error", code: "SCOPE_VIOLATION", message: "outside of src/**", meta: {} });
const decisions = {
  allow: { kind: "allow", by: "gate", changes: true, context: null, line: null },
  "allow with context": { kind: "allow", by: "gate", changes: false, context: "INT-1 is taken", line: null },
  "allow by a person": { kind: "allow", by: "person", changes: false, context: null, line: null },
  deny: { kind: "deny", reason: refusal },
  ask: { kind: "ask", question: "Delete src/a.ts?", otherwise: refusal, line: null },
  hold: { kind: "hold", reason: "INT-1 is not complete" },
} as const satisfies Record<string, Decision>;

const text = v.pipe(v.string(), v.nonEmpty());
const strict = <Entries extends v.ObjectEntries>(entries: Entries) => v.strictObject(entries);
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(schema);

/** The answers that the hosts' makers document, one row an event; a key that is not in it is an answer they do not know. */
const specific = (event: string) => strict({ hookEventName: v.literal(event), additionalContext: text });
const told = (event: string) => strict({ hookSpecificOutput: maybe(specific(event)), systemMessage: maybe(text) });
const shown = strict({ systemMessage: text });
const block = strict({ decision: v.literal("block"), reason: text });
const permission = (...decisions: string[]) =>
  strict({
    hookEventName: v.literal("PreToolUse"),
    permissionDecision: v.picklist(decisions),
    permissionDecisionReason: text,
    additionalContext: maybe(text),
  });
const claude = {
  PreToolUse: v.union([told("PreToolUse"), strict({ hookSpecificOutput: permission("allow", "deny", "ask") })]),
  PostToolUse: v.union([told("PostToolUse"), block]),
  UserPromptSubmit: v.union([told("UserPromptSubmit"), block]),
  Stop: v.union([shown, block]),
  SubagentStop: v.union([shown, block]),
  SubagentStart: told("SubagentStart"),
  SessionStart: told("SessionStart"),
  SessionEnd: shown,
};
const decision = strict({ permissionDecision: v.picklist(["allow", "deny", "ask"]), permissionDecisionReason: text });
const copilot = {
  context: strict({ additionalContext: text }),
  both: (event: string) => ({ additionalContext: text, hookSpecificOutput: specific(event) }),
};
const gemini = (event: string) => v.union([told(event), strict({ decision: v.literal("deny"), reason: text })]);
const plugin = v.union([
  strict({ decision: v.literal("allow"), context: maybe(text), message: maybe(text) }),
  strict({ decision: v.literal("deny"), reason: text }),
]);
const cursor = {
  permission: v.union([
    strict({ permission: maybe(v.literal("allow")) }),
    strict({ permission: v.literal("deny"), user_message: text, agent_message: text }),
  ]),
  context: strict({ additional_context: text }),
};

/** Our own plugins stand there, and read the same of every event. */
const throughPlugin = (name: string) =>
  Object.fromEntries(recorded.filter(({ host }) => host === name).map(({ event }) => [event, plugin]));

const shapes: Record<string, Record<string, v.GenericSchema>> = {
  "claude-code": claude,
  "qwen-code": claude,
  codex: {
    ...claude,
    PermissionRequest: v.union([
      shown,
      strict({
        hookSpecificOutput: strict({
          hookEventName: v.literal("PermissionRequest"),
          decision: strict({ behavior: v.literal("allow") }),
        }),
      }),
    ]),
    PreToolUse: v.union([
      told("PreToolUse"),
      strict({ hookSpecificOutput: permission("deny") }),
      strict({
        hookSpecificOutput: strict({
          hookEventName: v.literal("PreToolUse"),
          permissionDecision: v.literal("allow"),
          updatedInput: strict({ command: text }),
          additionalContext: maybe(text),
        }),
      }),
    ]),
  },
  "gemini-cli": Object.fromEntries(
    ["BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "SessionStart", "SessionEnd"].map((event) => [
      event,
      gemini(event),
    ]),
  ),
  "copilot-cli": {
    preToolUse: decision,
    postToolUse: copilot.context,
    userPromptSubmitted: block,
    sessionStart: copilot.context,
    subagentStart: copilot.context,
    agentStop: block,
    subagentStop: block,
    PreToolUse: strict({ ...decision.entries, hookSpecificOutput: permission("allow", "deny", "ask") }),
    PostToolUse: strict(copilot.both("PostToolUse")),
    SessionStart: strict(copilot.both("SessionStart")),
    UserPromptSubmit: block,
    SubagentStop: block,
  },
  cursor: {
    preToolUse: cursor.permission,
    beforeShellExecution: cursor.permission,
    beforeMCPExecution: cursor.permission,
    beforeSubmitPrompt: strict({ continue: v.boolean(), user_message: maybe(text) }),
    postToolUse: cursor.context,
    postToolUseFailure: cursor.context,
    sessionStart: cursor.context,
    stop: strict({ followup_message: text }),
  },
  opencode: throughPlugin("opencode"),
  cline: throughPlugin("cline"),
};

function answer(reply: Reply): Record<string, unknown> | null {
  return reply.stdout === "" ? null : JSON.parse(reply.stdout);
}

/** What the host would do with a call: from its documentation, and as it was seen to do. */
function runs(host: HostName, reply: Reply): boolean | "asks" {
  const said = answer(reply);
  const inner = (said?.hookSpecificOutput ?? {}) as Record<string, unknown>;
  if (reply.exitCode !== 0) return false;
  if (host === "cursor") return said?.permission !== "deny" && said?.continue !== false;
  const decision = said?.permissionDecision ?? inner.permissionDecision ?? said?.decision ?? "allow";
  if (host === "opencode" || host === "cline") return said?.decision === "allow";
  return decision === "ask" ? "asks" : decision === "allow";
}

const events = recorded.map((one) => ({ ...one, heard: decoded(one) }));
const cases = events.map((one) => [one.name, one] as const);

describe.each(Object.entries(decisions))("%s", (_what, given) => {
  it.each(cases)("to %s is answered in the words of its host", (_name, { door, event, host, heard }) => {
    const reply = door.encode(given, heard);
    const said = answer(reply);
    if (said !== null) v.parse(shapes[host]?.[event] ?? v.never(), said);
    if (heard.kind === "ignored" && host !== "opencode" && host !== "cline")
      expect(reply).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(reply.exitCode === 2).toBe(reply.stderr !== "");
    expect(reply.stderr === "" || reply.stderr.startsWith("Intentgate: ")).toBe(true);
    // Two lines could be taken for two answers.
    expect(reply.stdout.split("\n").length).toBeLessThanOrEqual(2);
  });
});

const calls = events.filter(({ heard }) => heard.kind === "before_tool").map((one) => [one.name, one] as const);

describe("before a call", () => {
  it.each(calls)("%s runs when allowed and not when denied", (_name, { door, host, heard }) => {
    expect(runs(host, door.encode(decisions.allow, heard))).toBe(true);
    expect(runs(host, door.encode(decisions["allow with context"], heard))).toBe(true);
    expect(runs(host, door.encode(decisions["allow by a person"], heard))).toBe(true);
    for (const no of [
      decisions.deny,
      decisions.hold,
      { kind: "deny", reason: "" },
      { kind: "deny", reason: " \n" },
    ] as const) {
      const reply = door.encode(no, heard);
      expect(runs(host, reply)).toBe(false);
      // To these the text alone says it, so that the model gets to read it.
      if (host === "copilot-cli" || host === "cursor") expect(reply).toMatchObject({ exitCode: 0, stderr: "" });
      else expect(reply).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^Intentgate: \S/) });
    }
    expect(door.encode(decisions.deny, heard).stdout).toContain("SCOPE_VIOLATION");
  });

  it.each(calls)("%s never runs when a person is to be asked", (_name, { door, host, heard }) => {
    const reply = door.encode(decisions.ask, heard);
    const isAsked = ["copilot-cli", "claude-code"].includes(host);
    expect(runs(host, reply)).toBe(isAsked ? "asks" : false);
    expect(reply.stdout).toContain(isAsked ? "Delete src/a.ts?" : "SCOPE_VIOLATION");
  });

  it("is asked about only by hosts whose dialog was seen to say no where nobody is", () => {
    const asking = hosts.filter(({ can }) => can.ask).map(({ name }) => name);
    expect(asking).toEqual(["claude-code", "copilot-cli", "qwen-code", "generic"]);
  });

  it("denies where Claude Code would ask nobody", () => {
    const base = recording("claude-code/PreToolUse-Write");
    for (const permission_mode of ["bypassPermissions", "dontAsk", "auto", null]) {
      expect(runs("claude-code", named("claude-code").encode(decisions.ask, decoded(base, { permission_mode })))).toBe(
        false,
      );
    }
  });

  it("never gives Gemini CLI a refusal where it looks for an answer", () => {
    const reply = named("gemini-cli").encode(decisions.deny, decoded(recording("gemini-cli/BeforeTool-write_file")));
    expect(() => JSON.parse(reply.stderr)).toThrow();
    expect(answer(reply)).toEqual({ decision: "deny", reason: refusal });
  });

  it("lets no answer of ours skip the host's own question unless a person gave it", () => {
    for (const [, { door, host, heard }] of calls) {
      const said = answer(door.encode({ ...decisions.allow, changes: false }, heard));
      if (host === "cursor") expect(said).toEqual({});
      else if (host !== "opencode" && host !== "cline") expect(said).toBeNull();
    }
  });
});

describe("a command in Codex", () => {
  const rewritten = v.object({ hookSpecificOutput: v.object({ updatedInput: v.object({ command: v.string() }) }) });
  const codex = named("codex");
  const before = decoded(recording("codex/PreToolUse-Bash"));
  const command = (reply: Reply): string => {
    const { hookSpecificOutput } = v.parse(rewritten, answer(reply));
    return hookSpecificOutput.updatedInput.command;
  };

  it("that changes something runs only in the folder that was judged", () => {
    const [guard, ...rest] = command(codex.encode(decisions.allow, before)).split("\n");
    expect(guard).toMatch(/^\[ \. -ef '\/home\/dev\/project' \] \|\| \{ echo '[^']+' >&2; exit 1; \}$/);
    expect(rest.join("\n")).toBe("mkdir -p src && echo hi > src/b.txt && cat src/b.txt");
  });

  it("that changes nothing is left as it is", () => {
    expect(codex.encode({ ...decisions.allow, changes: false }, before)).toEqual({
      stdout: "",
      stderr: "",
      exitCode: 0,
    });
  });

  it("is the same call afterwards, whoever reads the guard with it", () => {
    const guarded = command(codex.encode(decisions.allow, before));
    const after = decoded(recording("codex/PostToolUse-Bash"), { tool_input: { command: guarded } });
    expect(after).toMatchObject({ call: (before as { call?: unknown }).call });
    // Before the call nobody but the model can have written it.
    expect(decoded(recording("codex/PreToolUse-Bash"), { tool_input: { command: guarded } })).toMatchObject({
      call: { payload: { command: guarded } },
    });
  });

  it("quotes a folder with quotes in its name", () => {
    const odd = decoded(recording("codex/PreToolUse-Bash"), { cwd: "/a'; rm -rf /; '" });
    expect(command(codex.encode(decisions.allow, odd))).toContain(`'/a'\\''; rm -rf /; '\\'''`);
  });

  it("is left as it is where the shell is not a POSIX one", () => {
    const windows = decoded(recording("codex/PreToolUse-Bash"), { cwd: "C:\\work" });
    expect(codex.encode(decisions.allow, windows).stdout).toBe("");
  });
});

describe("a path in Gemini CLI", () => {
  const gemini = named("gemini-cli");
  const base = recording("gemini-cli/BeforeTool-replace");
  const replacing = (file_path: string, name = base) =>
    decoded(name, { tool_input: { ...(base.payload.tool_input as object), content: "x", file_path } });

  it.each([
    ["a.txt", "/home/dev/project/a.txt"],
    ["../x/a.txt", "/home/dev/x/a.txt"],
    ["@src/a.txt", "/home/dev/project/@src/a.txt"],
    ["/home/dev/project/../a.txt", "/home/dev/a.txt"],
  ])("%s is judged and written as %s, wherever the host would look for it", (spelled, path) => {
    const edit = replacing(spelled);
    expect(edit).toMatchObject({ call: { payload: { file_path: path } }, pinned: { file_path: path } });
    const said = answer(gemini.encode(decisions.allow, edit));
    expect(said).toEqual({ hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: { file_path: path } } });
    expect(replacing(spelled, recording("gemini-cli/BeforeTool-write_file"))).toMatchObject({
      pinned: { file_path: path },
    });
    const after = decoded(recording("gemini-cli/AfterTool-replace"), {
      tool_input: { ...(base.payload.tool_input as object), file_path: path },
    });
    expect(after).toMatchObject({ call: { payload: { file_path: path } } });
  });

  it("that is absolute is left alone", () => {
    expect(replacing("/home/dev/project/a.txt")).toMatchObject({ pinned: null });
    expect(gemini.encode(decisions.allow, replacing("/home/dev/project/a.txt")).stdout).toBe("");
  });
});

describe("words for the model", () => {
  const withText = (event: HostEvent, host: string, model: string) => named(host).tell({ model, person: null }, event);

  it.each(cases)("reach it on %s where the host says so, and only there", (_name, { door, host, event, heard }) => {
    const reply = door.tell({ model: "take an intent", person: "the gate is on" }, heard);
    const said = answer(reply);
    if (said !== null) v.parse(shapes[host]?.[event] ?? v.never(), said);
    expect(reply.exitCode).toBe(0);
    expect(reply.stdout.includes("take an intent")).toBe(named(host).can.inject.includes(heard.kind));
  });

  it.each(
    hosts
      .filter(({ can, name }) => can.inject.length > 0 && name !== "generic")
      .map((host) => [host.name, host] as const),
  )("are never longer than %s hands on", (name, host) => {
    const kind = host.can.inject[0] as EventKind;
    const one = events.find(({ door, heard }) => door.name === name && heard.host === name && heard.kind === kind);
    if (!one) throw new Error(`no ${kind} of ${name}`);
    const long = JSON.parse(withText(one.heard, name, "\u001b[31m\u202e\u3164<x>\n".repeat(20_000)).stdout);
    const given = JSON.stringify(long).includes("more characters");
    expect(given).toBe(true);
    for (const string of stringsIn(long)) {
      expect(string.length).toBeLessThanOrEqual(host.can.textLimit);
      expect(string).not.toMatch(/[\u001b\u202e\u3164]/);
    }
  });

  function stringsIn(value: unknown): string[] {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
  }
});

describe("refusing", () => {
  const gates =
    /^(?:PreToolUse|BeforeTool|preToolUse|tool\.execute\.before|tool_call|before_tool|UserPromptSubmit|BeforeAgent|chat\.message|prompt|prompt_submit|before(?:Shell|MCP)Execution|beforeSubmitPrompt)$/;

  it.each(hosts.map((host) => [host.name, host] as const))(
    "is an explicit no from %s whatever the event",
    (name, host) => {
      for (const event of [null, "nonsense", "__proto__", "constructor", "toString"]) {
        expect(runs(name, host.refuse("broken", event))).toBe(false);
        expect(host.refuse("", event).stdout).toContain("refused");
      }
    },
  );

  it.each(cases)(
    "stops %s if there is something to stop, and holds nobody who stops",
    (_name, { door, host, event }) => {
      const reply = door.refuse("the gate is broken", event);
      const isGate = gates.test(event) || (host === "copilot-cli" && event === "userPromptSubmitted");
      expect(runs(door.name, reply)).toBe(!isGate);
      const said = answer(reply);
      if (!isGate) expect(JSON.stringify(said ?? {})).not.toMatch(/"block"|"deny"|cancel/);
    },
  );
});

describe("the generic host", () => {
  const generic = named("generic");
  const event = generic.decode(
    '{"event":"before_tool","session":"s","cwd":"/w","tool":"write_to_file","input":{}}',
    null,
  );

  it("tells its script by exit code too", () => {
    if (!event.ok) throw new Error("not read");
    expect(generic.encode(decisions.allow, event.value)).toMatchObject({
      exitCode: 0,
      stdout: '{"decision":"allow"}\n',
    });
    expect(generic.encode(decisions.deny, event.value)).toMatchObject({ exitCode: 2 });
    const ask = generic.encode(decisions.ask, event.value);
    expect(ask.exitCode).toBe(2);
    expect(answer(ask)).toEqual({ decision: "ask", reason: "Delete src/a.ts?", otherwise: refusal });
  });
});

describe("a line in the place of a command, to which nobody said yes", () => {
  const shells = calls.filter(([, { heard }]) => heard.kind === "before_tool" && heard.call.tool === "execute_command");
  const carriesYes = (by: "gate" | "intent") =>
    shells.flatMap(([, { host, door, heard }]) => {
      const { stdout } = door.encode({ kind: "allow", by, changes: true, context: null, line: "/x/ig-run 1" }, heard);
      return stdout.includes('"permissionDecision":"allow"') ? [host] : [];
    });

  it("carries none, but with Codex, which would leave it out", () => {
    expect([...new Set(carriesYes("gate"))]).toEqual(["codex"]);
  });

  it("carries it where a person said so", () => {
    expect([...new Set(carriesYes("intent"))].sort()).toEqual(["claude-code", "codex", "copilot-cli", "qwen-code"]);
  });
});
