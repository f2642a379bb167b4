import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Answers, opened, type Wire, wire } from "../../../../test/support/mcp/acp-stage.ts";
import type { Raw } from "../../../../test/support/mcp/gateway-stage.ts";

const sentTo = (messages: Raw[], method: string) => messages.filter((message) => message.method === method);
/** Takes the intent by a prompt, so that what is tried lies within it. */
const take = (one: Wire) =>
  one.ask("session/prompt", { sessionId: "s1", prompt: [{ type: "text", text: "/intent INT-001" }] });

describe("what an agent only tells its editor", () => {
  it.each([
    "fs/write_text_file",
    "fs/delete",
    "terminal/create",
    "terminal/input",
    "session/request_permission",
    "mcp/message",
    "proxy/successor",
    "Fs/write_text_file",
    "",
  ])("does not reach it as %j", async (method) => {
    const one = await opened();
    await take(one);
    one.fromAgent({
      method,
      params: { sessionId: "s1", path: join(one.root, "src/n.ts"), content: "x", command: "ls" },
    });
    await one.quiet();
    expect(sentTo(one.editor, method)).toEqual([]);
    expect(one.complaints.join()).toContain("is not handed on");
  });

  it.each(["session/update", "_own/news", "elicitation/complete"])("reaches it as %s", async (method) => {
    const one = await opened();
    one.fromAgent({ method, params: { a: 1 } });
    expect(sentTo(one.editor, method)).toEqual([{ jsonrpc: "2.0", method, params: { a: 1 } }]);
  });
});

describe("what an agent asks of its editor", () => {
  it.each([
    "fs/delete",
    "fs/Write_text_file",
    "fs/write_text_file ",
    "terminal/input",
    "mcp/message",
    "mcp/connect",
    "proxy/successor",
    "session/update",
    "constructor",
    "",
  ])("is refused as %j", async (method) => {
    const one = await opened();
    await take(one);
    const before = one.editor.length;
    const answer = await one.agentAsks(method, { sessionId: "s1", path: join(one.root, "src/n.ts"), content: "x" });
    expect(answer.error).toMatchObject({ code: -32601 });
    expect(one.editor.slice(before)).toEqual([]);
  });

  it.each<[string, string, object]>([
    ["a relative path to write", "fs/write_text_file", { path: "src/n.ts", content: "x" }],
    ["a relative path to read", "fs/read_text_file", { path: "./src/a.ts" }],
    ["a path with a scheme", "fs/write_text_file", { path: "file:///src/n.ts", content: "x" }],
    ["a path in a list", "fs/write_text_file", { path: ["/src/n.ts"], content: "x" }],
    ["no path", "fs/read_text_file", {}],
    ["a number to write", "fs/write_text_file", { path: "/x", content: 7 }],
    ["nothing to write", "fs/write_text_file", { path: "/x" }],
    ["null to write", "fs/write_text_file", { path: "/x", content: null }],
    ["an object to write", "fs/write_text_file", { path: "/x", content: { a: 1 } }],
    ["half a line", "fs/read_text_file", { path: "/x", line: 1.5 }],
    ["a command in words", "terminal/create", { command: ["ls"] }],
    ["args in one text", "terminal/create", { command: "ls", args: "-l" }],
    ["args that are numbers", "terminal/create", { command: "ls", args: [1] }],
    ["an environment as an object", "terminal/create", { command: "ls", env: { LD_PRELOAD: "/tmp/evil.so" } }],
    ["an environment as a text", "terminal/create", { command: "ls", env: "PATH=x" }],
    ["an environment with other values", "terminal/create", { command: "ls", env: [{ name: "A", value: 1 }] }],
    ["a folder in a list", "terminal/create", { command: "ls", cwd: ["/etc"] }],
    ["a relative folder", "terminal/create", { command: "ls", cwd: ".." }],
    ["a terminal that is no text", "terminal/output", { terminalId: 1 }],
  ])("is refused with %s, before anything is decided", async (_name, method, params) => {
    const one = await opened();
    await take(one);
    const before = one.editor.length;
    expect((await one.agentAsks(method, { sessionId: "s1", ...params })).error).toMatchObject({ code: -32602 });
    expect(one.editor.slice(before)).toEqual([]);
  });

  it.each([["s2"], [["s1"]], [null], [undefined]])("is refused in the session %j", async (sessionId) => {
    const one = await opened();
    const params = { sessionId, path: join(one.root, "src/a.ts") };
    expect((await one.agentAsks("fs/read_text_file", params)).error.code).toBe(-32602);
    const asked = { sessionId, toolCall: { toolCallId: "c", kind: "read" }, options: [] };
    expect((await one.agentAsks("session/request_permission", asked)).error.code).toBe(-32602);
  });

  it("goes on with nothing but what the protocol names", async () => {
    const one = await opened();
    await take(one);
    const path = join(one.root, "src/n.ts");
    const extra = { _meta: { shell: "/tmp/evil" }, Path: join(one.root, "README.md"), encoding: "x" };
    one.fromAgent({ id: 1, method: "fs/write_text_file", params: { sessionId: "s1", path, content: "x", ...extra } });
    await expect.poll(() => sentTo(one.editor, "fs/write_text_file")).toHaveLength(1);
    const [sent] = sentTo(one.editor, "fs/write_text_file");
    expect(sent.params).toEqual({ sessionId: "s1", path, content: "x" });
    expect(existsSync(path)).toBe(false);
  });

  it("goes on under another id where it is none of the gate's business, and so does its being withdrawn", async () => {
    const one = await opened();
    const answered = one.agentAsks("_own/ask", { a: 1 }, 1);
    const [sent] = sentTo(one.editor, "_own/ask");
    expect(sent).toMatchObject({ params: { a: 1 }, id: expect.stringMatching(/^intentgate-/) });
    one.fromAgent({ method: "$/cancel_request", params: { requestId: 2 } });
    one.fromAgent({ method: "$/cancel_request", params: { requestId: sent.id } });
    one.fromAgent({ method: "$/cancel_request", params: { requestId: 1 } });
    expect(sentTo(one.editor, "$/cancel_request").map(({ params }) => params)).toEqual([{ requestId: sent.id }]);
    one.fromEditor({ id: 1, result: "not this one" });
    one.fromEditor({ id: sent.id, result: "yes" });
    expect(await answered).toEqual({ jsonrpc: "2.0", id: 1, result: "yes" });
  });
});

