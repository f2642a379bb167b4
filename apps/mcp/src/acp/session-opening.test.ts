import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { opened, type Wire, wire } from "../../../../test/support/mcp/acp-stage.ts";

/** Has the editor write a file, which it does not. */
async function write(one: Wire, sessionId: string): Promise<void> {
  const before = one.editor.length;
  const params = { sessionId, path: join(one.root, "src/n.ts"), content: "x" };
  const answered = one.agentAsks("fs/write_text_file", params);
  const sent = () => one.editor.slice(before).find(({ method }) => method === "fs/write_text_file");
  await expect.poll(sent).toMatchObject({ params });
  one.fromEditor({ id: sent().id, error: { code: 1, message: "the disk is full" } });
  expect((await answered).error.message).toContain("full");
}
const take = (one: Wire, sessionId = "s1") =>
  one.ask("session/prompt", { sessionId, prompt: [{ type: "text", text: "/intent INT-001" }] });
const unasked = (path: string) => ({
  sessionUpdate: "tool_call",
  toolCallId: "c",
  kind: "edit",
  status: "completed",
  content: [{ type: "diff", path, oldText: "read me\n", newText: "x" }],
});

describe("a session that is opened", () => {
  it.each(["session/fork", "session/load"])("leaves the one that %s names as it was when it fails", async (method) => {
    const one = await opened({ [method]: () => ({ error: "no" }) });
    await take(one);
    const answer = await one.ask(method, { sessionId: "s1", cwd: one.root, mcpServers: [] });
    expect(answer.error.message).toBe("no");
    one.update(unasked(join(one.root, "README.md")));
    await expect.poll(one.said).toContain("VIOLATION");
    await write(one, "s1");
  });

  it("leaves the one that it was forked from as it was", async () => {
    const one = await opened({ "session/fork": () => ({ result: { sessionId: "s2" } }) });
    await take(one);
    await one.ask("session/fork", { sessionId: "s1", cwd: one.root, mcpServers: [] });
    one.update(unasked(join(one.root, "README.md")));
    await expect.poll(one.said).toContain("VIOLATION");
    await write(one, "s1");
    await take(one, "s2");
    await write(one, "s2");
  });

  it("has its history told to the editor, and not decided on", async () => {
    const one = await opened({ "session/load": () => null });
    one.fromEditor({ id: "l", method: "session/load", params: { sessionId: "s1", cwd: one.root, mcpServers: [] } });
    const old = unasked(join(one.root, "README.md"));
    one.update({ sessionUpdate: "current_mode_update", currentModeId: "yolo" });
    one.update(old);
    await one.quiet();
    expect(one.editor.at(-1).params.update).toEqual(old);
    expect(one.said()).toBe("");
    one.fromAgent({ id: one.agent.at(-1).id, result: {} });
    await expect.poll(() => one.editor.at(-1)).toEqual({ jsonrpc: "2.0", id: "l", result: {} });
    one.update({ ...old, toolCallId: "d" });
    await expect.poll(one.said).toContain("VIOLATION");
  });

  it.each<[string, string, object]>([
    ["a relative folder", "session/new", { cwd: "src" }],
    ["no folder", "session/new", {}],
    ["no session to load", "session/load", { cwd: "/" }],
  ])("is refused with %s, and the agent does not hear of it", async (_name, method, params) => {
    const one = await opened();
    const before = one.agent.length;
    expect((await one.ask(method, { mcpServers: [], ...params })).error.code).toBe(-32602);
    expect(one.agent.slice(before)).toEqual([]);
  });

  it.each<[string, string, object]>([
    ["opens none", "session/new", {}],
    ["opens one without a name", "session/new", { sessionId: 7 }],
    ["loads another", "session/load", { sessionId: "s2" }],
  ])("is none where the agent %s", async (_name, method, result) => {
    const one = wire({ [method]: () => ({ result }) });
    await one.ask("initialize", { protocolVersion: 1 });
    expect((await one.ask(method, { sessionId: "s9", cwd: one.root, mcpServers: [] })).error.code).toBe(-32602);
    expect((await one.ask("session/prompt", { sessionId: "s2", prompt: [] })).error.code).toBe(-32602);
  });
});

describe("servers that the editor gives", () => {
  it("go to the agent, but for those that take our name or would speak over this wire; the person is told", async () => {
    const one = await opened(
      {},
      {
        mcpServers: [
          { name: "IntentGate", command: "/bin/false", args: [], env: [] },
          { name: "files", command: "/bin/files", args: [], env: [] },
          { type: "acp", name: "inner", id: "x" },
          "odd",
        ],
      },
    );
    const [asked] = one.agent.filter(({ method }) => method === "session/new");
    expect(asked.params.mcpServers.map(({ name }: { name: string }) => name)).toEqual(["files"]);
    await take(one);
    expect(one.said()).toMatch(/MCP servers.*\(files\).*2 of the MCP servers.*cannot be gated/s);
    await take(one);
    expect(one.said().match(/\(files\)/g)).toHaveLength(1);
  });

  it("are not spoken of where there are none", async () => {
    const one = await opened({
      initialize: () => ({ result: { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } } } }),
    });
    const [asked] = one.agent.filter(({ method }) => method === "session/new");
    expect(asked.params.mcpServers.map(({ name }: { name: string }) => name)).toEqual(["intentgate"]);
    await take(one);
    expect(one.said()).not.toContain("MCP");
  });
});
