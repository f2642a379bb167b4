import { describe, expect, it } from "vitest";
import { bench, question, rejecting, scopeDeny, throwing } from "../../../test/support/engine/engine-bench.ts";
import type { PreHookFn } from "./call.ts";
import { type Deny, deny } from "./decision.ts";

const nothing = async () => undefined;

/** As a broken library would give it. */
function brokenPromise(descriptor: PropertyDescriptor): never {
  // biome-ignore lint/suspicious/noThenProperty: what looks like a promise and is none is the point
  return Object.defineProperty({}, "then", descriptor) as never;
}

describe("a pre-hook that fails", () => {
  const failures: [string, PreHookFn][] = [
    ["throws at once", throwing(new Error("bang"))],
    ["rejects", rejecting(new Error("bang"))],
    ["throws a text", rejecting("bang")],
    ["throws nothing", rejecting(undefined)],
    ["throws what cannot be shown", rejecting(Object.create(null))],
    [
      "throws an error whose message throws",
      async () => {
        throw Object.defineProperty(new Error("x"), "message", {
          get: throwing(new Error("hidden")),
        });
      },
    ],
    ["returns a promise that is broken", () => brokenPromise({ value: throwing("bang") })],
    ["returns a promise that cannot be read", () => brokenPromise({ get: throwing("bang") })],
    [
      "writes to the effects of the call",
      async (context) => {
        context.effects.list.length = 0;
      },
    ],
    [
      "calls the call harmless",
      async (context) => {
        context.effects.mutates = false;
      },
    ],
    [
      "clears the paths",
      async (context) => {
        context.touchedPaths.length = 0;
      },
    ],
    [
      "changes the session",
      async (context) => {
        context.session.id = "another";
      },
    ],
  ];

  it.each(failures)(
    "refuses the call when it %s and is critical, which it is unless it says otherwise",
    async (_how, hook) => {
      const gate = bench();
      gate.registerPreHook("bad", hook);
      gate.registerPreHook("behind", nothing);
      const { allowed, error } = await gate.run();
      expect({ allowed, error }).toMatchObject({
        allowed: false,
        error: { type: "tool_error", code: "HOOK_ERROR", meta: { hook_name: "bad" } },
      });
      expect(gate.steps).toEqual(["pre bad", "push", "observe"]);
    },
  );

  it.each(failures)("warns and asks the next hook when it %s and is not critical", async (_how, hook) => {
    const gate = bench();
    gate.registerPreHook("bad", hook, { critical: false });
    gate.registerPreHook("behind", async () => scopeDeny);
    expect(await gate.run()).toMatchObject({ allowed: false, error: { code: "SCOPE_VIOLATION" } });
    expect(gate.logged()).toContain("pre bad warning");
  });

  it("denies with a no it returned, critical or not", async () => {
    const gate = bench();
    gate.registerPreHook("polite", async () => scopeDeny, { critical: false });
    expect((await gate.run()).allowed).toBe(false);
  });
});

describe("the parts around the hooks", () => {
  it.each([
    [
      "describe",
      "effects",
      {
        describe: rejecting(new Error("no parser")),
      },
    ],
    [
      "describe, at once",
      "effects",
      {
        describe: throwing(new Error("no parser")),
      },
    ],
    ["describe, with nothing", "effects", { describe: async () => undefined as never }],
    ["describe, without effects", "effects", { describe: async () => ({ normalizedToolName: "t" }) as never }],
    [
      "describe, with half the effects",
      "effects",
      { describe: async () => ({ effects: { mutates: false } }) as never },
    ],
    [
      "begin",
      "begin",
      {
        begin: rejecting(new Error("disk full")),
      },
    ],
    [
      "begin, at once",
      "begin",
      {
        begin: throwing(new Error("disk full")),
      },
    ],
    [
      "log",
      "begin",
      {
        log: throwing(new Error("disk full")),
      },
    ],
  ])("refuses the call when %s fails, and the tool never runs", async (_what, stage, broken) => {
    const gate = bench(broken as never);
    gate.registerPreHook("a", nothing);
    gate.registerPostHook("z", nothing);
    const { allowed, error } = await gate.run();
    expect({ allowed, error }).toMatchObject({
      allowed: false,
      error: { code: "HOOK_ERROR", meta: { hook_name: stage } },
    });
    expect(gate.steps).not.toContain("execute");
    expect(gate.pushed).toHaveLength(1);
    expect(gate.steps.at(-1)).toBe("post z");
  });

  it("stays with the no when it cannot be written down", async () => {
    const gate = bench({
      log: throwing(new Error("disk full")),
    });
    gate.registerPreHook("a", async () => scopeDeny);
    const result = await gate.run();
    expect(result.error).toMatchObject({ code: "SCOPE_VIOLATION", meta: { not_logged: "disk full" } });
    expect(result.warnings.map((said) => said.meta.hook_name)).toContain("log");
  });

  it("refuses when the judge of what may pass fails", async () => {
    const gate = bench({
      letsPass: throwing(new Error("which mode?")),
    });
    gate.registerPreHook("a", async () => scopeDeny);
    expect(await gate.run()).toMatchObject({ allowed: false, error: { code: "HOOK_ERROR" } });
  });

  it("warns when observing fails, and runs the post-hooks all the same", async () => {
    const gate = bench({
      observe: rejecting(new Error("git is gone")),
    });
    gate.registerPostHook("z", nothing);
    const { allowed, warnings } = await gate.run();
    expect(allowed).toBe(true);
    expect(warnings).toMatchObject([
      {
        type: "hook_warning",
        message: "git is gone",
        meta: { hook_name: "observe", invocation_id: "id-1", tool_name: "write_to_file" },
      },
    ]);
    expect(gate.steps.at(-1)).toBe("post z");
    expect(gate.logged()).toContain("post observe warning");
  });
});

describe("observe mode", () => {
  const passAll = { letsPass: () => true };

  it("lets pass what it would deny, writes that down, and goes on to the next hooks", async () => {
    const gate = bench(passAll);
    gate.registerPreHook("a", async () => scopeDeny);
    gate.registerPreHook("b", async () => question());
    gate.registerPreHook("c", throwing(new Error("bang")));
    gate.registerPreHook("d", nothing);
    expect((await gate.run()).allowed).toBe(true);
    expect(gate.asked).toEqual([]);
    expect(gate.logged().slice(0, 4)).toEqual([
      "pre a would_deny SCOPE_VIOLATION",
      "pre b would_ask",
      "pre c would_deny HOOK_ERROR",
      "pre allow",
    ]);
    expect(gate.steps).toContain("pre d");
  });

  it("still stops at a no that may not pass", async () => {
    const passed: string[] = [];
    const gate = bench({
      letsPass: (_context, no: Deny, hook) => {
        passed.push(`${hook} ${no.code}`);
        return no.code !== "CONTROL_FILE";
      },
    });
    gate.registerPreHook("a", async () => scopeDeny);
    gate.registerPreHook("b", async () => deny("CONTROL_FILE", "no", "leave it"));
    gate.registerPreHook("c", nothing);
    expect(await gate.run()).toMatchObject({ allowed: false, error: { code: "CONTROL_FILE" } });
    expect(passed).toEqual(["a SCOPE_VIOLATION", "b CONTROL_FILE"]);
    expect(gate.steps).not.toContain("pre c");
  });
});
