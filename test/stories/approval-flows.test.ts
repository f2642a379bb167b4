import { describe, expect, it } from "vitest";
import {
  allowed,
  askingGate,
  exists,
  files,
  type Gate,
  intents,
  patch,
  refused,
  spoken,
  withPerson,
  workingGate,
  write,
} from "./gate-scene.ts";

const strict = "# ours\napproval: { mode: strict } # ask for everything\n";
const path = "src/auth/middleware.ts";
const remove = ["delete_file", { path: "src/auth/token.ts" }] as const;
const unknown = ["execute_command", { command: "sh make.sh" }] as const;
const script = { "make.sh": "echo made >> src/auth/made.txt\n" };

function later(gate: Gate, requestId: unknown, said: Parameters<typeof spoken>[0]): boolean {
  return gate.workspace.home.store.approvals.answer(String(requestId), spoken(said));
}

describe("the modes", () => {
  const rows: [string, string, readonly [string, object], "passes" | "asks" | "refused"][] = [
    ["strict", "a read", ["read_file", { path }], "passes"],
    ["strict", "a read by shell", ["execute_command", { command: "cat README.md" }], "passes"],
    ["strict", "a declared command", ["execute_command", { command: "sh declared.sh" }], "passes"],
    ["strict", "a new file in scope", write("src/auth/new.ts"), "asks"],
    ["strict", "an edit in scope", ["edit", { file_path: path, old_string: "1", new_string: "2" }], "asks"],
    ["strict", "a deletion", remove, "asks"],
    ["strict", "an unknown command", unknown, "asks"],
    ["balanced", "a new file in scope", write("src/auth/new.ts"), "passes"],
    ["balanced", "an edit in scope", ["edit", { file_path: path, old_string: "1", new_string: "2" }], "passes"],
    ["balanced", "a declared command", ["execute_command", { command: "sh declared.sh" }], "passes"],
    ["balanced", "a deletion", remove, "passes"],
    [
      "balanced",
      "a move",
      [
        "apply_patch",
        patch(
          "*** Update File: src/auth/token.ts",
          "*** Move to: src/auth/key.ts",
          "@@",
          "-export const token = 1;",
          "+export const key = 1;",
        ),
      ],
      "passes",
    ],
    ["balanced", "a deletion in a patch", ["apply_patch", patch("*** Delete File: src/auth/token.ts")], "passes"],
    ["balanced", "an unknown command", unknown, "asks"],
    [
      "balanced",
      "a declared command with more behind it",
      ["execute_command", { command: "sh declared.sh; sh make.sh" }],
      "asks",
    ],
    [
      "balanced",
      "an undeclared MCP tool",
      ["use_mcp_tool", { server_name: "fs", tool_name: "write", arguments: {} }],
      "asks",
    ],
    ["balanced", "a tool nobody knows", ["teleport", { to: "src/auth" }], "asks"],
    ["auto", "a new file in scope", write("src/auth/new.ts"), "passes"],
    ["auto", "a declared command", ["execute_command", { command: "sh declared.sh" }], "passes"],
    ["auto", "a deletion", remove, "passes"],
    ["auto", "an unknown command", unknown, "refused"],
    ["auto", "a second intent", ["select_active_intent", { intent_id: "INT-002" }], "refused"],
  ];

  it.each(rows.map(([mode, what, call, then]) => [mode, what, then, call] as const))(
    "%s: %s %s",
    async (mode, _what, then, [tool, input]) => {
      const policy = `approval: { mode: ${mode} }\ncommands: [{ run: sh declared.sh }]\n`;
      const gate = await workingGate({ policy, files: { ...script, "declared.sh": "true\n" } });
      const { value, asked } = await withPerson(gate, "once", () => gate.call(tool, input));
      expect(asked).toHaveLength(then === "asks" ? 1 : 0);
      expect(value.decision).toBe(then === "refused" ? "deny" : "allow");
    },
  );

  it("auto says that nobody is asked, and opens no request", async () => {
    const gate = await askingGate({ policy: "approval: { mode: auto }\n", files: script });
    const destructive = await refused(gate, "NO_ANSWER", ...remove);
    expect(destructive.meta.reason).toBe("the approval mode is auto: nobody is asked");
    const blind = await refused(gate, "UNKNOWN_EFFECT", ...unknown);
    expect(blind.meta).toMatchObject({ risk: "UNKNOWN", not_understood: [expect.stringContaining("sh")] });
    expect(gate.workspace.home.store.approvals.known()).toEqual([]);
  });

  it("the host's default holds where the policy names none", async () => {
    const gate = await askingGate({}, { defaultMode: "strict" });
    await refused(gate, "NO_ANSWER", ...write("src/auth/new.ts"));
  });
});

