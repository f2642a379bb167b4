import { describe, expect, it } from "vitest";
import { bench, question, rejecting, scopeDeny, throwing } from "../../../test/support/engine/engine-bench.ts";
import type { HookContext } from "./call.ts";

const nothing = async () => undefined;

describe("one tool call", () => {
  it("is a straight line: hooks, begin, tool, push, observe, post-hooks", async () => {
    const gate = bench();
    gate.registerPreHook("a", nothing);
    gate.registerPostHook("z", nothing);
    const result = await gate.run();
    expect(result).toEqual({ invocationId: "id-1", allowed: true, result: "done", contextPatch: {}, warnings: [] });
    expect(gate.steps).toEqual(["pre a", "begin", "execute", "push", "observe", "post z"]);
  });

  it("stops at the first no and does not call the hooks behind it", async () => {
    const gate = bench();
    gate.registerPreHook("a", nothing);
    gate.registerPreHook("b", async () => scopeDeny);
    gate.registerPreHook("c", nothing);
    gate.registerPostHook("z", nothing);
    const { allowed } = await gate.run();
    expect(allowed).toBe(false);
    expect(gate.steps).toEqual(["pre a", "pre b", "push", "observe", "post z"]);
  });

  it("is refused at the last moment where the beginning finds that the decision no longer fits", async () => {
    const gate = bench({ begin: async () => scopeDeny });
    gate.registerPostHook("z", nothing);
    const { allowed, refusal } = await gate.run();
    expect([allowed, refusal?.code]).toEqual([false, scopeDeny.code]);
    expect(gate.steps).toEqual(["begin", "push", "observe", "post z"]);
  });

  it("lets no hook grant what another denies, whichever comes first", async () => {
    for (const order of [
      ["yes", "no"],
      ["no", "yes"],
    ]) {
      const gate = bench();
      for (const name of order) {
        gate.registerPreHook(name, async () => (name === "yes" ? { allow: true } : scopeDeny));
      }
      expect((await gate.run()).allowed).toBe(false);
    }
  });

  it("is exactly preToolUse, the tool, postToolUse for a host with two processes", async () => {
    const gate = bench();
    gate.registerPreHook("a", async () => ({ allow: true, contextPatch: { note: "mind the tests" } }));
    const seen: unknown[] = [];
    gate.registerPostHook("z", async ({ outcome, contextPatch, touchedPaths }) => {
      seen.push({ outcome, contextPatch, touchedPaths });
    });
    const call = { toolName: "write_to_file", payload: {}, session: { id: "s" }, cwd: null, callId: null };
    const before = await gate.preToolUse(call);
    expect(before).toMatchObject({
      allowExecution: true,
      context: {
        toolName: "write_to_file",
        isMutatingTool: true,
        intentId: "INT-001",
        touchedPaths: ["a.ts"],
        hadToolFailureBefore: false,
      },
    });
    // What crosses is plain data: it survives being written to a file and read by the second process.
    await gate.postToolUse(call, JSON.parse(JSON.stringify(before.context)), false);
    expect(seen).toMatchObject([
      { outcome: { kind: "failed" }, contextPatch: { note: "mind the tests" }, touchedPaths: ["a.ts"] },
    ]);
  });

  it("merges context patches of hooks that agree, the later one winning", async () => {
    const gate = bench();
    gate.registerPreHook("a", async () => ({ allow: true, contextPatch: { one: 1, both: "a" } }));
    gate.registerPreHook("b", async () => ({ allow: true, contextPatch: { two: 2, both: "b" } }));
    expect((await gate.run()).contextPatch).toEqual({ one: 1, two: 2, both: "b" });
  });

  it("writes every phase down under the id of the invocation", async () => {
    const gate = bench();
    gate.registerPreHook("a", async () => scopeDeny);
    await gate.run();
    expect(gate.logged()).toEqual(["pre a deny SCOPE_VIOLATION", "done denied SCOPE_VIOLATION"]);
    const open = bench();
    await open.run();
    await open.run();
    expect(open.logged()).toEqual(Array(2).fill(["pre allow", "execute succeeded", "done succeeded"]).flat());
    expect(open.entries.map((entry) => entry.invocationId)).toEqual(["id-1", "id-1", "id-1", "id-2", "id-2", "id-2"]);
  });

  it("keeps two calls at once apart", async () => {
    const gate = bench();
    gate.registerPreHook("only-one", async ({ session }) => (session.id === "bad" ? scopeDeny : undefined));
    const results = await Promise.all(["good", "bad", "good"].map((id) => gate.run({ session: { id } })));
    expect(results.map((result) => result.allowed)).toEqual([true, false, true]);
    expect(new Set(results.map((result) => result.invocationId)).size).toBe(3);
  });

  it("takes a call for a changing one unless it is known to change nothing", async () => {
    const facts = { normalizedToolName: "t", intentId: null, hadToolFailureBefore: false };
    const mutating: boolean[] = [];
    for (const mutates of [true, undefined, null, "no", false]) {
      const effects = { risk: "SAFE", mutates, list: [], why: [] };
      const gate = bench({ describe: async () => ({ ...facts, effects }) as never });
      gate.registerPreHook("a", async ({ isMutatingTool }) => void mutating.push(isMutatingTool));
      await gate.run();
    }
    expect(mutating).toEqual([true, true, true, true, false]);
  });
});