describe("an answer", () => {
  it("goes to nobody where nobody waits for it", async () => {
    const one = await opened({ "session/list": () => null });
    one.fromEditor({ id: 9, method: "session/list", params: {} });
    const before = one.editor.length;
    for (const id of ["9", 10, "intentgate-1", null]) one.fromAgent({ id, result: { sessions: [] } });
    expect(one.editor.slice(before)).toEqual([]);
    one.fromAgent({ id: 9, result: { sessions: [] } });
    one.fromAgent({ id: 9, result: { sessions: ["again"] } });
    expect(one.editor.slice(before)).toEqual([{ jsonrpc: "2.0", id: 9, result: { sessions: [] } }]);
    const told = one.agent.length;
    one.fromEditor({ id: "a1", result: {} });
    expect(one.agent.slice(told)).toEqual([]);
  });
});

describe("an answer to the agent's question", () => {
  const call = (path: string) => ({
    toolCallId: "c",
    kind: "edit",
    title: "t",
    content: [{ type: "diff", path, newText: "x" }],
  });
  const both = [
    { optionId: "a", name: "Reject", kind: "allow_once" },
    { optionId: "a", name: "Allow", kind: "reject_once" },
  ];
  it.each<[string, string, object[], object]>([
    ["no", "README.md", both, { outcome: "cancelled" }],
    ["yes", "src/n.ts", both, { outcome: "cancelled" }],
    ["yes", "src/n.ts", [{ optionId: 5, name: "Y", kind: "allow_once" }], { outcome: "cancelled" }],
    ["no", "README.md", [{ optionId: "x", name: "N", kind: "reject_always" }], { outcome: "cancelled" }],
    [
      "no",
      "README.md",
      [...both, { optionId: "n", name: "N", kind: "reject_once" }],
      { outcome: "selected", optionId: "n" },
    ],
  ])("is never an id that means two things: %s to %s", async (_answer, path, options, outcome) => {
    const one = await opened();
    await take(one);
    const params = { sessionId: "s1", toolCall: call(join(one.root, path)), options };
    expect((await one.agentAsks("session/request_permission", params)).result).toEqual({ outcome });
  });

  it("that is the person's is one of those that were offered, and none for ever", async () => {
    const one = await opened();
    const options = [
      { optionId: "always", name: "A", kind: "allow_always" },
      { optionId: "odd", name: "O", kind: "allow_everything" },
      { optionId: "yes", name: "Y", kind: "allow_once" },
    ];
    for (const [chosen, outcome] of [
      ["always", { outcome: "cancelled" }],
      ["odd", { outcome: "cancelled" }],
      ["yes", { outcome: "selected", optionId: "yes" }],
    ]) {
      const before = one.editor.length;
      const toolCall = { toolCallId: `c-${chosen}`, kind: "switch_mode", title: "Leave the plan" };
      const answered = one.agentAsks("session/request_permission", { sessionId: "s1", toolCall, options });
      await expect.poll(() => one.editor.length).toBe(before + 1);
      const question = one.editor[before];
      expect(question.params.options.map(({ optionId }: Raw) => optionId)).toEqual(["yes"]);
      one.fromEditor({ id: question.id, result: { outcome: { outcome: "selected", optionId: chosen } } });
      expect((await answered).result).toEqual({ outcome });
    }
  });

  it("is `cancelled` when the person cancels the turn and does not answer, now and until the next", async () => {
    const one = await opened({ "session/prompt": () => null });
    one.fromEditor({ id: "p1", method: "session/prompt", params: { sessionId: "s1", prompt: [] } });
    const toolCall = { toolCallId: "c", kind: "switch_mode", title: "Leave the plan" };
    const options = [{ optionId: "yes", name: "Y", kind: "allow_once" }];
    const ask = () => one.agentAsks("session/request_permission", { sessionId: "s1", toolCall, options });
    const answered = ask();
    await expect.poll(() => sentTo(one.editor, "session/request_permission")).toHaveLength(1);
    one.fromEditor({ method: "session/cancel", params: { sessionId: "other" } });
    one.fromEditor({ method: "session/cancel", params: { sessionId: "s1" } });
    expect((await answered).result).toEqual({ outcome: { outcome: "cancelled" } });
    expect((await ask()).result).toEqual({ outcome: { outcome: "cancelled" } });
    expect(sentTo(one.agent, "session/cancel")).toHaveLength(2);
    one.fromEditor({ id: "p2", method: "session/prompt", params: { sessionId: "s1", prompt: [] } });
    void ask();
    await expect.poll(() => sentTo(one.editor, "session/request_permission")).toHaveLength(2);
  });
});