describe("a rejection", () => {
  it("gives the model the JSON it knows, field by field", async () => {
    const gate = await askingGate({ policy: strict });
    await allowed(gate, "read_file", { path });
    const { value } = await withPerson(gate, { reject: "" }, () => refused(gate, "HITL_REJECT", ...write(path, "x\n")));
    const sample = {
      type: "tool_error",
      code: "HITL_REJECT",
      message: "Destructive operation rejected by user via HITL pre-hook.",
      meta: {
        invocation_id: "uuid-v4",
        intent_id: "INT-001",
        tool_name: "write_to_file",
        normalized_tool_name: "write_to_file",
        risk: "DESTRUCTIVE",
        mutation_class: "INTENT_EVOLUTION",
        affected_files: ["src/auth/middleware.ts"],
      },
    };
    const { remedy, request_id, ...meta } = value.meta;
    expect({ ...value, meta }).toEqual({ ...sample, meta: { ...sample.meta, invocation_id: meta.invocation_id } });
    expect(meta.invocation_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([remedy, request_id]).toEqual([expect.any(String), expect.any(String)]);
  });

  it("carries the person's reason to the model", async () => {
    const gate = await askingGate();
    const { value } = await withPerson(gate, { reject: "we still need it" }, () =>
      refused(gate, "HITL_REJECT", ...remove),
    );
    expect(value.meta.reason).toBe("we still need it");
    expect(value.meta.remedy).toMatch(/The person said: "we still need it"$/);
  });

  it("holds for this call only: the next one asks again", async () => {
    const gate = await askingGate();
    await withPerson(gate, { reject: "" }, () => refused(gate, "HITL_REJECT", ...remove));
    const { asked } = await withPerson(gate, "once", () => allowed(gate, ...remove));
    expect(asked).toHaveLength(1);
  });

  it("follows when somebody watches and does not answer in time", async () => {
    const gate = await askingGate({ policy: "approval: { timeout_s: 1 }\n" });
    const { value, asked } = await withPerson(gate, "silence", () => refused(gate, "NO_ANSWER", ...remove));
    expect(asked).toHaveLength(1);
    expect(value.meta.reason).toBe("no answer within 1 s");
    expect(value.meta.request_id).toBe(asked[0]?.id);
  });

  it("follows when the question is dismissed in the terminal", async () => {
    const at = new Date().toISOString();
    const dismiss = async () => ({ answer: "reject", by: "ann", at, reason: "dismissed" }) as const;
    const gate = await askingGate({}, { terminal: dismiss });
    const { meta } = await refused(gate, "HITL_REJECT", ...remove);
    expect(meta.reason).toBe("dismissed");
  });
});

describe("nobody there", () => {
  it("leaves a request open; approved later, the same call passes once", async () => {
    const gate = await askingGate();
    const { message, meta } = await refused(gate, "NO_ANSWER", ...remove);
    expect(message).toContain("nobody answered: delete_file under INT-001");
    expect(Date.parse(String(meta.open_until))).toBeGreaterThan(Date.now());
    expect(later(gate, meta.request_id, "once")).toBe(true);
    const answer = await allowed(gate.reopened(), ...remove);
    expect(gate.ledger()[0]?.decision).toMatchObject({ id: answer.invocationId, approval: `once:${meta.request_id}` });
    gate.put("src/auth/token.ts", files["src/auth/token.ts"] ?? "");
    await allowed(gate, "read_file", { path: "src/auth/token.ts" });
    const second = await refused(gate, "NO_ANSWER", ...remove);
    expect(second.meta.request_id).not.toBe(meta.request_id);
  });

  it("asks under the same id when the model repeats the call", async () => {
    const gate = await askingGate();
    const first = await refused(gate, "NO_ANSWER", ...remove);
    const second = await refused(gate, "NO_ANSWER", ...remove);
    expect(second.meta.request_id).toBe(first.meta.request_id);
    expect(gate.workspace.home.store.approvals.list()).toHaveLength(1);
  });

  it.each<[string, (gate: Gate) => unknown, readonly [string, object], string]>([
    ["another path", () => undefined, ["delete_file", { path }], "s1"],
    ["another session", (gate) => gate.take("INT-001", "s2"), remove, "s2"],
    ["other bytes on disk", (gate) => gate.put("src/auth/token.ts", "changed\n"), remove, "s1"],
  ])("does not let pass %s with the yes for one call", async (_what, change, call, session) => {
    const gate = await askingGate();
    const { meta } = await refused(gate, "NO_ANSWER", ...remove);
    later(gate, meta.request_id, "once");
    await change(gate);
    await refused(gate, "NO_ANSWER", ...call, session);
  });

  it("does not let pass the same call under another intent", async () => {
    const gate = await askingGate({ intents: intents.replace('["src/pay/**"]', '["src/**"]') });
    const { meta } = await refused(gate, "NO_ANSWER", ...remove);
    later(gate, meta.request_id, "once");
    await withPerson(gate, "once", () => gate.take("INT-002"));
    await refused(gate, "NO_ANSWER", ...remove);
  });

  it("forgets a request after fifteen minutes", async () => {
    let now = Date.now();
    const gate = await askingGate({}, { now: () => new Date(now) });
    const { meta } = await refused(gate, "NO_ANSWER", ...remove);
    now += 15 * 60_000 + 1;
    expect(later(gate, meta.request_id, "once")).toBe(false);
    await refused(gate, "NO_ANSWER", ...remove);
  });

  it("says what was not understood of a call that nobody can foresee", async () => {
    const gate = await askingGate({ files: script });
    const { message, meta } = await refused(gate, "NO_ANSWER", ...unknown);
    expect(message).toContain("nobody answered: execute_command under INT-001: what it touches cannot be known");
    expect(meta).toMatchObject({
      normalized_tool_name: "execute_command",
      risk: "UNKNOWN",
      affected_files: [],
      not_understood: [expect.stringContaining("sh make.sh")],
      request_id: expect.any(String),
    });
    expect(exists(gate, "src/auth/made.txt")).toBe(false);
  });
});

describe("yes, once", () => {
  it("is used by one call, and the same call asks again", async () => {
    const gate = await askingGate({ files: script });
    const { asked } = await withPerson(gate, "once", async () => {
      await allowed(gate, ...unknown);
      await allowed(gate, ...unknown);
    });
    expect(asked).toHaveLength(2);
    expect(gate.text("src/auth/made.txt")).toBe("made\nmade\n");
  });

  it("is used by one of two calls made at the same time", async () => {
    const gate = await askingGate({ files: script });
    const { meta } = await refused(gate, "NO_ANSWER", ...unknown);
    later(gate, meta.request_id, "once");
    const both = await Promise.all([gate.call(...unknown), gate.reopened().call(...unknown)]);
    expect(both.map((answer) => answer.decision).sort()).toEqual(["allow", "deny"]);
    expect(gate.text("src/auth/made.txt")).toBe("made\n");
  });

  it("does not count when the file changes while the person thinks", async () => {
    const gate = await askingGate();
    const ann = { ...files };
    const answering = async () => {
      gate.put("src/auth/token.ts", `${ann["src/auth/token.ts"]}// meanwhile\n`);
      return "once" as const;
    };
    const { value } = await withPerson(gate, answering, () => gate.call(...remove));
    expect(value.refusal).toMatchObject({
      code: "NO_ANSWER",
      meta: { reason: "a file changed while the person was asked" },
    });
    expect(gate.text("src/auth/token.ts")).toContain("// meanwhile");
    expect(gate.ledger()).toEqual([]);
  });

  it("does not count when the intent changes while the person thinks", async () => {
    const gate = await askingGate();
    const answering = async () => {
      gate.put(".orchestration/active_intents.yaml", intents.replace("- src/auth/**", "- src/auth/none.ts"));
      return "once" as const;
    };
    const { value } = await withPerson(gate, answering, () => gate.call(...remove));
    expect(value.refusal).toMatchObject({ code: "INTENT_REQUIRED" });
    expect(exists(gate, "src/auth/token.ts")).toBe(true);
  });

  it("may come from the terminal the gate was given", async () => {
    const gate = await askingGate({}, { terminal: async () => spoken("once") });
    await allowed(gate, ...remove);
    expect(gate.ledger()[0]?.decision.approval).toMatch(/^once:/);
  });

  it("may come from the host's own dialog, which is told what we computed", async () => {
    const gate = await askingGate();
    const told: unknown[] = [];
    const askApproval = async (kind: string, message: string) => {
      told.push(kind, JSON.parse(message));
      return true;
    };
    await allowed(gate, ...remove, { askApproval });
    expect(told).toEqual([
      "tool",
      expect.objectContaining({ tool: "delete_file", files: ["src/auth/token.ts"], risk: "DESTRUCTIVE" }),
    ]);
  });

  it.each([
    [false, "HITL_REJECT"],
    [undefined, "NO_ANSWER"],
    [null, "NO_ANSWER"],
    ["yes", "NO_ANSWER"],
    [1, "NO_ANSWER"],
  ] as const)("is not what the host's dialog says with %j: %s", async (said, code) => {
    const gate = await askingGate();
    await refused(gate, code, ...remove, { askApproval: async () => said as unknown as boolean });
  });

  it("is not given by a dialog that breaks", async () => {
    const gate = await askingGate();
    const { meta } = await refused(gate, "HOOK_ERROR", ...remove, {
      askApproval: async () => {
        throw new Error("window closed");
      },
    });
    expect(meta).toMatchObject({ hook_name: "approve", error: "window closed" });
  });

  it.each(["terminal", "inbox"])(
    "is not taken from the host's dialog where the policy wants the %s",
    async (approver) => {
      const gate = await askingGate({ policy: `approval: { approver: ${approver} }\n` });
      await refused(gate, "NO_ANSWER", ...remove, { askApproval: async () => true });
    },
  );

  it("is never given where the policy names no approver", async () => {
    const gate = await askingGate(
      { policy: "approval: { approver: none }\n" },
      { terminal: async () => spoken("once") },
    );
    const { value, asked } = await withPerson(gate, "once", () => refused(gate, "NO_ANSWER", ...remove));
    expect([asked, value.meta.reason]).toEqual([[], "the policy names no approver"]);
  });
});
