import { describe, expect, it } from "vitest";
import { decoded, named, recorded, recording } from "../../../../test/support/hosts/recorded-payloads.ts";
import type { EventKind, HeardEvent } from "../host/event.ts";

const kinds: Record<string, EventKind> = {
  PreToolUse: "before_tool",
  BeforeTool: "before_tool",
  preToolUse: "before_tool",
  "tool.execute.before": "before_tool",
  tool_call: "before_tool",
  beforeShellExecution: "before_tool",
  beforeMCPExecution: "before_tool",
  PostToolUse: "after_tool",
  AfterTool: "after_tool",
  postToolUse: "after_tool",
  "tool.execute.after": "after_tool",
  tool_result: "after_tool",
  postToolUseFailure: "after_tool",
  UserPromptSubmit: "prompt",
  BeforeAgent: "prompt",
  userPromptSubmitted: "prompt",
  "chat.message": "prompt",
  beforeSubmitPrompt: "prompt",
  prompt_submit: "prompt",
  SessionStart: "session_start",
  sessionStart: "session_start",
  "event.session.created": "session_start",
  SessionEnd: "session_end",
  sessionEnd: "session_end",
  session_shutdown: "session_end",
  Stop: "stop",
  stop: "stop",
  AfterAgent: "stop",
  "event.session.idle": "stop",
  agent_end: "stop",
  PermissionRequest: "permission",
  SubagentStart: "subagent_start",
  subagentStart: "subagent_start",
  SubagentStop: "subagent_stop",
  subagentStop: "subagent_stop",
};
const heard = recorded.map((one) => ({ ...one, decoded: decoded(one) }));

describe("every recorded payload", () => {
  it("is there for each host that was recorded", () => {
    const counts: Record<string, number> = {};
    for (const { host } of recorded) counts[host] = (counts[host] ?? 0) + 1;
    expect(counts).toEqual({
      "claude-code": 24,
      cline: 15,
      codex: 18,
      cursor: 13,
      "copilot-cli": 43,
      "gemini-cli": 18,
      opencode: 26,
      "qwen-code": 19,
    });
  });

  it.each(heard.map((one) => [one.name, one] as const))(
    "%s is the event it is",
    (name, { event, host, decoded: it }) => {
      // A subagent's own stop is told a second time as the end of a subagent.
      const isTwice = name === "copilot-cli/agentStop" || name === "copilot-cli/through-claude/Stop";
      const isNothing =
        name === "cursor/subagentStart" || /[-_](?:Agent|agent|spawn_agent|invoke_agent|task|invalid)$/.test(name);
      expect(it.kind).toBe(isTwice || isNothing ? "ignored" : (kinds[event] ?? "ignored"));
      expect(it.host).toBe(host);
      if (it.kind !== "ignored") expect(it.session.id).not.toBe("");
    },
  );

  it.each(heard.filter(({ decoded: it }) => "call" in it).map((one) => [one.name, one] as const))(
    "%s has a tool of our table, an MCP tool, or none anybody knows",
    (_name, { decoded: it }) => {
      const { tool, payload } = (it as Extract<HeardEvent, { call: unknown }>).call;
      const ours = /^(?:read_file|write_to_file|edit|apply_diff|apply_patch|execute_command|use_mcp_tool)$/;
      const isKnown = ours.test(tool) || tool === "mcp__notes__put_note" || /\.(?:notes_|MCP:)put_note$/.test(tool);
      expect(isKnown).toBe(true);
      expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
    },
  );

  it("is the same call before and after", () => {
    const calls = heard.flatMap(({ name, decoded: it }) =>
      "call" in it ? [{ name, call: it.call, kind: it.kind }] : [],
    );
    const after = calls.filter(({ kind }) => kind === "after_tool");
    expect(after.length).toBeGreaterThan(20);
    for (const { name, call } of after) {
      const before = name.replace(/PostToolUse|AfterTool/, (event) =>
        event === "AfterTool" ? "BeforeTool" : "PreToolUse",
      );
      const wanted = before
        .replace(/postToolUse(?:Failure)?/, "preToolUse")
        .replace("execute.after", "execute.before")
        .replace("tool_result", "tool_call");
      const first = calls.find((one) => one.name === wanted);
      expect({ name, call }).toEqual({ name, call: first?.call });
    }
  });
});

