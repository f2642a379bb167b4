import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { PreHookFn } from "@intentgate/engine";
import { openWorkspace, type Workspace } from "@intentgate/gate";
import { registerDefaultHooks } from "@intentgate/policy";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Planted, plantRoot } from "../planted-root.ts";

const intent = (id: string, scope: string, status = "IN_PROGRESS") => `  - id: ${id}
    name: ${id}
    status: ${status}
    owned_scope: [${scope}]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;
const intents = `active_intents:
${intent("INT-001", '"src/**", "docs/x.md"')}${intent("INT-002", '"**"')}${intent("INT-003", "")}${intent("INT-004", '"src/**"', "PENDING")}${intent("INT-005", '"src/**"', "COMPLETE")}`;
const policy = `limits: { denials_in_a_row: 2 }
forbid:
  - { tool: delete_file, paths: ["src/keep/**"], reason: "kept" }
  - { command: "git push*", reason: "no" }
protected: ["src/protected/**"]
commands: [{ run: "npm test", args: none, writes: [] }]
tools: { lint: { effect: read, paths_from: [path] } }
`;
const ignore = "src/ignored/** exclude\nINT-001:src/asked/** require_approval\nsrc/loose/** allow_destructive\n";

let place: Planted;
let workspace: Workspace;
let builtIn: { name: string; fn: PreHookFn; options: { critical?: boolean } }[];
beforeAll(async () => {
  const content = (path: string): [string, string] => [path, `// ${path}\n`];
  const names = [
    "src/a.ts",
    "src/b.ts",
    "src/ignored/i.ts",
    "src/asked/q.ts",
    "src/keep/k.ts",
    "docs/x.md",
    "src/protected/p.ts",
  ];
  place = plantRoot({ intents, policy, files: { ...Object.fromEntries(names.map(content)), ".intentignore": ignore } });
  symlinkSync("../docs", join(place.root, "src/link"));
  workspace = openWorkspace(place.root, { stateDir: place.stateDir });
  const call = (session: string, tool: string, input: object) =>
    workspace.run({ tool, input, session: { id: session } });
  for (const [session, id] of [
    ["one", "INT-001"],
    ["all", "INT-002"],
    ["none", "INT-003"],
    ["stopped", "INT-001"],
    ["reader", "INT-001"],
  ] as const) {
    await call(session, "select_active_intent", { intent_id: id });
  }
  await call("reader", "read_file", { path: "src/a.ts" });
  for (let time = 0; time < 3; time++) await call("stopped", "write_to_file", { path: "elsewhere.ts", content: "x" });
  builtIn = [];
  const collect = {
    registerPreHook: (name: string, fn: PreHookFn, options = {}) => builtIn.push({ name, fn, options }),
  };
  registerDefaultHooks(collect as unknown as Workspace["engine"], {
    governed: workspace.governed,
    stopOf: () => null,
    log: () => undefined,
    declaredHooks: { fn: async () => undefined, timeoutMs: 5_000 },
  });
});
afterAll(() => place.clear());

/** Takes every built-in hook away and puts them back in this order. */
function reorder(order: readonly number[]): void {
  const removers = builtIn.map(({ name, fn, options }) => workspace.engine.registerPreHook(name, fn, options));
  for (const remove of removers) remove();
  for (const at of order) {
    const hook = builtIn[at];
    if (hook) workspace.engine.registerPreHook(hook.name, hook.fn, hook.options);
  }
}

const path = fc.constantFrom(
  "src/a.ts",
  "src/new.ts",
  "src/ignored/i.ts",
  "src/asked/q.ts",
  "src/keep/k.ts",
  "src/protected/p.ts",
  "src/loose/l.ts",
  "docs/x.md",
  "src/link/x.md",
  "docs/y.md",
  "../out.ts",
  "/nowhere/x.ts",
  ".orchestration/policy.yaml",
  "AGENT.md",
  "src/\0",
  "",
);
const call = fc.oneof(
  fc.record({
    tool: fc.constantFrom("write_to_file", "edit", "delete_file", "read_file", "lint", "deploy"),
    input: fc.record({ path, content: fc.constant("x"), old_string: fc.constant("a"), new_string: fc.constant("b") }),
  }),
  fc.record({
    tool: fc.constant("write_to_file"),
    input: fc.record({
      path,
      content: fc.constant("x"),
      request_scope_expansion: fc.record({
        additional_globs: fc.constantFrom(["docs/**"], ["**"], []),
        reason: fc.constant("needed"),
      }),
    }),
  }),
  fc.record({
    tool: fc.constant("execute_command"),
    input: fc.record({
      command: fc.constantFrom(
        "ls",
        "npm test",
        "rm -rf src",
        "git push",
        "cat src/a.ts",
        "intentgate approve x",
        "echo x > src/a.ts",
      ),
    }),
  }),
  fc.record({
    tool: fc.constant("select_active_intent"),
    input: fc.record({ intent_id: fc.constantFrom("INT-001", "INT-002", "INT-004", "INT-005", "INT-9") }),
  }),
  fc.record({
    tool: fc.constantFrom("propose_intent", "attempt_completion", "request_scope_expansion", "record_lesson"),
    input: fc.constant({ name: "n", owned_scope: ["src/**"], additional_globs: ["docs/**"], reason: "r", lesson: "l" }),
  }),
);
const session = fc.record({
  id: fc.constantFrom("one", "all", "none", "stopped", "reader", "nobody"),
  parent: fc.constantFrom(undefined, undefined, "one", "nobody"),
});

describe("the built-in hooks", () => {
  it("answer every call alike in every order: no order turns a no into anything else", async () => {
    const canonical = Array.from({ length: builtIn.length }, (_, at) => at);
    expect(canonical.length).toBeGreaterThan(7);
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        call,
        session,
        fc.shuffledSubarray(canonical, { minLength: canonical.length }),
        async (request, who, order) => {
          const asked = { ...request, session: { id: who.id, ...(who.parent ? { parent: who.parent } : {}) } };
          reorder(canonical);
          const usual = await workspace.decide(asked);
          reorder(order);
          const other = await workspace.decide(asked);
          kinds.add(usual.decision);
          expect(other.decision).toBe(usual.decision);
        },
      ),
      { numRuns: 600 },
    );
    expect([...kinds].sort()).toEqual(["allow", "ask", "deny"]);
  });

  it("say no more often, never less often, the more of them are there", async () => {
    const all = Array.from({ length: builtIn.length }, (_, at) => at);
    const strictness = { allow: 0, ask: 1, deny: 2 };
    await fc.assert(
      fc.asyncProperty(call, session, fc.shuffledSubarray(all), async (request, who, some) => {
        const asked = { ...request, session: { id: who.id, ...(who.parent ? { parent: who.parent } : {}) } };
        reorder(some);
        const fewer = await workspace.decide(asked);
        reorder(all);
        const whole = await workspace.decide(asked);
        expect(strictness[whole.decision]).toBeGreaterThanOrEqual(strictness[fewer.decision]);
      }),
      { numRuns: 400 },
    );
  });
});
