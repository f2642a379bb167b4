import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { type Answer, call, connect, type Planted, persons, plant } from "../../../test/support/mcp/server-stage.ts";
import { until } from "../../../test/support/patience.ts";

type Reply = { action: "accept" | "decline" | "cancel"; content?: Record<string, string> };
type Mode = "legacy" | "auto";

const own = ["--own-session"];
const proposal = { name: "Three", owned_scope: ["docs/**"] };
const ids = ({ gate }: Planted) => {
  const rules = gate().home.rules();
  return rules.ok ? [...rules.value.intents.keys()] : [];
};

/** A client whose person answers so; the questions that were put to them are kept. */
async function asked(planted: Planted, mode: Mode, reply: (asked: string) => Promise<Reply>) {
  const questions: string[] = [];
  const options = { capabilities: { elicitation: {} }, versionNegotiation: { mode } };
  const client = await connect(planted, own, options, (one) => {
    one.setRequestHandler("elicitation/create", async ({ params }) => {
      questions.push(params.message);
      return reply(params.message);
    });
  });
  return { client, questions };
}

describe.each<Mode>(["legacy", "auto"])("a question to the client's person (%s)", (mode) => {
  it("shows what is asked, computed by the gate, and a yes lets this very call pass", async () => {
    const planted = plant({ policy: persons });
    const { client, questions } = await asked(planted, mode, async () => ({
      action: "accept",
      content: { answer: "once" },
    }));
    expect((await call(client, "propose_intent", proposal)).json).toEqual({ success: true, intent_id: "INT-003" });
    expect(questions).toEqual([expect.stringContaining('proposes a new intent: "Three".')]);
    expect(questions[0]).toContain("scope: docs/**");
    const rows = planted.gate().home.store.decisions.newest(50);
    expect(rows.find((row) => row.phase === "ask")).toMatchObject({ decision: "approved", by: "MCP client test" });
  });

  it.each<[string, Reply, string]>([
    ["declined", { action: "decline" }, "declined"],
    ["dismissed", { action: "cancel" }, "dismissed"],
    ["rejected with a reason", { action: "accept", content: { answer: "reject", reason: "not now" } }, "not now"],
  ])("is a no when it is %s, and the model is told so", async (_what, reply, reason) => {
    const planted = plant({ policy: persons });
    const { client } = await asked(planted, mode, async () => reply);
    const answer = await call(client, "propose_intent", proposal);
    expect(answer).toMatchObject({ isError: true, json: { code: "HITL_REJECT", meta: { reason } } });
    expect(ids(planted)).toEqual(["INT-001", "INT-002"]);
  });

  it("is a no when it is never answered within the policy's time", async () => {
    const planted = plant({ policy: `${persons}  timeout_s: 1\n` });
    const { client } = await asked(planted, mode, () => new Promise(() => undefined));
    const waiting = call(client, "propose_intent", proposal);
    if (mode === "legacy") expect((await waiting).json.code).toBe("NO_ANSWER");
    else {
      waiting.catch(() => undefined); // this client waits for its person and never asks again
      await until(() => doneRows(planted).length > 0);
      expect(doneRows(planted)[0]).toMatchObject({ decision: "denied", code: "NO_ANSWER" });
    }
    expect(ids(planted)).toEqual(["INT-001", "INT-002"]);
    expect((await call(client, "list_intents")).isError).toBe(false);
  });

  it("is asked again for every call: a yes is used once", async () => {
    const planted = plant({ policy: persons });
    const replies: Reply[] = [{ action: "accept", content: { answer: "once" } }, { action: "decline" }];
    const { client, questions } = await asked(planted, mode, async () => replies.shift() as Reply);
    await call(client, "propose_intent", proposal);
    expect((await call(client, "propose_intent", proposal)).json.code).toBe("HITL_REJECT");
    expect(questions.length).toBe(2);
  });
});

