import { describe, expect, it } from "vitest";
import { bench, question, rejecting, scopeDeny, throwing } from "../../../test/support/engine/engine-bench.ts";
import type { Execute } from "./attempt.ts";
import type { Outcome } from "./call.ts";

/** Every way in which a tool can end: what the host gets pushed, how often it hears of an error, and the outcome. */
const endings: [string, Execute, { pushed: unknown; errors: number; outcome: Outcome["kind"] }][] = [
  ["returns a result", async () => "ok", { pushed: "ok", errors: 0, outcome: "succeeded" }],
  ["returns without a promise", () => "ok", { pushed: "ok", errors: 0, outcome: "succeeded" }],
  ["returns nothing", async () => undefined, { pushed: undefined, errors: 0, outcome: "succeeded" }],
  [
    "pushes itself",
    async ({ pushToolResult }) => {
      await pushToolResult("mine");
    },
    { pushed: "mine", errors: 0, outcome: "succeeded" },
  ],
  [
    "pushes nothing itself",
    async ({ pushToolResult }) => {
      await pushToolResult(undefined);
    },
    { pushed: undefined, errors: 0, outcome: "succeeded" },
  ],
  [
    "pushes itself and returns as well",
    async ({ pushToolResult }) => {
      await pushToolResult("mine");
      return "also";
    },
    { pushed: "mine", errors: 0, outcome: "succeeded" },
  ],
  [
    "pushes twice",
    async ({ pushToolResult }) => {
      await pushToolResult("first");
      await pushToolResult("second");
    },
    { pushed: "first", errors: 0, outcome: "succeeded" },
  ],
  ["throws", rejecting(new Error("bang")), { pushed: { error: "bang" }, errors: 1, outcome: "failed" }],
  ["throws at once", throwing(new Error("bang")), { pushed: { error: "bang" }, errors: 1, outcome: "failed" }],
  ["throws a text", rejecting("bang"), { pushed: { error: "bang" }, errors: 1, outcome: "failed" }],
  ["throws nothing", rejecting(undefined), { pushed: { error: "undefined" }, errors: 1, outcome: "failed" }],
  ["throws an empty message", rejecting(new Error("")), { pushed: { error: "" }, errors: 1, outcome: "failed" }],
  [
    "throws what cannot be shown",
    rejecting(Object.create(null)),
    { pushed: { error: "something that cannot be shown as text" }, errors: 1, outcome: "failed" },
  ],
  [
    "pushes and throws",
    async ({ pushToolResult }) => {
      await pushToolResult("mine");
      throw new Error("bang");
    },
    { pushed: "mine", errors: 1, outcome: "failed" },
  ],
  [
    "reports its error itself",
    async ({ handleError }) => {
      await handleError(new Error("bang"));
    },
    { pushed: { error: "bang" }, errors: 1, outcome: "failed" },
  ],
  [
    "reports its error twice",
    async ({ handleError }) => {
      await handleError(new Error("bang"));
      await handleError(new Error("again"));
    },
    { pushed: { error: "bang" }, errors: 1, outcome: "failed" },
  ],
  [
    "reports its error and throws it",
    async ({ handleError }) => {
      await handleError(new Error("bang"));
      throw new Error("bang");
    },
    { pushed: { error: "bang" }, errors: 1, outcome: "failed" },
  ],
  [
    "reports an error and returns a result",
    async ({ handleError }) => {
      await handleError(new Error("bang"));
      return "ok";
    },
    { pushed: { error: "bang" }, errors: 1, outcome: "failed" },
  ],
  [
    "reports an error and pushes",
    async ({ handleError, pushToolResult }) => {
      await handleError(new Error("bang"));
      await pushToolResult("half");
    },
    { pushed: "half", errors: 1, outcome: "failed" },
  ],
  [
    "fails without throwing: error",
    async () => ({ error: "no such file" }),
    { pushed: { error: "no such file" }, errors: 0, outcome: "failed" },
  ],
  [
    "fails without throwing: an error with a message",
    async () => ({ error: { message: "nope" } }),
    { pushed: { error: { message: "nope" } }, errors: 0, outcome: "failed" },
  ],
  [
    "fails without throwing: isError",
    async () => ({ isError: true, content: [] }),
    { pushed: { isError: true, content: [] }, errors: 0, outcome: "failed" },
  ],
  [
    "fails without throwing: success false",
    async () => ({ success: false }),
    { pushed: { success: false }, errors: 0, outcome: "failed" },
  ],
  [
    "pushes its failure",
    async ({ pushToolResult }) => {
      await pushToolResult({ isError: true });
    },
    { pushed: { isError: true }, errors: 0, outcome: "failed" },
  ],
  [
    "pushes a result and returns a failure",
    async ({ pushToolResult }) => {
      await pushToolResult("half");
      return { success: false };
    },
    { pushed: "half", errors: 0, outcome: "failed" },
  ],
  [
    "succeeds and says so",
    async () => ({ success: true, error: null, isError: false }),
    { pushed: { success: true, error: null, isError: false }, errors: 0, outcome: "succeeded" },
  ],
];