describe("a dry decision", () => {
  const call = { toolName: "write_to_file", payload: {}, session: { id: "s" }, cwd: null, callId: null };

  it.each([
    ["allows what would run", async () => undefined, { decision: "allow" }],
    ["names the questions it would ask", async () => question(), { decision: "ask", questions: ["Delete a.ts?"] }],
    ["gives the refusal", async () => scopeDeny, { decision: "deny", refusal: { code: "SCOPE_VIOLATION" } }],
    ["denies when a hook fails", throwing("bang"), { decision: "deny", refusal: { code: "HOOK_ERROR" } }],
  ])("%s, and nothing else happens", async (_what, hook, expected) => {
    const gate = bench();
    gate.registerPreHook("a", hook);
    gate.registerPostHook("z", nothing);
    expect(await gate.decide(call)).toMatchObject({ invocationId: "id-1", ...expected });
    expect(gate.steps).toEqual(["pre a"]);
    expect(gate.entries).toEqual([]);
  });

  it("denies when what the call touches cannot be told", async () => {
    const gate = bench({ describe: rejecting(new Error("no parser")) });
    expect(await gate.decide(call)).toMatchObject({ decision: "deny", refusal: { code: "HOOK_ERROR" } });
  });
});

describe("what hooks share", () => {
  it("gives each hook its own context, so that no hook can blind the next", async () => {
    const gate = bench();
    gate.registerPreHook("blinding", async (context) => {
      const loose = context as unknown as Record<string, unknown>;
      for (const key of Object.keys(loose)) delete loose[key];
      Object.assign(loose, {
        isMutatingTool: false,
        intentId: "INT-999",
        effects: null,
        touchedPaths: [],
        approved: [question().request],
      });
    });
    let seen: HookContext | undefined;
    gate.registerPreHook("next", async (context) => {
      seen = context;
    });
    const begun: unknown[] = [];
    gate.registerPostHook(
      "post",
      async ({ intentId, isMutatingTool }) => void begun.push({ intentId, isMutatingTool }),
    );
    await gate.run();
    expect(seen).toMatchObject({
      isMutatingTool: true,
      intentId: "INT-001",
      touchedPaths: ["a.ts"],
      approved: [],
      toolName: "write_to_file",
      effects: { mutates: true, list: [{ kind: "write" }] },
    });
    expect(begun).toEqual([{ intentId: "INT-001", isMutatingTool: true }]);
  });

  it("keeps the effects deep inside from being changed, by hooks and by who computed them", async () => {
    const effects = {
      risk: "UNKNOWN" as const,
      mutates: true,
      list: [{ kind: "move" as const, from: { path: "a", absolute: "/a" }, to: { path: "b", absolute: "/b" } }],
      why: [],
    };
    const gate = bench({
      describe: async () => ({ normalizedToolName: "t", effects, intentId: null, hadToolFailureBefore: false }),
    });
    gate.registerPreHook(
      "sly",
      async (context) => {
        effects.list.pop();
        const moved = context.effects.list[0] as { to: { absolute: string } };
        moved.to.absolute = "/elsewhere";
      },
      { critical: false },
    );
    let seen: unknown;
    gate.registerPreHook("next", async (context) => {
      seen = context.effects.list;
    });
    await gate.run();
    expect(seen).toEqual([{ kind: "move", from: { path: "a", absolute: "/a" }, to: { path: "b", absolute: "/b" } }]);
    expect(Object.isFrozen(effects)).toBe(false);
  });
});
