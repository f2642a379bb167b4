import { describe, expect, it } from "vitest";
import { allowed, exists, type Gate, intents, openGate, refused, workingGate, write } from "./gate-scene.ts";
import { call, makeScene, textOf } from "./scene.ts";

describe("two sessions on one workspace", () => {
  it("work side by side, each under its own intent", async () => {
    const gate = openGate();
    await Promise.all([gate.take("INT-001", "s1"), gate.take("INT-002", "s2")]);
    const calls = Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0
        ? allowed(gate, ...write(`src/auth/n${at}.ts`), "s1")
        : allowed(gate, ...write(`src/pay/n${at}.ts`), "s2"),
    );
    const strays = Array.from({ length: 6 }, (_, at) =>
      gate.call(...write(at % 2 === 0 ? `src/pay/x${at}.ts` : `src/auth/x${at}.ts`), at % 2 === 0 ? "s1" : "s2"),
    );
    await Promise.all(calls);
    for (const stray of await Promise.all(strays)) expect(stray.refusal?.code).toBe("SCOPE_VIOLATION");
    const byIntent = gate.ledger().map((record) => [record.intent_id, record.files[0]?.relative_path.split("/")[1]]);
    expect(byIntent).toHaveLength(20);
    expect(byIntent.every(([intent, folder]) => (intent === "INT-001") === (folder === "auth"))).toBe(true);
  });

  it("never lose a write when both change the same file at once", async () => {
    const gate = await workingGate();
    await gate.take("INT-001", "s2");
    for (let round = 0; round < 10; round += 1) {
      gate.put("src/auth/shared.ts", `start ${round}\n`);
      await Promise.all(
        ["s1", "s2"].map((session) => allowed(gate, "read_file", { path: "src/auth/shared.ts" }, session)),
      );
      const answers = await Promise.all([
        gate.call(...write("src/auth/shared.ts", `one ${round}\n`), "s1"),
        gate.reopened().call(...write("src/auth/shared.ts", `two ${round}\n`), "s2"),
      ]);
      const won = answers.filter((answer) => answer.decision === "allow" && !answer.failed);
      expect(won).toHaveLength(1);
    }
  });

  it("send different payload objects of the same words to their own folders", async () => {
    const gate = await workingGate();
    const input = { path: "new.ts", content: "x\n", observed_content_hash: undefined };
    const answers = await Promise.all([
      gate.call("write_to_file", input, { cwd: `${gate.repo}/src/auth` }),
      gate.call("write_to_file", input, { cwd: `${gate.repo}/src/pay` }),
    ]);
    expect(answers.map((answer) => answer.decision)).toEqual(["allow", "deny"]);
    expect(exists(gate, "src/pay/new.ts")).toBe(false);
  });
});

describe("two workspaces in one process", () => {
  it("do not know each other", async () => {
    const one = await workingGate();
    const two = openGate();
    await refused(two, "INTENT_REQUIRED", ...write("src/auth/new.ts"));
    one.put(".orchestration/policy.yaml", "mode: observe\n");
    await refused(two, "INTENT_REQUIRED", ...write("src/auth/new.ts"));
    one.workspace.engine.registerPreHook("no", async () => ({ allow: false, reason: "no" }));
    await two.take();
    await Promise.all([allowed(two, ...write("src/auth/new.ts")), one.call("read_file", { path: "README.md" })]);
    expect([one.ledger().length, two.ledger().length]).toEqual([0, 1]);
  });
});

describe("a subagent", () => {
  const sub = { session: "sub", parent: "s1" };

  it("works under its parent's intent without a handshake of its own", async () => {
    const gate = await workingGate();
    await allowed(gate, ...write("src/auth/new.ts"), sub);
    expect(gate.ledger()).toMatchObject([{ intent_id: "INT-001", files: [{ conversations: [{ url: "sub" }] }] }]);
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"), sub);
  });

  it("cannot take another intent", async () => {
    const gate = await workingGate();
    const { message, meta } = await refused(
      gate,
      "INTENT_NOT_FOUND",
      "select_active_intent",
      { intent_id: "INT-002" },
      sub,
    );
    expect(message).toBe("A subagent works under its parent's intent INT-001 and cannot take INT-002.");
    expect(meta.known_ids).toEqual(["INT-001"]);
  });

  it("has no intent where its parent has none", async () => {
    const gate = openGate();
    await refused(gate, "INTENT_REQUIRED", ...write("src/auth/new.ts"), sub);
  });

  it("does not keep an intent it took before its parent took a narrower one", async () => {
    const gate = openGate({ intents: intents.replace('["src/pay/**"]', '["**"]') });
    await gate.take("INT-002", sub);
    await gate.take("INT-001", "s1");
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"), sub);
  });
});

