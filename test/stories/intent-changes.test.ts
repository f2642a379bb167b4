import { describe, expect, it } from "vitest";
import { allowed, type Gate, intents, openGate, refused, withPerson, workingGate, write } from "./gate-scene.ts";

const file = ".orchestration/active_intents.yaml";

function edit(gate: Gate, from: string, to: string): void {
  const text = gate.text(file);
  expect(text).toContain(from);
  gate.put(file, text.replace(from, to));
}

describe("an intent that a person edits between two writes", () => {
  it.each([
    ["its scope is narrowed", "- src/auth/**", "- src/auth/token.ts"],
    ["its scope is widened", "- src/auth/**", "- src/auth/**\n      - docs/**"],
    ["a constraint is added", "- Keep basic auth working", "- Keep basic auth working\n      - No new packages"],
    ["a criterion changes", "All tests in tests/auth pass", "All tests pass"],
  ])("must be selected again when %s", async (_what, from, to) => {
    const gate = await workingGate();
    await allowed(gate, ...write("src/auth/new.ts"));
    edit(gate, from, to);
    const { message, meta } = await refused(
      gate,
      "INTENT_REQUIRED",
      ...write("src/auth/token.ts", "x", {
        observed_content_hash: "0".repeat(64),
      }),
    );
    expect(message).toBe("INT-001 changed, select it again.");
    expect(meta.intent_id).toBe("INT-001");
    expect(meta.remedy).toContain('select_active_intent with "INT-001"');
    expect(meta.open_intents).toMatchObject([{ id: "INT-001" }, { id: "INT-002" }]);
    await gate.take();
    await allowed(gate, "edit", { file_path: "src/auth/token.ts", old_string: "1", new_string: "2" });
  });

  it("holds the session to the new scope after the new handshake", async () => {
    const gate = await workingGate();
    edit(gate, "- src/auth/**", "- src/auth/token.ts");
    await gate.take();
    await refused(gate, "SCOPE_VIOLATION", ...write("src/auth/new.ts"));
  });

  it.each([
    ["name", "JWT Authentication Migration", "JWT"],
    ["history", "recent_history: []", 'recent_history: ["PRE_HOOK edit"]'],
    ["related files", "related_files: []", "related_files: [docs/a.md]"],
    ["comment", "# since spring", "# since summer"],
    ["neighbour", 'owned_scope: ["src/pay/**"]', 'owned_scope: ["src/pay/**", "src/tax/**"]'],
  ])("needs no new handshake for a change of its %s", async (_what, from, to) => {
    const gate = await workingGate();
    edit(gate, from, to);
    await allowed(gate, ...write("src/auth/new.ts"));
  });
});

describe("an intent that ends under a running session", () => {
  it.each([
    ["completed", "status: IN_PROGRESS", "status: COMPLETE", "Intent INT-001 is COMPLETE and cannot be worked on."],
    ["done in old words", "status: IN_PROGRESS", "status: DONE", "Intent INT-001 is COMPLETE and cannot be worked on."],
    ["blocked", "status: IN_PROGRESS", "status: BLOCKED", "Intent INT-001 is BLOCKED and cannot be worked on."],
    ["renamed", "id: INT-001", "id: INT-009", "Intent INT-001 not found in active_intents.yaml"],
    [
      "archived",
      "active_intents:\n",
      "active_intents: []\narchived_intents:\n",
      "Intent INT-001 is archived and cannot be worked on.",
    ],
    ["removed", intents, "active_intents: []\n", "Intent INT-001 not found in active_intents.yaml"],
  ])("stops its writes once it is %s", async (_how, from, to, message) => {
    const gate = await workingGate();
    edit(gate, from, to);
    const refusal = await refused(gate, "INTENT_NOT_FOUND", ...write("src/auth/new.ts"));
    expect(refusal.message).toBe(message);
    expect(refusal.meta.known_ids).not.toContain("INT-001");
    await refused(gate, "INTENT_NOT_FOUND", "select_active_intent", { intent_id: "INT-001" });
    await allowed(gate, "read_file", { path: "README.md" });
  });

  it("may be reopened by a person and selected again", async () => {
    const gate = await workingGate();
    edit(gate, "status: IN_PROGRESS", "status: BLOCKED");
    await refused(gate, "INTENT_NOT_FOUND", ...write("src/auth/new.ts"));
    edit(gate, "status: BLOCKED", "status: IN_PROGRESS");
    await gate.take();
    await allowed(gate, ...write("src/auth/new.ts"));
  });

  it("leaves the way to another intent open without a question", async () => {
    const gate = await workingGate();
    edit(gate, "status: IN_PROGRESS", "status: COMPLETE");
    await allowed(gate, "select_active_intent", { intent_id: "INT-002" });
    await allowed(gate, ...write("src/pay/new.ts"));
    expect(gate.ledger()[0]?.intent_id).toBe("INT-002");
  });
});

