import { deny } from "@intentgate/engine";
import type { OpenApproval, PersonsAnswer } from "@intentgate/sidecar";
import { describe, expect, it } from "vitest";
import { questionForm, readAnswer } from "../gate/question.ts";
import { createRounds } from "./rounds.ts";

const no = deny("HITL_REJECT", "no", "no");
const entry: OpenApproval = {
  id: "a",
  binding: "b",
  session: "s",
  intent: null,
  tool: "propose_intent",
  invocationId: "i",
  openedAt: "2026-02-16T12:00:00Z",
  expiresAt: "2026-02-16T12:15:00Z",
  requests: [{ topic: "new_intent", question: "Create it?", details: {}, whenRejected: no, whenUnreachable: no }],
  shown: {
    intent: null,
    tool: "propose_intent",
    risk: "SAFE",
    mutationClass: "INTENT_EVOLUTION",
    effects: [],
    files: [],
    diff: [],
    moreFiles: 0,
    command: null,
  },
};
const who = { by: "client", at: "2026-02-16T12:00:00Z" };

function rounds() {
  let made = 0;
  return createRounds({
    newToken: () => `t${++made}`,
    form: questionForm,
    read: (asked, response) => readAnswer(asked, response, who),
  });
}

const said = (answer: PersonsAnswer | null) => ({
  content: [{ type: "text" as const, text: answer?.answer ?? "nobody" }],
});
const yes = { approval: { action: "accept", content: { answer: "once" } } };

describe("a call that waits for an answer in a later request", () => {
  it("goes on with the answer, over as many questions as it takes", async () => {
    const all = rounds();
    const first = await all.begin("r", 10_000, async (ask) => {
      await ask(entry);
      return said(await ask(entry));
    });
    expect(first).toMatchObject({ resultType: "input_required", requestState: "t1" });
    const second = await all.resume("t1", "r", yes);
    expect(second).toMatchObject({ requestState: "t2" });
    expect(await all.resume("t2", "r", yes)).toEqual(said({ answer: "once", ...who }));
  });

  it.each([
    ["another request", "t1", "other"],
    ["a token nobody was given", "t9", "r"],
  ])("is not answered by %s", async (_what, token, request) => {
    const all = rounds();
    await all.begin("r", 10_000, async (ask) => said(await ask(entry)));
    expect(all.resume(token, request, yes)).toBeNull();
    expect(await all.resume("t1", "r", yes)).toEqual(said({ answer: "once", ...who }));
    expect(all.resume("t1", "r", yes)).toBeNull();
  });

  it.each<[string, Record<string, unknown> | undefined]>([
    ["a decline", { approval: { action: "decline" } }],
    ["an acceptance without an answer", { approval: { action: "accept" } }],
    ["an answer that was not offered", { approval: { action: "accept", content: { answer: "standing" } } }],
    ["a number", { approval: { action: "accept", content: { answer: 1 } } }],
  ])("takes %s for a no", async (_what, responses) => {
    const all = rounds();
    await all.begin("r", 10_000, async (ask) => said(await ask(entry)));
    expect(await all.resume("t1", "r", responses)).toEqual(said({ answer: "reject", ...who, reason: "" }));
  });

  it.each<[string, Record<string, unknown> | undefined]>([
    ["nothing", undefined],
    ["an answer to something else", { other: yes.approval }],
    ["a sampled text", { approval: { role: "assistant", content: { type: "text", text: "once" } } }],
    ["an action that there is not", { approval: { action: "Accept", content: { answer: "once" } } }],
    ["no action", { approval: { content: { answer: "once" } } }],
  ])("takes %s for nobody's word", async (_what, responses) => {
    const all = rounds();
    await all.begin("r", 10_000, async (ask) => said(await ask(entry)));
    expect(await all.resume("t1", "r", responses)).toEqual(said(null));
  });

  it("ends by itself when nobody comes back", async () => {
    const all = rounds();
    const ended = new Promise<string>((resolve) => {
      void all.begin("r", 5, async (ask) => {
        const answer = await ask(entry);
        resolve(answer === null ? "nobody" : "somebody");
        return said(answer);
      });
    });
    expect(await ended).toBe("nobody");
    expect(all.resume("t1", "r", yes)).toBeNull();
  });

  it("is not asked about at all where too many wait already", async () => {
    const all = rounds();
    for (let one = 0; one < 100; one++) await all.begin("r", 10_000, async (ask) => said(await ask(entry)));
    expect(await all.begin("r", 10_000, async (ask) => said(await ask(entry)))).toEqual(said(null));
  });
});

it("offers keep, add to the scope and keep, and discard for what a command did", () => {
  const [asked] = entry.requests;
  const kept: OpenApproval = {
    ...entry,
    intent: "INT-001",
    requests: asked ? [{ ...asked, topic: "outside" }] : [],
  };
  expect(questionForm(kept).requestedSchema.properties.answer).toMatchObject({
    enum: ["once", "scope", "reject"],
    enumNames: ["Keep", "Add to the scope and keep", "Discard"],
  });
  const said = (answer: string) => readAnswer(kept, { action: "accept", content: { answer } }, who)?.answer;
  expect(["once", "scope", "reject", "standing", "declare"].map(said)).toEqual([
    "once",
    "scope",
    "reject",
    // Only a clear no discards.
    undefined,
    undefined,
  ]);
});