describe("the circuit breaker", () => {
  async function denied(gate: Gate, times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/same.ts"));
  }

  async function deniedVariously(gate: Gate, times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) await refused(gate, "SCOPE_VIOLATION", ...write(`src/pay/n${n}.ts`));
  }

  it("opens after 8 refusals of the same change; reads and the handshake still work", async () => {
    const gate = await workingGate();
    await denied(gate, 8);
    const { message, meta } = await refused(gate, "CIRCUIT_OPEN", ...write("src/auth/new.ts"));
    expect(meta).toMatchObject({ count: 8, intent_id: "INT-001" });
    expect(meta.remedy).toContain("intentgate session reset s1");
    expect(message).toContain("The same change was refused 8 times");
    await allowed(gate, "read_file", { path: "README.md" });
    await allowed(gate, "select_active_intent", { intent_id: "INT-001" });
    await refused(gate, "CIRCUIT_OPEN", ...write("src/auth/new.ts"));
  });

  it("stays closed for as many that differ", async () => {
    const gate = await workingGate();
    await deniedVariously(gate, 30);
    await allowed(gate, ...write("src/auth/new.ts"));
  });

  it("opens after 40 that differ, too", async () => {
    const gate = await workingGate();
    await deniedVariously(gate, 40);
    const { message, meta } = await refused(gate, "CIRCUIT_OPEN", ...write("src/auth/new.ts"));
    expect(meta).toMatchObject({ count: 40 });
    expect(message).toContain("40 changes in a row were refused");
  });

  it.each<[string, (n: number) => Parameters<Gate["call"]>]>([
    ["another text for the same file", (n) => ["write_file", { path: "src/pay/a.ts", content: `${n}` }]],
    ["another edit of it", (n) => ["edit", { file_path: "src/pay/api.ts", old_string: `${n}`, new_string: "x" }]],
    ["another spelling of its path", (n) => ["write_file", { path: `${"./".repeat(n)}src/pay/a.ts`, content: "x" }]],
    [
      "another description of the command",
      (n) => ["execute_command", { command: "rm src/pay/api.ts", description: `${n}` }],
    ],
    ["other changes in between", (n) => [...write(n % 2 === 0 ? "src/pay/a.ts" : `src/pay/n${n}.ts`)]],
    ["two that take turns", (n) => [...write(n % 2 === 0 ? "src/pay/a.ts" : "src/pay/b.ts")]],
  ])("is not held closed by %s", async (_name, call) => {
    const gate = await workingGate();
    for (let n = 0; n < 15; n += 1) expect(await gate.call(...call(n))).not.toMatchObject({ decision: "allow" });
    await refused(gate, "CIRCUIT_OPEN", ...write("src/auth/new.ts"));
  });

  it.each<[string, (n: number) => Parameters<Gate["call"]>]>([
    ["other files", (n) => [...write(`src/pay/n${n}.ts`)]],
    ["other commands", (n) => ["execute_command", { command: `rm src/pay/n${n}.ts` }]],
    ["another input of a tool that nobody knows", (n) => ["someones_tool", { n }]],
  ])("is not opened by %s", async (_name, call) => {
    const gate = await workingGate();
    for (let n = 0; n < 15; n += 1) expect(await gate.call(...call(n))).not.toMatchObject({ decision: "allow" });
    await allowed(gate, ...write("src/auth/new.ts"));
  });

  it("does not open for another session, and holds in another process", async () => {
    const gate = await workingGate();
    await denied(gate, 8);
    await gate.take("INT-001", "s2");
    await allowed(gate, ...write("src/auth/other.ts"), "s2");
    await refused(gate.reopened(), "CIRCUIT_OPEN", ...write("src/auth/new.ts"));
  });

  it("starts again at an allowed change, not at an allowed read", async () => {
    const gate = await workingGate();
    await denied(gate, 7);
    await allowed(gate, ...write("src/auth/new.ts"));
    await denied(gate, 7);
    await allowed(gate, "read_file", { path: "README.md" });
    await denied(gate, 1);
    await refused(gate, "CIRCUIT_OPEN", ...write("src/auth/new.ts"));
  });

  it("does not count tools that fail", async () => {
    const gate = await workingGate();
    for (let n = 0; n < 10; n += 1) {
      const answer = await gate.call("edit", {
        file_path: "src/auth/token.ts",
        old_string: `none ${n}`,
        new_string: "x",
      });
      expect(answer).toMatchObject({ decision: "allow", failed: true });
    }
    await allowed(gate, ...write("src/auth/new.ts"));
  });

  it("is closed again by a person", async () => {
    const gate = await workingGate();
    await denied(gate, 8);
    gate.workspace.home.store.sessions.append("s1", [{ kind: "reset", at: new Date().toISOString(), by: "ann" }]);
    await allowed(gate, ...write("src/auth/new.ts"));
  });

  it("takes its number from the policy", async () => {
    const gate = await workingGate({ policy: "limits: { denials_in_a_row: 2 }\n" });
    await denied(gate, 2);
    await refused(gate, "CIRCUIT_OPEN", ...write("src/auth/new.ts"));
  });
});

