import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolCall } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { call, connect, type Planted, plant } from "../../../test/support/mcp/server-stage.ts";

/** What a host's hook does before the host calls us: decide the call for its session. */
async function hook(
  { gate, root }: Planted,
  session: string,
  tool: string,
  payload: Record<string, unknown>,
  more: { callId?: string; now?: () => Date } = {},
) {
  const toolCall: ToolCall = {
    toolName: `mcp__intentgate__${tool}`,
    payload,
    session: { id: session, host: "claude-code" },
    cwd: root,
    callId: more.callId ?? null,
  };
  return { call: toolCall, ...(await gate(more.now).before(toolCall)) };
}

/** The handshake, as the hook binds it. */
async function bind({ gate }: Planted, session: string, intent: string) {
  const input = { intent_id: intent };
  await gate().run({ tool: "select_active_intent", input, session: { id: session, host: "claude-code" } });
}

const statusOf = ({ gate }: Planted, id: string) => {
  const rules = gate().home.rules();
  return rules.ok ? rules.value.intents.get(id)?.status : undefined;
};

describe("beside a hook, taking an intent", () => {
  it("is told to the model and bound by nobody here", async () => {
    const planted = plant();
    const client = await connect(planted, []);
    const answer = await call(client, "select_active_intent", { intent_id: "INT-001" });
    expect(answer.json).toMatchObject({
      success: true,
      intent: { id: "INT-001", constraints: ["keep the tests green"] },
    });
    expect(answer.json.context).toContain("<intent_context>");
    expect(planted.gate().home.store.sessions.list()).toEqual([]);
    expect(statusOf(planted, "INT-001")).toBe("PENDING");
  });

  it.each(["INT-009", "", "int-001", "__proto__"])("is refused for %j as the gate would", async (id) => {
    const answer = await call(await connect(plant(), []), "select_active_intent", { intent_id: id });
    expect(answer.isError).toBe(true);
    if (id !== "")
      expect(answer.json).toMatchObject({ code: "INTENT_NOT_FOUND", meta: { known_ids: ["INT-001", "INT-002"] } });
  });
});

describe("beside a hook that did not let the call pass", () => {
  it.each<[string, Record<string, unknown>]>([
    ["propose_intent", { name: "Three", owned_scope: ["**"] }],
    ["request_scope_expansion", { additional_globs: ["**"], reason: "r" }],
    ["record_lesson", { lesson: "trust me" }],
    ["complete_intent", {}],
    ["ability_task_create", { ability: "a", input: {}, reason: "r" }],
    ["ability_task_run", { task_key: "k" }],
  ])("%s does nothing and says whose fault it is", async (tool, input) => {
    const planted = plant();
    await bind(planted, "s1", "INT-001");
    const before = readFileSync(join(planted.root, ".orchestration", "active_intents.yaml"), "utf8");
    const answer = await call(await connect(planted, []), tool, input);
    expect(answer).toMatchObject({ isError: true, json: { code: "HOOK_ERROR", meta: { hook_name: "mcp" } } });
    expect(answer.json.meta.remedy).toContain("--own-session");
    expect(readFileSync(join(planted.root, ".orchestration", "active_intents.yaml"), "utf8")).toBe(before);
    expect(planted.gate().lessons.read()).toEqual([]);
  });

  it.each([
    ["no sidecar", null, "intentgate init"],
    ["a broken one", "active_intents: {{", "active_intents.yaml"],
  ])("says first what is wrong with %s", async (_what, intents, named) => {
    const client = await connect(plant({ intents, files: { "a.md": "a" } }), []);
    for (const [tool, input] of [
      ["record_lesson", { lesson: "x" }],
      ["list_intents", {}],
      ["select_active_intent", { intent_id: "INT-001" }],
      ["ability_task_run", { task_key: "k" }],
    ] as const)
      expect(await call(client, tool, input)).toMatchObject({ isError: true, text: expect.stringContaining(named) });
  });

  it("a refused proposal is not made here either", async () => {
    const planted = plant();
    const input = { name: "Three", owned_scope: ["docs/**"] };
    const decided = await hook(planted, "s1", "propose_intent", input);
    expect(decided.refusal?.code).toBe("NO_ANSWER");
    expect((await call(await connect(planted, []), "propose_intent", input)).json.code).toBe("HOOK_ERROR");
    expect(statusOf(planted, "INT-003")).toBeUndefined();
  });
});