describe("a second intent while the first is open", () => {
  it("is refused with a request id where nobody is there", async () => {
    const gate = await workingGate();
    const { meta } = await refused(gate, "NO_ANSWER", "select_active_intent", { intent_id: "INT-002" });
    expect(meta).toMatchObject({ intent_id: "INT-001", normalized_tool_name: "select_active_intent" });
    expect(meta.request_id).toEqual(expect.any(String));
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });

  it("is refused when the person says no, and the first stays", async () => {
    const gate = await workingGate();
    const { asked } = await withPerson(gate, { reject: "finish the first" }, async () => {
      const { meta } = await refused(gate, "HITL_REJECT", "select_active_intent", { intent_id: "INT-002" });
      expect(meta.reason).toBe("finish the first");
      expect(meta.remedy).toContain('The person said: "finish the first"');
    });
    expect(asked[0]?.requests).toMatchObject([{ topic: "second_intent", details: { from: "INT-001", to: "INT-002" } }]);
    await allowed(gate, ...write("src/auth/new.ts"));
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });

  it("is taken when the person says yes, and the first is left", async () => {
    const gate = await workingGate();
    await withPerson(gate, "once", () => allowed(gate, "select_active_intent", { intent_id: "INT-002" }));
    await allowed(gate, ...write("src/pay/new.ts"));
    await refused(gate, "SCOPE_VIOLATION", ...write("src/auth/new.ts"));
    expect(gate.text(file)).toContain('status: IN_PROGRESS\n    owned_scope: ["src/pay/**"]');
  });

  it("is not asked for when the same intent is selected again", async () => {
    const gate = await workingGate();
    await allowed(gate, "select_active_intent", { intent_id: "INT-001" });
  });
});

describe("a proposed intent", () => {
  const proposal = { name: "Docs", owned_scope: ["docs/**"], acceptance_criteria: ["They read well"] };

  it("is not written without a person", async () => {
    const gate = openGate();
    await refused(gate, "NO_ANSWER", "propose_intent", proposal);
    await withPerson(gate, { reject: "" }, () =>
      refused(gate, "HITL_REJECT", "propose_intent", { ...proposal, name: "More docs" }),
    );
  });

  it("is added as PENDING after a yes, and must still be taken", async () => {
    const gate = openGate();
    const { value, asked } = await withPerson(gate, "once", () => allowed(gate, "propose_intent", proposal));
    expect(value.result).toEqual({ success: true, intent_id: "INT-003" });
    expect(asked[0]?.requests[0]).toMatchObject({ topic: "new_intent", details: { owned_scope: ["docs/**"] } });
    expect(gate.text(file).startsWith(intents)).toBe(true);
    await refused(gate, "INTENT_REQUIRED", ...write("docs/a.md"));
    await gate.take("INT-003");
    await allowed(gate, ...write("docs/a.md"));
  });

  it.each([
    [{ name: "Everything", owned_scope: ["/etc/**"] }],
    [{ name: "Up", owned_scope: ["../**"] }],
    [{ name: "x\u001b[2J", owned_scope: ["docs/**"] }],
  ])("writes nothing for %j even after a yes", async (bad) => {
    const gate = openGate();
    const before = gate.bytes();
    const { value } = await withPerson(gate, "once", () => gate.call("propose_intent", bad));
    expect(value.decision === "deny" || value.failed).toBe(true);
    expect(gate.bytes()).toEqual(before);
  });
});