describe("hooks that others register", () => {
  it("stop a call with BLOCKED_BY_HOOK and their name", async () => {
    const gate = await workingGate();
    gate.workspace.engine.registerPreHook("freeze", async ({ isMutatingTool }) =>
      isMutatingTool ? { allow: false, reason: "code freeze until Monday" } : undefined,
    );
    const { message, meta } = await refused(gate, "BLOCKED_BY_HOOK", ...write("src/auth/new.ts"));
    expect(message).toBe("code freeze until Monday");
    expect(meta).toMatchObject({ hook_id: "freeze", hook_name: "freeze" });
    await allowed(gate, "read_file", { path: "README.md" });
  });

  it.each<[string, () => Promise<never>]>([
    [
      "throws",
      async () => {
        throw new Error("no network");
      },
    ],
    ["answers with nonsense", async () => "yes" as never],
    ["answers allow: undefined", async () => ({}) as never],
    ["answers allow: 1", async () => ({ allow: 1 }) as never],
  ])("stop a call with HOOK_ERROR where a critical one %s", async (_what, fn) => {
    const gate = await workingGate();
    gate.workspace.engine.registerPreHook("strange", fn, { critical: true });
    const { meta } = await refused(gate, "HOOK_ERROR", ...write("src/auth/new.ts"));
    expect(meta).toMatchObject({ hook_name: "strange", error: expect.any(String) });
  });

  it("stop a call with HOOK_ERROR where a critical one hangs", async () => {
    const gate = await workingGate();
    gate.workspace.engine.registerPreHook("slow", () => new Promise(() => undefined), {
      critical: true,
      timeoutMs: 20,
    });
    await refused(gate, "HOOK_ERROR", ...write("src/auth/new.ts"));
  });

  it("may wait for a person themselves", async () => {
    const gate = await workingGate();
    gate.workspace.engine.registerPreHook("hitlApproval", async ({ askApproval }) => {
      const approved = await askApproval?.("tool", JSON.stringify({ tool: "execute_command" }));
      return approved ? { allow: true } : { allow: false, reason: "User rejected tool via HITL pre-hook." };
    });
    const { message } = await refused(gate, "BLOCKED_BY_HOOK", ...write("src/auth/new.ts"), {
      askApproval: async () => false,
    });
    expect(message).toBe("User rejected tool via HITL pre-hook.");
    await allowed(gate, ...write("src/auth/new.ts"), { askApproval: async () => true });
  });

  it("cannot grant what another denies, and cannot rewrite what the next one sees", async () => {
    const gate = await workingGate();
    gate.workspace.engine.registerPreHook("logHook", async (context) => {
      (context as { isMutatingTool: boolean }).isMutatingTool = false;
      (context as { intentId: string }).intentId = "INT-002";
      return { allow: true };
    });
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });

  it("that run afterwards and fail leave a warning and undo nothing", async () => {
    const gate = await workingGate();
    gate.workspace.engine.registerPostHook("notify", async () => {
      throw new Error("chat is down");
    });
    const answer = await allowed(gate, ...write("src/auth/new.ts"));
    expect(answer.warnings).toMatchObject([
      { type: "hook_warning", message: "chat is down", meta: { hook_name: "notify" } },
    ]);
    expect(gate.ledger()).toHaveLength(1);
  });
});

describe("many processes", () => {
  it("share one session's handshake and one ledger without a torn line", async () => {
    const scene = makeScene({ intents });
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        call(scene, "write_to_file", { path: `src/auth/p${at}.ts`, content: "x\n" }),
      ),
    );
    expect(answers.map((answer) => answer.exit)).toEqual([0, 0, 0, 0, 0, 0]);
    const lines = textOf(scene, ".orchestration/agent_trace.jsonl").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).integrity.seq).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
