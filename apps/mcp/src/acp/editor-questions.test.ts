import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { opened, type Wire } from "../../../../test/support/mcp/acp-stage.ts";
import type { Raw } from "../../../../test/support/mcp/gateway-stage.ts";

const options = [
  { optionId: "yes", name: "Y", kind: "allow_once" },
  { optionId: "no", name: "N", kind: "reject_once" },
];
const questions = (one: Wire) => one.editor.filter(({ method }) => method === "session/request_permission");

/** The agent wants to delete a file of its intent that is never kept, about which a person is asked. */
async function asked(): Promise<{ one: Wire; question: Raw; answered: Promise<Raw> }> {
  const one = await opened({ "session/prompt": () => null });
  writeFileSync(join(one.root, "src/a.pem"), "a key\n");
  await one.ask("session/prompt", { sessionId: "s1", prompt: [{ type: "text", text: "/intent INT-001" }] });
  one.fromEditor({ id: "p1", method: "session/prompt", params: { sessionId: "s1", prompt: [] } });
  const toolCall = {
    toolCallId: "c",
    kind: "delete",
    title: "Nothing much",
    locations: [{ path: join(one.root, "src/a.pem"), line: 7 }],
    _meta: { shown: "harmless" },
  };
  const params = { sessionId: "s1", toolCall, options, _meta: { also: "harmless" } };
  const answered = one.agentAsks("session/request_permission", params);
  await expect.poll(() => questions(one)).toHaveLength(1);
  return { one, question: questions(one)[0], answered };
}

describe("a question of the gate", () => {
  it("says what the gate computed, and nothing in the agent's words", async () => {
    const { question } = await asked();
    expect(Object.keys(question.params).toSorted()).toEqual(["options", "sessionId", "toolCall"]);
    const { title, content, ...rest } = question.params.toolCall;
    expect(rest).toEqual({ toolCallId: "c", kind: "delete", status: "pending", rawInput: {}, locations: [] });
    expect(JSON.stringify([title, content])).toContain("src/a.pem");
    expect(JSON.stringify(question)).not.toMatch(/harmless|Nothing much/);
  });

  it.each([
    ["once", "yes"],
    ["reject", "no"],
    ["always", "no"],
    ["yes", "no"],
  ])("that is answered with %j is a %s for the agent", async (optionId, outcome) => {
    const { one, question, answered } = await asked();
    one.fromEditor({ id: question.id, result: { outcome: { outcome: "selected", optionId } } });
    expect((await answered).result).toEqual({ outcome: { outcome: "selected", optionId: outcome } });
  });

  it.each<[string, object]>([
    ["an error", { error: { code: 1, message: "no dialog" } }],
    ["nothing", { result: null }],
    ["an outcome that is none", { result: { outcome: "selected" } }],
  ])("that is answered with %s is a no", async (_name, answer) => {
    const { one, question, answered } = await asked();
    one.fromEditor({ id: question.id, ...answer });
    expect((await answered).result).toEqual({ outcome: { outcome: "selected", optionId: "no" } });
  });

  it("cannot be answered by the agent", async () => {
    const { one, question, answered } = await asked();
    one.fromAgent({ id: question.id, result: { outcome: { outcome: "selected", optionId: "once" } } });
    one.fromEditor({ id: question.id, result: { outcome: { outcome: "selected", optionId: "reject" } } });
    expect((await answered).result).toEqual({ outcome: { outcome: "selected", optionId: "no" } });
  });

  it("that nobody answers is over when the turn is cancelled, and the turn ends", async () => {
    const { one, question, answered } = await asked();
    one.fromEditor({ method: "session/cancel", params: { sessionId: "s1" } });
    expect((await answered).result).toEqual({ outcome: { outcome: "selected", optionId: "no" } });
    one.fromAgent({ id: "p1", result: { stopReason: "cancelled" } });
    await expect
      .poll(() => one.editor.at(-1))
      .toEqual({ jsonrpc: "2.0", id: "p1", result: { stopReason: "cancelled" } });
    const before = one.agent.length;
    one.fromEditor({ id: question.id, result: { outcome: { outcome: "selected", optionId: "once" } } });
    await one.quiet();
    expect(one.agent.slice(before)).toEqual([]);
  });
});

describe("a turn that is cancelled as soon as it begins", () => {
  it("does not reach the agent after the word to stop", async () => {
    const one = await opened();
    const answered = one.ask("session/prompt", { sessionId: "s1", prompt: [{ type: "text", text: "go" }] });
    one.fromEditor({ method: "session/cancel", params: { sessionId: "s1" } });
    expect((await answered).result).toEqual({ stopReason: "cancelled" });
    expect(one.agent.some(({ method }) => method === "session/prompt")).toBe(false);
    const next = await one.ask("session/prompt", { sessionId: "s1", prompt: [{ type: "text", text: "go" }] });
    expect(next.result).toEqual({ stopReason: "end_turn" });
  });
});