describe("a tool that", () => {
  it.each(endings)(
    "%s gives one result, and the post-hooks hear how it ended after the push",
    async (_how, execute, expected) => {
      const gate = bench();
      const outcomes: Outcome[] = [];
      gate.registerPostHook("y", async ({ outcome }) => void outcomes.push(outcome));
      gate.registerPostHook("z", async ({ outcome }) => void outcomes.push(outcome));
      const result = await gate.run({ execute });
      expect(gate.pushed).toEqual([expected.pushed]);
      expect(gate.handled).toHaveLength(expected.errors);
      expect(outcomes.map((outcome) => outcome.kind)).toEqual([expected.outcome, expected.outcome]);
      expect(result.allowed).toBe(true);
      expect("error" in result).toBe(expected.outcome === "failed");
      expect(gate.steps.lastIndexOf("push")).toBeLessThan(gate.steps.indexOf("observe"));
      expect(gate.steps.slice(-3)).toEqual(["observe", "post y", "post z"]);
      expect(gate.logged()).toContain(`execute ${expected.outcome}`);
    },
  );

  it("wants to keep to what was decided on is told what that was", async () => {
    const gate = bench();
    let told: unknown;
    await gate.run({
      execute: async (_callbacks, context) => {
        told = context;
      },
    });
    expect(told).toMatchObject({
      invocationId: "id-1",
      intentId: "INT-001",
      touchedPaths: ["a.ts"],
      effects: { mutates: true },
    });
  });

  it("is no tool at all fails like one that throws", async () => {
    const gate = bench();
    const execute = undefined as unknown as Execute;
    const result = await gate.executeTool("t", {}, { session: { id: "s" }, execute });
    expect(result).toMatchObject({ allowed: true, error: { message: expect.stringContaining("function") } });
  });

  it("gives a result that cannot be looked at has not succeeded", async () => {
    const gate = bench();
    const result = await gate.run({
      execute: async () => ({
        get error(): never {
          throw new Error("locked");
        },
      }),
    });
    expect(result.error).toEqual({ message: "locked" });
    expect(gate.pushed).toHaveLength(1);
  });

  it("pushes after it has returned is not heard a second time", async () => {
    const gate = bench();
    let late = async () => {};
    await gate.run({
      execute: async ({ pushToolResult }) => {
        late = async () => {
          await pushToolResult("late");
        };
        return "ok";
      },
    });
    await late();
    expect(gate.pushed).toEqual(["ok"]);
  });
});