describe("where the session is a subagent's", () => {
  const sub = (name: string) => {
    const event = decoded(recording(name));
    return event.kind === "ignored" ? null : event.session;
  };

  it.each([
    [
      "claude-code/SubagentStart",
      "d7906896-0d2f-488e-9a49-a1a2d6d4cd5c/a895e55e4e7fb5f81",
      "d7906896-0d2f-488e-9a49-a1a2d6d4cd5c",
    ],
    [
      "claude-code/SubagentStop",
      "d7906896-0d2f-488e-9a49-a1a2d6d4cd5c/a895e55e4e7fb5f81",
      "d7906896-0d2f-488e-9a49-a1a2d6d4cd5c",
    ],
    [
      "codex/SubagentStart",
      "01a1dde7-bb7b-7a61-a629-0a91882b04d7/01a1dde7-c52a-7e52-ba20-caa154266d95",
      "01a1dde7-bb7b-7a61-a629-0a91882b04d7",
    ],
    ["copilot-cli/subagentStart", "cb477b2f-304e-4085-90f3-f9c131b6cc10", "7b6b9f28-abed-4417-944d-bf72eaeaf471"],
    ["copilot-cli/subagentStop", "cb477b2f-304e-4085-90f3-f9c131b6cc10", "7b6b9f28-abed-4417-944d-bf72eaeaf471"],
    [
      "copilot-cli/through-claude/SubagentStop",
      "0e261ddd-bfe9-4d6e-9169-9145c636c341",
      "565cac60-e827-4156-9f43-e5ad2a2e9755",
    ],
    ["cline/agent_end", "1794726324470_1hx1c/agent_1794726326976_ikw0q5", "1794726324470_1hx1c"],
    ["claude-code/PreToolUse-Write", "d7906896-0d2f-488e-9a49-a1a2d6d4cd5c", null],
    ["gemini-cli/BeforeTool-write_file", "c9e75df5-855f-4954-8604-7c7eeb604da4", null],
    ["copilot-cli/preToolUse-bash", "7b6b9f28-abed-4417-944d-bf72eaeaf471", null],
    ["opencode/tool.execute.before-write", "ses_e2210b941ffemwJcV7Q2vPhU6x", null],
  ])("%s belongs to %s below %s", (name, id, parent) => {
    expect(sub(name)).toEqual({ id, parent });
  });

  it("tells a subagent's calls from its parent's in Claude Code and Codex", () => {
    for (const name of ["claude-code/PreToolUse-Bash", "codex/PreToolUse-Bash"]) {
      const main = decoded(recording(name));
      const child = decoded(recording(name), { agent_id: "a1", agent_type: "general" });
      if (main.kind === "ignored" || child.kind === "ignored") throw new Error("ignored");
      expect(child.session).toEqual({ id: `${main.session.id}/a1`, parent: main.session.id });
    }
  });

  it("gives a call in Copilot's subagent the session of that subagent", () => {
    const call = decoded(recording("copilot-cli/preToolUse-bash"), {
      sessionId: "child",
      agentId: "child",
      parentAgentId: "main",
    });
    expect(call).toMatchObject({ kind: "before_tool", session: { id: "child", parent: "main" } });
  });

  it("takes Copilot's session for the parent of an agent that names none", () => {
    const changes = { sessionId: "main", agentId: "child" };
    expect(decoded(recording("copilot-cli/subagentStart"), { ...changes, parentAgentId: null })).toMatchObject({
      session: { id: "child", parent: "main" },
    });
    expect(decoded(recording("copilot-cli/preToolUse-bash"), { sessionId: "a", agentId: "a" })).toMatchObject({
      session: { id: "a", parent: null },
    });
  });

  it("learns a parent in opencode from the session's beginning and from the plugin", () => {
    const { payload } = recording("opencode/event.session.created");
    const input = structuredClone(payload.input) as { properties: { info: Record<string, unknown> } };
    input.properties.info.parentID = "ses_parent";
    expect(decoded(recording("opencode/event.session.created"), { input })).toMatchObject({
      kind: "subagent_start",
      session: { parent: "ses_parent" },
    });
    expect(decoded(recording("opencode/tool.execute.before-bash"), { parent: "ses_parent" })).toMatchObject({
      session: { parent: "ses_parent" },
    });
  });

  it.each([
    ["claude-code/PreToolUse-Bash", { agent_id: "" }],
    ["claude-code/PreToolUse-Bash", { agent_id: "a/b" }],
    ["claude-code/PreToolUse-Bash", { agent_id: 7 }],
    ["codex/PreToolUse-Bash", { agent_id: { id: "x" } }],
    ["codex/PreToolUse-Bash", { session_id: "a/b" }],
    ["copilot-cli/preToolUse-bash", { parentAgentId: "main" }],
    ["copilot-cli/preToolUse-bash", { agentId: "a", parentAgentId: "a" }],
    ["opencode/tool.execute.before-bash", { parent: "ses_e2210b941ffemwJcV7Q2vPhU6x" }],
    ["opencode/tool.execute.before-bash", { parent: ["x"] }],
    ["cline/tool_call-editor", { agent_id: null, parent_agent_id: "agent_1" }],
  ])("%s is not read where it says %j", (name, changes) => {
    expect(() => decoded(recording(name), changes)).toThrow("cannot be read");
  });
});

