import { describe, expect, it } from "vitest";
import { allowed, askingGate, exists, type Gate, intents, openGate, refused, withPerson, write } from "./gate-scene.ts";
import { call, makeScene } from "./scene.ts";

const observe = "mode: observe\n";

describe("observe mode", () => {
  it.each<[string, (gate: Gate) => Promise<unknown> | null, readonly [string, object], string, string]>([
    ["no intent", () => null, write("src/auth/new.ts"), "INTENT_REQUIRED", "none"],
    ["outside the scope", (gate) => gate.take(), write("src/pay/new.ts"), "SCOPE_VIOLATION", "INT-001"],
    ["never read", (gate) => gate.take(), write("src/auth/token.ts", "x\n"), "STALE_FILE", "INT-001"],
    ["excluded", (gate) => gate.take(), write("src/auth/ignored.ts"), "INTENT_IGNORED", "INT-001"],
    ["protected", (gate) => gate.take(), write("src/auth/protected.ts"), "DESTRUCTIVE_BLOCKED", "INT-001"],
  ])(
    "lets pass and says loudly what enforcing would have stopped: %s",
    async (_what, prepare, [tool, input], code, intent) => {
      const gate = openGate({
        policy: `${observe}protected: [src/auth/protected.ts]\n`,
        files: { ".intentignore": "src/auth/ignored.ts\n" },
      });
      await prepare(gate);
      const answer = await allowed(gate, tool, input);
      expect(answer.notices).toContainEqual(
        expect.objectContaining({
          kind: "observed",
          message: expect.stringContaining(`observe mode: enforcing would have stopped this (${code})`),
        }),
      );
      expect(gate.rows(answer)).toContainEqual(expect.objectContaining({ phase: "pre", decision: "would_deny", code }));
      expect(gate.rows(answer).at(-1)).toMatchObject({ phase: "done", decision: "succeeded" });
      expect(gate.ledger()).toMatchObject([{ intent_id: intent, decision: { outcome: "OK" } }]);
    },
  );

  it("asks nobody, and records what it would have asked", async () => {
    const gate = await askingGate({ policy: observe });
    const { value, asked } = await withPerson(gate, { reject: "" }, () =>
      allowed(gate, "delete_file", { path: "src/auth/token.ts" }),
    );
    expect(asked).toEqual([]);
    expect(gate.rows(value)).toContainEqual(expect.objectContaining({ hook: "hitlPreHook", decision: "would_ask" }));
    expect(exists(gate, "src/auth/token.ts")).toBe(false);
  });

  it("still refuses an intent that is not there: that is an answer, not a hindrance", async () => {
    const gate = openGate({ policy: observe });
    await refused(gate, "INTENT_NOT_FOUND", "select_active_intent", { intent_id: "INT-404" });
  });

  it("still keeps control files and the gate's command line out of reach", async () => {
    const gate = openGate({ policy: observe });
    await refused(gate, "CONTROL_FILE", ...write(".claude/settings.json", "{}"));
    await refused(gate, "CONTROL_FILE", "execute_command", { command: "intentgate pause 1h" });
  });

  it("says nothing about what would have passed anyway", async () => {
    const gate = await askingGate({ policy: observe });
    const answer = await allowed(gate, ...write("src/auth/new.ts"));
    expect(answer.notices).toEqual([]);
  });

  it("does not cut a critical hook's error short", async () => {
    const gate = await askingGate({ policy: observe });
    gate.workspace.engine.registerPreHook("no", async () => ({ allow: false, reason: "frozen" }));
    const answer = await allowed(gate, ...write("src/auth/new.ts"));
    expect(answer.notices[0]?.message).toContain("BLOCKED_BY_HOOK");
  });

  it("ends with the word in the policy", async () => {
    const gate = await askingGate({ policy: observe });
    gate.put(".orchestration/policy.yaml", "mode: enforce\n");
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });

  it("tells the model through the built program", async () => {
    const scene = makeScene({ intents, policy: observe });
    const passed = await call(scene, "write_to_file", { path: "src/auth/new.ts", content: "x" });
    expect(passed).toMatchObject({ exit: 0, decision: "allow", notices: [{ kind: "observed" }] });
  });
});

describe("a pause", () => {
  it("lets pass until it ends by itself, and says so", async () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    const gate = await askingGate({}, { now: () => new Date(now) });
    gate.workspace.home.pauses.begin(10 * 60_000, "ann");
    const answer = await allowed(gate, ...write("src/pay/new.ts"));
    expect(answer.notices[0]?.message).toContain("paused until 2026-03-01T12:10:00.000Z");
    expect(gate.rows(answer)).toContainEqual(
      expect.objectContaining({ decision: "would_deny", code: "SCOPE_VIOLATION" }),
    );
    await refused(gate, "CONTROL_FILE", ...write(".git/hooks/pre-commit", "x"));
    now += 10 * 60_000 + 1;
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/other.ts"));
  });

  it("ends when the person ends it", async () => {
    const gate = await askingGate();
    gate.workspace.home.pauses.begin(60_000, "ann");
    gate.workspace.home.pauses.end();
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });

  it("is not begun by a file in the workspace", async () => {
    const gate = await askingGate({
      files: { ".orchestration/pause.json": '{"until":"2999-01-01T00:00:00Z","by":"x","at":"x"}' },
    });
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });
});