describe("an agent that cannot be gated", () => {
  it.each<[string, Answers[string]]>([
    ["another version", () => ({ result: { protocolVersion: 2 } })],
    ["a version in words", () => ({ result: { protocolVersion: "1" } })],
    ["no version", () => ({ result: {} })],
    ["no result", () => ({ result: null })],
    ["an error", () => ({ error: "no" })],
  ])("is not served when it answers with %s", async (_name, initialize) => {
    const one = wire({ initialize });
    expect((await one.ask("initialize", { protocolVersion: 2 })).error).toBeDefined();
    for (const method of ["session/new", "session/load", "session/prompt", "authenticate"])
      expect((await one.ask(method, { cwd: one.root, sessionId: "s1", prompt: [] })).error).toBeDefined();
    expect(one.agent.map(({ method, params }) => [method, params.protocolVersion])).toEqual([["initialize", 1]]);
    expect((await one.agentAsks("_own/ask", {})).error).toBeDefined();
  });

  it("is told nothing before it has said which version it speaks, nor of sessions nobody opened", async () => {
    const one = wire();
    expect((await one.ask("session/new", { cwd: one.root, mcpServers: [] })).error.message).toContain("initialize");
    await one.ask("initialize", { protocolVersion: 1 });
    expect((await one.ask("session/prompt", { sessionId: "s1", prompt: [] })).error.message).toContain("not known");
    expect((await one.ask("session/set_mode", { sessionId: "s1", modeId: "plan" })).error.message).toContain(
      "not known",
    );
    expect(one.agent.map(({ method }) => method)).toEqual(["initialize"]);
  });

  it.each(["session/prompt", "session/set_mode", "session/set_config_option", "session/new", "initialize"])(
    "hears no %s that wants no answer",
    async (method) => {
      const one = await opened();
      const before = one.agent.length;
      one.fromEditor({ method, params: { sessionId: "s1", modeId: "yolo", prompt: [], cwd: one.root } });
      await one.quiet();
      expect(one.agent.slice(before)).toEqual([]);
    },
  );
});

describe("where nothing can be decided", () => {
  it("the agent hears no to everything, and the editor an error in place of an answer that is not complete", async () => {
    const one = await opened();
    one.breakWorkspace();
    const params = { sessionId: "s1", path: join(one.root, "src/n.ts"), content: "x" };
    expect((await one.agentAsks("fs/write_text_file", params)).error.message).toContain("gone");
    expect((await one.agentAsks("terminal/create", { sessionId: "s1", command: "ls" })).error.message).toContain(
      "gone",
    );
    const options = [{ optionId: "yes", name: "Y", kind: "allow_once" }];
    const toolCall = { toolCallId: "c", kind: "execute", title: "ls", rawInput: { command: "ls" } };
    const asked = await one.agentAsks("session/request_permission", { sessionId: "s1", toolCall, options });
    expect(asked.error.message).toContain("gone");
    const turn = await one.ask("session/prompt", { sessionId: "s1", prompt: [{ type: "text", text: "go" }] });
    expect(turn.error.message).toContain("gone");
    expect(one.editor.some(({ method }) => method === "fs/write_text_file" || method === "terminal/create")).toBe(
      false,
    );
  });
});
