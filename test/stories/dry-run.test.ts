import { describe, expect, it } from "vitest";
import { allowed, askingGate, openGate, write } from "./gate-scene.ts";
import { call, DELETIONS_ASK, jsonOf, makeScene, run } from "./scene.ts";

const asked = (gate: ReturnType<typeof openGate>, tool: string, input: unknown) =>
  gate.workspace.decide({ tool, input, session: { id: "s1" } });

describe("deciding only", () => {
  it("says what would happen, and nothing does: no file, no record, no question, no count", async () => {
    const gate = await askingGate();
    const before = gate.bytes();
    expect(await asked(gate, ...write("src/auth/new.ts"))).toMatchObject({ decision: "allow" });
    expect(await asked(gate, "delete_file", { path: "src/auth/token.ts" })).toMatchObject({ decision: "ask" });
    for (let n = 0; n < 12; n += 1) {
      const outside = await asked(gate, ...write("src/pay/bill.ts"));
      expect(outside).toMatchObject({ decision: "deny", refusal: { code: "SCOPE_VIOLATION" } });
    }
    expect(gate.bytes()).toEqual(before);
    expect(gate.ledger()).toEqual([]);
    expect(gate.workspace.home.store.approvals.list()).toEqual([]);
    expect(gate.workspace.home.store.sessions.read("s1").denialsInARow).toBe(0);
  });

  it("says no where the mode is auto and the call would have to ask", async () => {
    const gate = await askingGate({ policy: "approval: { mode: auto }\n" });
    expect(await asked(gate, "delete_file", { path: "src/auth/token.ts" })).toMatchObject({
      decision: "deny",
      refusal: { code: "NO_ANSWER" },
    });
  });

  it("answers through the program with exit code 3 for what would ask", async () => {
    const scene = makeScene({
      intents: "active_intents:\n  - {id: A, name: A, status: IN_PROGRESS, owned_scope: [src]}\n",
    });
    await call(scene, "select_active_intent", { intent_id: "A" });
    const input = JSON.stringify({ tool: "execute_command", input: { command: "make all" }, session: "s1" });
    const dry = await run(scene, ["call", "--dry-run"], { input });
    expect(dry.code).toBe(3);
    expect(jsonOf(dry)).toMatchObject({ decision: "ask" });
  });
});

describe("a workspace with sessions that are only supposed", () => {
  const sessions = new Map([
    ["under", "INT-001"],
    ["pending", "INT-002"],
    ["unknown", "INT-009"],
    ["free", null],
  ]);
  const supposing = (policy?: string, rulesOnly = false) =>
    openGate({ policy: `${policy ?? ""}${DELETIONS_ASK}` }, { supposed: { sessions, rulesOnly } });
  const put = "write_to_file";

  it.each([
    ["under", put, { path: "src/auth/token.ts", content: "" }, { decision: "allow" }],
    [
      "under",
      put,
      { path: "src/pay/bill.ts", content: "" },
      { decision: "deny", refusal: { code: "SCOPE_VIOLATION" } },
    ],
    ["under", "delete_file", { path: "src/auth/token.ts" }, { decision: "ask" }],
    ["pending", put, { path: "src/pay/bill.ts", content: "" }, { decision: "allow" }],
    [
      "unknown",
      put,
      { path: "src/auth/a.ts", content: "" },
      { decision: "deny", refusal: { code: "INTENT_NOT_FOUND" } },
    ],
    ["free", put, { path: "src/auth/a.ts", content: "" }, { decision: "deny", refusal: { code: "INTENT_REQUIRED" } }],
    ["other", put, { path: "src/auth/a.ts", content: "" }, { decision: "deny", refusal: { code: "INTENT_REQUIRED" } }],
    ["free", "read_file", { path: "README.md" }, { decision: "allow" }],
  ])("decides for the session %s: %s %j", async (id, tool, input, expected) => {
    const gate = supposing();
    expect(await gate.workspace.decide({ tool, input, session: { id } })).toMatchObject(expected);
  });

  it("runs nothing, for no session, and writes no journal", async () => {
    const gate = supposing();
    const before = gate.bytes();
    for (const session of ["under", "free", "other"]) {
      const answer = await gate.call(...write("src/auth/new.ts"), session);
      expect(answer).toMatchObject({ decision: "deny" });
    }
    expect(await gate.take("INT-001", "other")).not.toMatchObject({ decision: "allow", failed: false });
    expect(gate.bytes()).toEqual(before);
    expect(gate.workspace.home.store.sessions.list()).toEqual([]);
  });

  it("enforces in observe mode only where it is asked for the rules alone", async () => {
    const observe = "mode: observe\n";
    const request = { tool: put, input: { path: "README.md", content: "" }, session: { id: "under" } };
    expect(await supposing(observe).workspace.decide(request)).toMatchObject({ decision: "allow" });
    expect(await supposing(observe, true).workspace.decide(request)).toMatchObject({ decision: "deny" });
  });
});

describe("where people must accept every edit (trust: always)", () => {
  it("counts an expansion that a person approved, without a second acceptance", async () => {
    const gate = openGate({ policy: "trust: always\n" });
    for (const name of ["active_intents.yaml", "policy.yaml"] as const) gate.workspace.home.authored.accept(name);
    await gate.take();
    const [tool, input] = write("docs/a.md");
    const request_scope_expansion = { additional_globs: ["docs/**"], reason: "the guide" };
    await allowed(gate, tool, { ...input, request_scope_expansion }, { askApproval: async () => true });
    await allowed(gate, ...write("docs/b.md"));
  });

  it("does not count what was edited and not accepted", async () => {
    const gate = openGate({ policy: "trust: always\n" });
    for (const name of ["active_intents.yaml", "policy.yaml"] as const) gate.workspace.home.authored.accept(name);
    await gate.take();
    gate.put(
      ".orchestration/active_intents.yaml",
      gate.text(".orchestration/active_intents.yaml").replace("src/auth/**", "**"),
    );
    const answer = await gate.call(...write("docs/a.md"));
    expect(answer.decision).toBe("deny");
  });
});
