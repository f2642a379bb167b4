import { describe, expect, it } from "vitest";
import {
  bench,
  question,
  rejecting,
  scopeDeny,
  throwing,
  turns,
  yes,
} from "../../../test/support/engine/engine-bench.ts";
import { type ApprovalAnswer, deny } from "./decision.ts";

const nothing = async () => undefined;

describe("asking a person", () => {
  it("gathers all questions into one and asks it once, after the last hook", async () => {
    const gate = bench();
    gate.registerPreHook("a", async () => question("Delete a.ts?"));
    gate.registerPreHook("b", nothing);
    gate.registerPreHook("c", async () => question("Widen the scope?", "expansion"));
    gate.registerPreHook("d", nothing);
    expect((await gate.run()).allowed).toBe(true);
    const hooks = ["pre a", "pre b", "pre c", "pre d"];
    expect(gate.steps).toEqual([...hooks, "approve", ...hooks, "begin", "execute", "push", "observe"]);
    expect(gate.asked.map((asks) => asks.map((ask) => ask.question))).toEqual([["Delete a.ts?", "Widen the scope?"]]);
  });

  it("asks nobody when nothing asked", async () => {
    const gate = bench();
    gate.registerPreHook("a", nothing);
    await gate.run();
    expect(gate.asked).toEqual([]);
  });

  it("asks nobody when a later hook denies anyway", async () => {
    const gate = bench();
    gate.registerPreHook("a", async () => question());
    gate.registerPreHook("b", async () => scopeDeny);
    expect((await gate.run()).allowed).toBe(false);
    expect(gate.asked).toEqual([]);
  });

  it("asks nobody on behalf of a hook that failed", async () => {
    const gate = bench();
    gate.registerPreHook("a", async () => question());
    gate.registerPreHook("b", throwing(new Error("bang")));
    expect(await gate.run()).toMatchObject({ allowed: false, error: { code: "HOOK_ERROR" } });
    expect(gate.asked).toEqual([]);
  });

  it("holds the call until the person has answered", async () => {
    let answer: (given: ApprovalAnswer) => void = () => {};
    const gate = bench({
      approve: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    gate.registerPreHook("a", async () => question());
    const call = gate.run();
    await turns();
    expect(gate.steps).toEqual(["pre a", "approve"]);
    answer(yes);
    expect((await call).allowed).toBe(true);
  });

  const answers: [string, ApprovalAnswer, object][] = [
    [
      "no, with a reason",
      { answer: "rejected", id: "q-1", by: "ada", reason: "use a flag" },
      {
        code: "HITL_REJECT",
        meta: {
          risk: "DESTRUCTIVE",
          request_id: "q-1",
          reason: "use a flag",
          remedy: 'Do not repeat the call as it is. The person said: "use a flag"',
        },
      },
    ],
    [
      "no, without a reason",
      { answer: "rejected", id: "q-1", by: "ada", reason: "" },
      { code: "HITL_REJECT", meta: { request_id: "q-1", remedy: "Do something else." } },
    ],
    [
      "nothing in time",
      { answer: "unanswered", id: "q-1", reason: "5 minutes passed" },
      { code: "NO_ANSWER", meta: { request_id: "q-1", reason: "5 minutes passed" } },
    ],
    [
      "nothing, because nobody can be asked",
      { answer: "unreachable", id: null, reason: "no terminal" },
      { code: "UNKNOWN_EFFECT", meta: { what: "the command", reason: "no terminal" } },
    ],
    [
      "nothing yet, and the request stays open",
      { answer: "unreachable", id: "q-1", reason: "" },
      { code: "NO_ANSWER", meta: { request_id: "q-1" } },
    ],
  ];
  it.each(answers)("refuses when the person said %s", async (_what, given, error) => {
    const gate = bench({ approve: async () => given });
    gate.registerPreHook("a", async () => question());
    gate.registerPreHook("b", async () => ({
      ...question("Another?"),
      request: { ...question("Another?").request, whenRejected: scopeDeny },
    }));
    const result = await gate.run();
    expect(result).toMatchObject({ allowed: false, error });
    expect(gate.steps).not.toContain("begin");
    expect(gate.logged()).toContain(`ask ${given.answer}`);
  });

  it.each([
    ["throws", rejecting(new Error("the dialog crashed"))],
    ["throws at once", throwing(new Error("the dialog crashed"))],
    ["answers nothing", async () => undefined],
    ["answers null", async () => null],
    ["answers true", async () => true],
    ["answers a text", async () => "approved"],
    ["answers an empty object", async () => ({})],
    ["answers in words of its own", async () => ({ answer: "yes" })],
    ["answers with a near miss", async () => ({ answer: "Approved" })],
  ])("refuses with HOOK_ERROR when the approver %s", async (_what, approve) => {
    const gate = bench({ approve: approve as never });
    gate.registerPreHook("a", async () => question());
    expect(await gate.run()).toMatchObject({
      allowed: false,
      error: { code: "HOOK_ERROR", meta: { hook_name: "approve" } },
    });
    expect(gate.steps).toEqual(["pre a", "approve", "push", "observe"]);
  });
});

describe("after a yes", () => {
  it("runs all hooks again and tells them what was approved", async () => {
    const gate = bench();
    const seen: string[][] = [];
    gate.registerPreHook("a", async ({ approved }) => {
      seen.push(approved.map((request) => request.question));
      return approved.length > 0 ? undefined : question();
    });
    expect((await gate.run()).allowed).toBe(true);
    expect(seen).toEqual([[], ["Delete a.ts?"]]);
  });

  it("takes the same question asked again as answered", async () => {
    const gate = bench();
    gate.registerPreHook("a", async () => question());
    expect((await gate.run()).allowed).toBe(true);
    expect(gate.asked).toHaveLength(1);
  });

  it.each([
    ["a new question", () => question("And b.ts too?")],
    ["the same words about something else", () => question("Delete a.ts?", "unknown")],
  ])("refuses %s instead of asking a second time", async (_what, second) => {
    const gate = bench();
    gate.registerPreHook("a", async ({ approved }) => (approved.length > 0 ? second() : question()));
    expect(await gate.run()).toMatchObject({
      allowed: false,
      error: { code: "NO_ANSWER", message: expect.stringMatching(/changed while the person was asked/) },
    });
    expect(gate.asked).toHaveLength(1);
    expect(gate.steps).not.toContain("execute");
  });

  it("refuses when a hook denies then that did not deny before", async () => {
    const gate = bench();
    gate.registerPreHook("a", async () => question());
    gate.registerPreHook("lock", async ({ approved }) =>
      approved.length > 0 ? deny("STALE_FILE", "a.ts changed meanwhile", "read it again") : undefined,
    );
    expect(await gate.run()).toMatchObject({ allowed: false, error: { code: "STALE_FILE" } });
    expect(gate.steps).not.toContain("begin");
  });

  it("refuses when a hook fails then", async () => {
    const gate = bench();
    gate.registerPreHook("a", async () => question());
    gate.registerPreHook("b", async ({ approved }) => {
      if (approved.length > 0) throw new Error("bang");
    });
    expect(await gate.run()).toMatchObject({ allowed: false, error: { code: "HOOK_ERROR", meta: { hook_name: "b" } } });
  });

  it("does not let a hook write its own approval", async () => {
    const gate = bench();
    gate.registerPreHook("a", async () => question());
    gate.registerPreHook("sly", async (context) => {
      if (context.approved.length === 0) return undefined;
      const wanted = question("Delete everything?");
      (context.approved as unknown[]).push(wanted.request);
      return wanted;
    });
    expect(await gate.run()).toMatchObject({
      allowed: false,
      error: { code: "HOOK_ERROR", meta: { hook_name: "sly" } },
    });
  });

  it("looks again at what the call touches: a link may have moved while the person thought", async () => {
    let target = "/w/inside.ts";
    const gate = bench({
      describe: async () => ({
        normalizedToolName: "t",
        intentId: null,
        hadToolFailureBefore: false,
        effects: {
          risk: "DESTRUCTIVE",
          mutates: true,
          why: [],
          list: [{ kind: "delete", path: "link", absolute: target }],
        },
      }),
      approve: async () => {
        target = "/etc/passwd";
        return yes;
      },
    });
    gate.registerPreHook("scope", async ({ effects }) =>
      JSON.stringify(effects).includes("/etc/passwd") ? scopeDeny : undefined,
    );
    gate.registerPreHook("hitl", async () => question());
    expect(await gate.run()).toMatchObject({ allowed: false, error: { code: "SCOPE_VIOLATION" } });
  });

  it("hands the approval to the post-hooks, and the patch of the second look only", async () => {
    const gate = bench();
    gate.registerPreHook("a", async ({ approved }) =>
      approved.length > 0 ? { allow: true, contextPatch: { look: 2 } } : question(),
    );
    gate.registerPreHook("b", async ({ approved }) => ({
      allow: true,
      contextPatch: approved.length > 0 ? {} : { stale: true },
    }));
    const seen: unknown[] = [];
    gate.registerPostHook("z", async ({ approval, contextPatch }) => void seen.push({ approval, contextPatch }));
    await gate.run();
    expect(seen).toEqual([{ approval: yes, contextPatch: { look: 2 } }]);
  });
});

describe("a hook that waits for a person itself", () => {
  const withHook = () => {
    const gate = bench();
    const { registerPreHook } = gate;
    registerPreHook("hitlApproval", async ({ askApproval }) => {
      const approved = await askApproval?.("tool", JSON.stringify({ tool: "execute_command" }));
      return approved ? { allow: true } : { allow: false, reason: "User rejected tool via HITL pre-hook." };
    });
    return gate;
  };

  it("runs the tool after a yes and passes the question on as it was put", async () => {
    const gate = withHook();
    const questions: unknown[] = [];
    const result = await gate.run({
      askApproval: async (...asked) => {
        questions.push(asked);
        return true;
      },
    });
    expect(result).toMatchObject({ allowed: true, result: "done" });
    expect(questions).toEqual([["tool", '{"tool":"execute_command"}']]);
  });

  it.each([
    ["after a no", async () => false],
    ["where nobody can be asked", undefined],
  ])("refuses %s", async (_when, askApproval) => {
    const gate = withHook();
    expect(await gate.run({ askApproval })).toMatchObject({
      allowed: false,
      error: {
        code: "BLOCKED_BY_HOOK",
        message: "User rejected tool via HITL pre-hook.",
        meta: { hook_name: "hitlApproval" },
      },
    });
    expect(gate.steps).not.toContain("execute");
  });

  it("refuses when the dialog crashes", async () => {
    const gate = withHook();
    expect(
      await gate.run({
        askApproval: rejecting(new Error("window closed")),
      }),
    ).toMatchObject({ allowed: false, error: { code: "HOOK_ERROR" } });
  });
});