describe("a call that was refused", () => {
  it.each([
    ["by a no", async () => scopeDeny],
    ["by a hook's error", rejecting(new Error("bang"))],
    ["by a person", async () => question()],
  ])("%s pushes the refusal once, never runs the tool, and runs all post-hooks", async (_how, hook) => {
    const gate = bench({ approve: async () => ({ answer: "rejected", id: "q", by: "ada", reason: "" }) });
    gate.registerPreHook("a", hook);
    const outcomes: Outcome[] = [];
    gate.registerPostHook("y", rejecting(new Error("first post-hook fails")));
    gate.registerPostHook("z", async ({ outcome }) => void outcomes.push(outcome));
    const { error, refusal } = await gate.run();
    expect(refusal).toEqual(error);
    expect(gate.pushed).toHaveLength(1);
    expect(JSON.parse(gate.pushed[0] as string)).toEqual(error);
    expect(gate.handled).toEqual([]);
    expect(gate.steps).not.toContain("execute");
    expect(outcomes).toMatchObject([{ kind: "denied", code: (error as { code: string }).code }]);
    expect(gate.steps.slice(-4)).toEqual(["push", "observe", "post y", "post z"]);
  });
});

describe("a post-hook that fails", () => {
  it.each([
    ["throws at once", throwing(new Error("bang"))],
    ["rejects", rejecting(new Error("bang"))],
    ["throws what cannot be shown", rejecting(Object.create(null))],
    [
      "changes what happened",
      async ({ outcome }: { outcome: Outcome }) => {
        outcome.kind = "succeeded";
      },
    ],
    [
      "adds a change of its own",
      async ({ changes }: { changes: readonly unknown[] }) => {
        (changes as unknown[]).push({});
      },
    ],
  ])("because it %s leaves a warning, undoes nothing, and the next hooks see what happened", async (_how, hook) => {
    const gate = bench();
    gate.registerPostHook("bad", hook);
    const outcomes: unknown[] = [];
    gate.registerPostHook("next", async ({ outcome, changes }) => void outcomes.push(outcome.kind, changes.length));
    const { allowed, warnings } = await gate.run({ execute: async () => ({ success: false }) });
    expect(allowed).toBe(true);
    expect(warnings).toMatchObject([
      { type: "hook_warning", meta: { invocation_id: "id-1", tool_name: "write_to_file", hook_name: "bad" } },
    ]);
    expect(outcomes).toEqual(["failed", 0]);
    expect(gate.logged()).toContain("post bad warning");
  });

  it("has no say: what it returns changes nothing", async () => {
    const gate = bench();
    gate.registerPostHook("late no", (async () => scopeDeny) as never);
    expect(await gate.run()).toMatchObject({ allowed: true, result: "done", warnings: [] });
  });
});

describe("a host whose callbacks fail", () => {
  it.each([
    ["after success", async () => "ok"],
    ["after an error", rejecting(new Error("bang"))],
  ])("hears a warning %s, and the post-hooks run", async (_when, execute) => {
    const gate = bench();
    gate.registerPostHook("z", async () => undefined);
    const broken = throwing(new Error("the host is gone"));
    const { warnings } = await gate.run({ execute, pushToolResult: broken, handleError: async () => broken() });
    expect(warnings.map((said) => said.meta.hook_name)).toContain("pushToolResult");
    expect(gate.steps.at(-1)).toBe("post z");
  });

  it("hears a warning after a refusal, and the no stands", async () => {
    const gate = bench();
    gate.registerPreHook("a", async () => scopeDeny);
    const result = await gate.run({
      pushToolResult: throwing(new Error("the host is gone")),
    });
    expect(result).toMatchObject({
      allowed: false,
      error: { code: "SCOPE_VIOLATION" },
      warnings: [{ meta: { hook_name: "pushToolResult" } }],
    });
  });

  it("may leave them out altogether", async () => {
    const gate = bench();
    expect(await gate.run({ pushToolResult: undefined, handleError: undefined })).toMatchObject({
      allowed: true,
      warnings: [],
    });
  });
});