describe("a client that answers what was not asked", () => {
  it.each(["standing", "declare", "yes", ""])("does not get more than was offered: %j", async (answer) => {
    const planted = plant({ policy: persons });
    const { client } = await asked(planted, "auto", async () => ({ action: "accept", content: { answer } }));
    const outcome = await call(client, "propose_intent", proposal).catch((error: Error) => error.message);
    if (typeof outcome !== "string") expect(outcome).toMatchObject({ isError: true });
    expect(ids(planted)).toEqual(["INT-001", "INT-002"]);
  });

  const raw = async (client: Client, input: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    client.callTool({ name: "propose_intent", arguments: input, ...more }, { allowInputRequired: true });

  it("cannot answer for another call, nor with a token it was not given, nor twice", async () => {
    const planted = plant({ policy: persons });
    const options = {
      capabilities: { elicitation: {} },
      versionNegotiation: { mode: "auto" as const },
      inputRequired: { autoFulfill: false },
    };
    const client = await connect(planted, own, options, (one) => {
      one.setRequestHandler("elicitation/create", async () => ({ action: "cancel" }));
    });
    const question = (await raw(client, proposal)) as unknown as { requestState: string };
    const yes = { inputResponses: { approval: { action: "accept", content: { answer: "once" } } } };
    const refused = async (input: Record<string, unknown>, token: string) => {
      const result = await raw(client, input, { ...yes, requestState: token });
      expect(result.isError).toBe(true);
      expect(JSON.stringify(result.content)).toContain("NO_ANSWER");
    };
    await refused({ ...proposal, owned_scope: ["**"] }, question.requestState);
    await refused(proposal, "00000000-0000-4000-8000-000000000000");
    expect(ids(planted)).toEqual(["INT-001", "INT-002"]);
    const passed = await raw(client, proposal, { ...yes, requestState: question.requestState });
    expect(passed.isError).not.toBe(true);
    await refused(proposal, question.requestState);
    expect(ids(planted)).toEqual(["INT-001", "INT-002", "INT-003"]);
  });
});

describe("a question that the client cannot put", () => {
  it("stays open under its id, and the same call passes once after a later yes", async () => {
    const planted = plant({ policy: persons });
    const client = await connect(planted, own);
    const first = await call(client, "propose_intent", proposal);
    const id = first.json.meta.request_id;
    expect(first).toMatchObject({ isError: true, json: { code: "NO_ANSWER" } });
    const { approvals } = planted.gate().home.store;
    expect(approvals.list().map((one) => one.id)).toEqual([id]);
    approvals.answer(id, { answer: "once", by: "person", at: new Date().toISOString() });
    expect((await call(client, "propose_intent", proposal)).json).toMatchObject({ success: true });
    expect((await call(client, "propose_intent", proposal)).json.code).toBe("NO_ANSWER");
  });

  it.each(["inbox", "none"])("is not put to it either where the policy names the approver %s", async (approver) => {
    const planted = plant({ policy: `approval:\n  approver: ${approver}\n` });
    const { client, questions } = await asked(planted, "legacy", async () => ({
      action: "accept",
      content: { answer: "once" },
    }));
    expect((await call(client, "propose_intent", proposal)).json.code).toBe("NO_ANSWER");
    expect(questions).toEqual([]);
  });
});

describe("a client that takes its call back", () => {
  it("leaves nothing behind, and is served on", async () => {
    const planted = plant({ policy: persons });
    const stop = new AbortController();
    const { client, questions } = await asked(planted, "legacy", () => new Promise(() => undefined));
    const given = { name: "propose_intent", arguments: proposal };
    const taken: Promise<Answer | string> = client
      .callTool(given, { signal: stop.signal })
      .then(() => "answered")
      .catch(() => "taken back");
    await until(() => questions.length > 0);
    stop.abort();
    expect(await taken).toBe("taken back");
    await until(() => doneRows(planted).length > 0);
    expect(doneRows(planted)[0]).toMatchObject({ decision: "denied" });
    expect(ids(planted)).toEqual(["INT-001", "INT-002"]);
    expect((await call(client, "list_intents")).isError).toBe(false);
  });
});

function doneRows({ gate }: Planted) {
  return gate()
    .home.store.decisions.newest(50)
    .filter((row) => row.tool === "propose_intent" && row.phase === "done");
}