describe("what else is told", () => {
  it("names the same call alike through both doors of Copilot", () => {
    const pairs = [
      ["preToolUse-bash", "PreToolUse-Bash"],
      ["preToolUse-create", "PreToolUse-Write"],
      ["preToolUse-edit", "PreToolUse-Edit"],
      ["preToolUse-notes-put_note", "PreToolUse-notes-put_note"],
    ];
    for (const [own, through] of pairs) {
      const one = decoded(recording(`copilot-cli/${own}`));
      const other = decoded(recording(`copilot-cli/through-claude/${through}`));
      if (one.kind !== "before_tool" || other.kind !== "before_tool") throw new Error("no call");
      expect([one.door, other.door]).toEqual(["copilot-cli", "claude-code"]);
      expect({ ...other.call, hostTool: "" }).toEqual({ ...one.call, hostTool: "" });
    }
  });

  it("leaves out of a Gemini prompt what hooks had put before it", () => {
    expect(decoded(recording("gemini-cli/BeforeAgent"))).toMatchObject({ prompt: "Add a greeting" });
    const prompt = "<hook_context>a</hook_context>\n\n<hook_context>b</hook_context> c <hook_context>d";
    expect(decoded(recording("gemini-cli/BeforeAgent"), { prompt })).toMatchObject({ prompt: "c <hook_context>d" });
    expect(decoded(recording("gemini-cli/BeforeAgent"), { prompt: "<hook_context>open" })).toMatchObject({
      prompt: "<hook_context>open",
    });
  });

  it("ignores the prompts of Qwen Code that nobody typed", () => {
    expect(decoded(recording("qwen-code/UserPromptSubmit"), { prompt: "" }).kind).toBe("ignored");
    expect(decoded(recording("qwen-code/UserPromptSubmit"), { prompt: "x" }).kind).toBe("prompt");
  });

  it("counts the subagents that still run when Claude Code stops", () => {
    expect(decoded(recording("claude-code/Stop"))).toMatchObject({ kind: "stop", running: 1, repeated: false });
    expect(decoded(recording("claude-code/Stop"), { stop_hook_active: true, background_tasks: [] })).toMatchObject({
      running: 0,
      repeated: true,
    });
  });

  it.each([
    ["claude-code/PostToolUse-Write", {}, { kind: "succeeded" }],
    ["codex/PostToolUse-apply_patch", {}, { kind: "succeeded" }],
    ["codex/PostToolUse-apply_patch", { tool_response: "Exit code: 1\nno such file" }, { kind: "failed" }],
    [
      "gemini-cli/AfterTool-write_file",
      { tool_response: { error: { message: "no" } } },
      { kind: "failed", error: "no" },
    ],
    ["copilot-cli/postToolUse-bash", { toolResult: { resultType: "denied" } }, { kind: "failed", error: "denied" }],
    ["copilot-cli/postToolUse-bash", { toolResult: {} }, { kind: "failed" }],
    ["opencode/tool.execute.after-bash", { output: { metadata: { exit: 1 } } }, { kind: "failed" }],
    ["cline/tool_result-editor", { postToolUse: { success: false, result: "no" } }, { kind: "failed", error: "no" }],
    ["cline/tool_result-editor", { postToolUse: null }, { kind: "failed" }],
  ])("%s with %j ended so", (name, changes, outcome) => {
    expect(decoded(recording(name), changes)).toMatchObject({ outcome });
  });

  it.each([
    [
      "claude-code",
      "PostToolUseFailure",
      "claude-code/PostToolUse-Bash",
      { hook_event_name: "PostToolUseFailure", error: "exit 1" },
    ],
    ["copilot-cli", "postToolUseFailure", "copilot-cli/postToolUse-bash", { error: "exit 1" }],
    [
      "qwen-code",
      "PostToolUseFailure",
      "qwen-code/PostToolUse-edit",
      { hook_event_name: "PostToolUseFailure", error: "exit 1" },
    ],
  ])("%s tells of a failure with %s", (host, event, name, changes) => {
    const result = named(host).decode(JSON.stringify({ ...recording(name).payload, ...changes }), event);
    expect(result).toMatchObject({
      ok: true,
      value: { kind: "after_tool", outcome: { kind: "failed", error: "exit 1" } },
    });
  });

  it("knows when Claude Code would show a question", () => {
    const asks = (mode: unknown) =>
      (decoded(recording("claude-code/PreToolUse-Bash"), { permission_mode: mode }) as HeardEvent).asks;
    expect(["default", "acceptEdits", "plan"].map(asks)).toEqual([true, true, true]);
    expect(["bypassPermissions", "dontAsk", "auto", "new", null].map(asks)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