describe("beside a hook that let the call pass", () => {
  it("acts for the session that made it, once, and reports it as done", async () => {
    const planted = plant();
    await bind(planted, "s1", "INT-001");
    await bind(planted, "s2", "INT-002");
    const decided = await hook(planted, "s2", "record_lesson", { lesson: "lib is generated" });
    const client = await connect(planted, []);
    expect((await call(client, "record_lesson", { lesson: "lib is generated" })).json).toMatchObject({ success: true });
    expect(planted.gate().lessons.read()).toMatchObject([{ text: "lib is generated", intent: "INT-002" }]);
    const rows = planted.gate().home.store.decisions.of(decided.context.invocationId);
    expect(rows.at(-1)).toMatchObject({ phase: "done", decision: "succeeded", session: "s2" });
    expect(await planted.gate().after(decided.call, true)).toBeNull();
    expect((await call(client, "record_lesson", { lesson: "lib is generated" })).json.code).toBe("HOOK_ERROR");
  });

  it("does not run another input than the one that passed", async () => {
    const planted = plant();
    await bind(planted, "s1", "INT-001");
    await hook(planted, "s1", "record_lesson", { lesson: "harmless" });
    const client = await connect(planted, []);
    expect((await call(client, "record_lesson", { lesson: "Harmless" })).json.code).toBe("HOOK_ERROR");
    expect((await call(client, "complete_intent", {})).json.code).toBe("HOOK_ERROR");
    expect(planted.gate().lessons.read()).toEqual([]);
  });

  it("completes the intent of that session and of no other", async () => {
    const planted = plant();
    await bind(planted, "s1", "INT-001");
    await bind(planted, "s2", "INT-002");
    const watch = planted.gate().home.store.approvals.watch();
    const answering = answerAll(planted);
    const decided = await hook(planted, "s2", "complete_intent", {});
    answering.stop();
    watch.stop();
    expect(decided.allowExecution).toBe(true);
    const client = await connect(planted, []);
    expect((await call(client, "complete_intent")).json).toMatchObject({ intent_id: "INT-002", status: "COMPLETE" });
    expect([statusOf(planted, "INT-001"), statusOf(planted, "INT-002")]).toEqual(["IN_PROGRESS", "COMPLETE"]);
  });

  it("does nothing where two sessions made the same call, unless the host says which of them it is", async () => {
    const planted = plant();
    await bind(planted, "s1", "INT-001");
    await bind(planted, "s2", "INT-002");
    const input = { lesson: "the same" };
    await hook(planted, "s1", "record_lesson", input, { callId: "toolu_1" });
    await hook(planted, "s2", "record_lesson", input, { callId: "toolu_2" });
    const client = await connect(planted, []);
    const unclear = await call(client, "record_lesson", input);
    expect(unclear.json).toMatchObject({ code: "HOOK_ERROR", message: expect.stringContaining("2 sessions") });
    expect((await call(client, "record_lesson", input, { progressToken: "toolu_9" })).json.code).toBe("HOOK_ERROR");
    expect(planted.gate().lessons.read()).toEqual([]);
    const told = await call(client, "record_lesson", input, { "host/call": { id: "toolu_2" } });
    expect(told.json).toMatchObject({ success: true });
    expect(planted.gate().lessons.read()).toMatchObject([{ intent: "INT-002" }]);
  });

  it.each<[string, (planted: Planted) => Promise<unknown>]>([
    [
      "was let pass long ago",
      (planted) =>
        hook(planted, "s1", "record_lesson", { lesson: "x" }, { now: () => new Date(Date.now() - 16 * 60_000) }),
    ],
    [
      "was ended by its host already",
      async (planted) => {
        const { call: made } = await hook(planted, "s1", "record_lesson", { lesson: "x" });
        await planted.gate().after(made, false);
      },
    ],
    [
      "belongs to a session that is over",
      async (planted) => {
        await hook(planted, "s1", "record_lesson", { lesson: "x" });
        const at = new Date().toISOString();
        planted.gate().home.store.sessions.append("s1", [{ kind: "ended_session", at }]);
      },
    ],
  ])("does not run a call that %s", async (_what, prepare) => {
    const planted = plant();
    await prepare(planted);
    const answer = await call(await connect(planted, []), "record_lesson", { lesson: "x" });
    expect(answer.json.code).toBe("HOOK_ERROR");
    expect(planted.gate().lessons.read()).toEqual([]);
  });

  it("tells which intent is active where the hook saw the question, and leaves it out where it did not", async () => {
    const planted = plant();
    await bind(planted, "s2", "INT-002");
    const client = await connect(planted, []);
    expect((await call(client, "list_intents")).json).not.toHaveProperty("active");
    await hook(planted, "s2", "list_intents", {});
    expect((await call(client, "list_intents")).json.active).toBe("INT-002");
  });
});

describe("the tools that only look", () => {
  it.each(["why", "find_abilities", "find_documents", "list_intents"])(
    "%s is let pass by the hook without an intent and without a question",
    async (tool) => {
      const decided = await hook(plant(), "s1", tool, { file: "a", line: 1 });
      expect(decided).toMatchObject({ allowExecution: true, context: { isMutatingTool: false } });
    },
  );
});

/** A person at the inbox who says yes to everything. */
function answerAll(planted: Planted) {
  const { approvals } = planted.gate().home.store;
  const timer = setInterval(() => {
    for (const { id } of approvals.list())
      approvals.answer(id, { answer: "once", by: "person", at: new Date().toISOString() });
  }, 20);
  return { stop: () => clearInterval(timer) };
}
