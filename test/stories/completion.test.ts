import { describe, expect, it } from "vitest";
import { allowed, exists, intents, refused, withPerson, workingGate, write } from "./gate-scene.ts";

const file = ".orchestration/active_intents.yaml";
const prose = intents;
const checked = intents.replace(
  "related_files: []",
  'checks:\n      - run: [sh, check.sh]\n      - run: [sh, "second check.sh"]\n    related_files: []',
);
const scripts = { "check.sh": "test -f src/auth/new.ts\n", "second check.sh": "true\n" };

describe("attempt_completion", () => {
  it.each(["attempt_completion", "complete_intent"])(
    "by %s asks a person to confirm the criteria, and completes after a yes",
    async (tool) => {
      const gate = await workingGate();
      await allowed(gate, ...write("src/auth/new.ts"));
      const { value, asked } = await withPerson(gate, "once", () =>
        allowed(gate, tool, { result: "trust me, all done" }),
      );
      expect(asked[0]?.requests).toMatchObject([
        { topic: "completion", details: { criteria: ["All tests in tests/auth pass"], checks: [] } },
      ]);
      expect(JSON.stringify(asked[0])).not.toContain("trust me");
      expect(value.result).toEqual({ success: true, intent_id: "INT-001", status: "COMPLETE" });
      const text = gate.text(file);
      expect(text).toContain("name: JWT Authentication Migration # since spring\n    status: COMPLETE");
      expect(text).toContain("POST_HOOK write_to_file OK");
      expect(gate.text("AGENT.md")).toContain("INT-001 completed: JWT Authentication Migration");
    },
  );

  it("releases the session: the next change needs an intent again", async () => {
    const gate = await workingGate();
    await withPerson(gate, "once", () => allowed(gate, "attempt_completion", {}));
    const { meta } = await refused(gate, "INTENT_REQUIRED", ...write("src/auth/new.ts"));
    expect(meta.open_intents).toMatchObject([{ id: "INT-002" }]);
    await allowed(gate, "select_active_intent", { intent_id: "INT-002" });
  });

  it("stops the other sessions under the same intent", async () => {
    const gate = await workingGate();
    await gate.take("INT-001", "s2");
    await withPerson(gate, "once", () => allowed(gate, "attempt_completion", {}));
    await refused(gate, "INTENT_NOT_FOUND", ...write("src/auth/new.ts"), "s2");
  });

  it("changes nothing when the person says no, or nobody is there", async () => {
    const gate = await workingGate({ intents: prose });
    await refused(gate, "NO_ANSWER", "attempt_completion", {});
    await withPerson(gate, { reject: "tests are missing" }, async () => {
      const { meta } = await refused(gate, "HITL_REJECT", "attempt_completion", { result: "again" });
      expect(meta.reason).toBe("tests are missing");
    });
    await allowed(gate, ...write("src/auth/new.ts"));
  });

  it("runs the checks through the gate after the yes, and a failing one stops it", async () => {
    const gate = await workingGate({ intents: checked, files: scripts });
    const { value, asked } = await withPerson(gate, "once", () => gate.call("attempt_completion", {}));
    expect(asked).toHaveLength(1);
    expect(value).toMatchObject({ decision: "allow", failed: true });
    expect(value.error?.message).toContain("check `sh check.sh` failed");
    expect(gate.text(file)).not.toContain("status: COMPLETE");
    expect(gate.text(".orchestration/lessons.jsonl")).toContain("check `sh check.sh` failed");
    await allowed(gate, ...write("src/auth/new.ts"));
    const { value: second } = await withPerson(gate, "once", () => allowed(gate, "attempt_completion", {}));
    expect(second.result).toMatchObject({ success: true, status: "COMPLETE" });
    const rows = gate.workspace.home.store.decisions.newest(200);
    expect(rows.filter((row) => row.tool === "execute_command" && row.phase === "done")).toHaveLength(3);
  });

  it("completes without a person where the policy says auto and every check passed", async () => {
    const gate = await workingGate({ intents: checked, files: scripts, policy: "completion: auto\n" });
    const failed = await gate.call("attempt_completion", {});
    expect(failed).toMatchObject({ decision: "allow", failed: true });
    await allowed(gate, ...write("src/auth/new.ts"));
    const done = await allowed(gate, "attempt_completion", {});
    expect(done.result).toMatchObject({ status: "COMPLETE" });
  });

  it("asks in spite of auto where there are no checks", async () => {
    const gate = await workingGate({ policy: "completion: auto\n" });
    await refused(gate, "NO_ANSWER", "attempt_completion", {});
  });

  it("does not let a check write outside the scope unseen", async () => {
    const gate = await workingGate({
      intents: checked,
      files: { ...scripts, "check.sh": "echo x > src/pay/bill.ts\n" },
    });
    const { value } = await withPerson(gate, "once", () => gate.call("attempt_completion", {}));
    const told = gate.workspace.home.store.decisions.newest(200).find((row) => row.decision === "violation");
    expect(told).toMatchObject({ tool: "execute_command", paths: ["src/pay/bill.ts"] });
    expect(value.decision).toBe("allow");
  });

  it("does not let an agent's own words become a check", async () => {
    const gate = await workingGate({ files: scripts });
    await withPerson(gate, "once", () =>
      gate.call("attempt_completion", { checks: [{ run: ["touch", "src/pay/x"] }] }),
    );
    expect(exists(gate, "src/pay/x")).toBe(false);
  });

  it("of a check that the agent runs itself is no question: a person wrote it", async () => {
    const gate = await workingGate({ intents: checked, files: scripts });
    expect((await gate.call("execute_command", { command: "sh check.sh" })).decision).toBe("allow");
    await gate.take("INT-002", "s2");
    await refused(gate, "NO_ANSWER", "execute_command", { command: "sh check.sh" }, "s2");
  });
});
