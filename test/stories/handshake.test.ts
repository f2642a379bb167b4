import { describe, expect, it } from "vitest";
import { allowed, intents, openGate, refused, workingGate, write } from "./gate-scene.ts";
import { call, makeScene } from "./scene.ts";

describe("a session without an intent", () => {
  it.each([
    ["write_to_file", { path: "src/auth/new.ts", content: "x" }],
    ["write_file", { path: "src/auth/new.ts", content: "x" }],
    ["apply_diff", { path: "src/auth/token.ts", diff: "<<<<<<< SEARCH\n1\n=======\n2\n>>>>>>> REPLACE" }],
    ["edit", { file_path: "src/auth/token.ts", old_string: "1", new_string: "2" }],
    ["search_replace", { file_path: "src/auth/token.ts", old_string: "1", new_string: "2" }],
    ["edit_file", { file_path: "src/auth/token.ts", old_string: "1", new_string: "2" }],
    ["apply_patch", { patch: "*** Begin Patch\n*** Add File: src/auth/new.ts\n+x\n*** End Patch\n" }],
    ["delete_file", { path: "src/auth/token.ts" }],
    ["execute_command", { command: "touch src/auth/new.ts" }],
    ["use_mcp_tool", { server_name: "fs", tool_name: "write", arguments: { p: "src/auth/new.ts" } }],
    ["mcp--fs--write", { p: "src/auth/new.ts" }],
    ["a_tool_nobody_knows", {}],
    ["request_scope_expansion", { additional_globs: ["src/**"], reason: "more" }],
    ["attempt_completion", {}],
  ])("is refused %s and told which intents are open", async (tool, input) => {
    const gate = openGate();
    const { message, meta } = await refused(gate, "INTENT_REQUIRED", tool, input);
    expect(message).toBe(
      "You must call select_active_intent before making changes: no intent is taken in this session.",
    );
    expect(meta.intent_id).toBeNull();
    expect(meta.open_intents).toEqual([
      { id: "INT-001", name: "JWT Authentication Migration", status: "IN_PROGRESS", owned_scope: ["src/auth/**"] },
      { id: "INT-002", name: "Payments clean-up", status: "PENDING", owned_scope: ["src/pay/**"] },
    ]);
    expect(meta.remedy).toMatch(/select_active_intent \{ intent_id \} with .*INT-001.*propose_intent/);
  });

  it("may read, list and search", async () => {
    const gate = openGate();
    const read = await allowed(gate, "read_file", { path: "README.md" });
    expect(read.result).toMatchObject({
      content: "# Sample\n",
      content_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    await allowed(gate, "list_files", { path: "." });
    await allowed(gate, "search_files", { path: ".", regex: "token" });
    await allowed(gate, "execute_command", { command: "cat README.md" });
    await allowed(gate, "list_intents", {});
  });

  it("is told to propose one where no intent is open", async () => {
    const gate = openGate({ intents: "active_intents: []\n" });
    const { meta } = await refused(gate, "INTENT_REQUIRED", ...write("src/auth/new.ts"));
    expect(meta.open_intents).toEqual([]);
    expect(meta.remedy).toContain("propose_intent");
  });
});

describe("select_active_intent", () => {
  it("gives the intent and its context, and lets the session write", async () => {
    const gate = openGate();
    const taken = await gate.take("INT-001");
    expect(taken).toMatchObject({
      decision: "allow",
      failed: false,
      result: {
        success: true,
        intent: {
          id: "INT-001",
          name: "JWT Authentication Migration",
          status: "IN_PROGRESS",
          owned_scope: ["src/auth/**"],
          constraints: ["Keep basic auth working"],
          acceptance_criteria: ["All tests in tests/auth pass"],
          related_files: [],
        },
      },
    });
    const { context } = taken.result as { context: string };
    expect(context).toMatch(/^<intent_context>\n[\s\S]*<\/intent_context>$/);
    for (const told of ["INT-001", "src/auth/**", "Keep basic auth working", "All tests in tests/auth pass"]) {
      expect(context).toContain(told);
    }
    const answer = await allowed(gate, ...write("src/auth/new.ts"));
    expect(gate.text("src/auth/new.ts")).toBe("export const written = 1;\n");
    expect(answer.contextPatch.intent_context).toContain("INT-001");
    expect(gate.ledger()).toHaveLength(1);
    expect(gate.ledger()[0]).toMatchObject({
      intent_id: "INT-001",
      mutation_class: "INTENT_EVOLUTION",
      files: [
        {
          relative_path: "src/auth/new.ts",
          conversations: [
            {
              url: "s1",
              contributor: { entity_type: "AI", model_identifier: "model-x" },
              ranges: [{ start_line: 1, end_line: 1 }],
              related: [{ type: "specification", value: "INT-001" }],
            },
          ],
        },
      ],
      decision: { id: answer.invocationId, tool: "write_to_file", approval: "none", outcome: "OK" },
    });
    const phases = gate.rows(answer).map(({ phase, decision }) => [phase, decision]);
    expect(phases).toEqual([
      ["received", undefined],
      ["pre", "allow"],
      ["execute", "succeeded"],
      ["done", "succeeded"],
    ]);
  });

  it("tells the last changes of the intent to the next session that takes it", async () => {
    const gate = await workingGate();
    await allowed(gate, ...write("src/auth/new.ts"));
    const { context } = (await gate.take("INT-001", "s2")).result as { context: string };
    expect(context).toMatch(/<recent_changes>\n- src\/auth\/new\.ts: .+\n<\/recent_changes>$/);
  });

  it.each(["INT-404", "", "int-001", "INT-001 ", "__proto__"])(
    "refuses the id %j and leaves the session without one",
    async (id) => {
      const gate = openGate();
      const { message, meta } = await refused(gate, "INTENT_NOT_FOUND", "select_active_intent", { intent_id: id });
      const unnamed = "No intent was named: intent_id must be the id of an open intent.";
      expect(message).toBe(id === "" ? unnamed : `Intent ${id} not found in active_intents.yaml`);
      expect(meta.known_ids).toEqual(["INT-001", "INT-002"]);
      await refused(gate, "INTENT_REQUIRED", ...write("src/auth/new.ts"));
    },
  );

  it.each([[{}], [{ intent_id: 1 }], [{ intent_id: null }], [{ intent_id: ["INT-001"] }], [{ id: "INT-001" }]])(
    "refuses the input %j",
    async (input) => {
      const gate = openGate();
      await refused(gate, "INTENT_NOT_FOUND", "select_active_intent", input);
      await refused(gate, "INTENT_REQUIRED", ...write("src/auth/new.ts"));
    },
  );

  it("keeps the former intent when it fails", async () => {
    const gate = await workingGate();
    await refused(gate, "INTENT_NOT_FOUND", "select_active_intent", { intent_id: "INT-404" });
    await allowed(gate, ...write("src/auth/new.ts"));
    expect(gate.ledger()[0]?.intent_id).toBe("INT-001");
  });

  it("starts a PENDING intent and keeps every other byte of the file", async () => {
    const gate = openGate();
    const taken = await gate.take("INT-002");
    expect(taken.result).toMatchObject({ success: true, intent: { id: "INT-002", status: "IN_PROGRESS" } });
    const text = gate.text(".orchestration/active_intents.yaml");
    expect(text.replace(/\n {4}updated_at: .*/, "")).toBe(intents.replace("PENDING", "IN_PROGRESS"));
  });

  it("leaves the file alone for an intent that is IN_PROGRESS", async () => {
    const gate = openGate();
    await gate.take("INT-001");
    expect(gate.text(".orchestration/active_intents.yaml")).toBe(intents);
  });

  it("holds in a gate opened later, as another process would", async () => {
    const gate = await workingGate();
    await allowed(gate.reopened(), ...write("src/auth/new.ts"));
  });

  it("does not hold for another session", async () => {
    const gate = await workingGate();
    await refused(gate, "INTENT_REQUIRED", ...write("src/auth/new.ts"), "s2");
  });
});

describe("through the built program", () => {
  it("refuses, takes, writes, and remembers between processes", async () => {
    const scene = makeScene({ intents });
    const first = await call(scene, "write_to_file", { path: "src/auth/new.ts", content: "x\n" });
    expect(first).toMatchObject({ exit: 2, decision: "deny", code: "INTENT_REQUIRED" });
    const missing = await call(scene, "select_active_intent", { intent_id: "INT-404" });
    expect(missing).toMatchObject({
      exit: 2,
      code: "INTENT_NOT_FOUND",
      reason: "Intent INT-404 not found in active_intents.yaml",
      error: { type: "tool_error", meta: { known_ids: ["INT-001", "INT-002"] } },
    });
    const taken = await call(scene, "select_active_intent", { intent_id: "INT-001" });
    expect(taken).toMatchObject({ exit: 0, decision: "allow", result: { success: true } });
    const written = await call(scene, "write_to_file", { path: "src/auth/new.ts", content: "x\n" });
    expect(written).toMatchObject({ exit: 0, decision: "allow" });
    const other = await call(scene, "write_to_file", { path: "src/auth/other.ts", content: "x\n" }, "s2");
    expect(other).toMatchObject({ exit: 2, code: "INTENT_REQUIRED" });
  });
});
