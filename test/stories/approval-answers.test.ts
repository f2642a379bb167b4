import { describe, expect, it } from "vitest";
import { allowed, askingGate, type Gate, refused, withPerson, write } from "./gate-scene.ts";

const strict = "# ours\napproval: { mode: strict } # ask for everything\n";
const path = "src/auth/middleware.ts";
const remove = ["delete_file", { path: "src/auth/token.ts" }] as const;
const unknown = ["execute_command", { command: "sh make.sh" }] as const;
const script = { "make.sh": "echo made >> src/auth/made.txt\n" };

describe("yes to all in-scope writes of this session", () => {
  async function standing(): Promise<Gate> {
    const gate = await askingGate({ policy: strict, files: script });
    await withPerson(gate, "standing", () => allowed(gate, ...write("src/auth/a.ts")));
    return gate;
  }

  it("lets later writes pass and names the approval in the ledger", async () => {
    const gate = await standing();
    await allowed(gate.reopened(), ...write("src/auth/b.ts"));
    await allowed(gate, "edit", { file_path: path, old_string: "1", new_string: "2" });
    expect(gate.ledger().map((record) => record.decision.approval.split(":")[0])).toEqual([
      "standing",
      "standing",
      "standing",
    ]);
  });

  it.each<[string, readonly [string, object], "NO_ANSWER" | "SCOPE_VIOLATION" | "CONTROL_FILE"]>([
    ["a deletion", remove, "NO_ANSWER"],
    ["an unknown command", unknown, "NO_ANSWER"],
    ["an MCP tool", ["mcp--fs--write", { path: "src/auth/x.ts" }], "NO_ANSWER"],
    ["a write outside the scope", write("src/pay/new.ts"), "SCOPE_VIOLATION"],
    ["a control file", write(".claude/settings.json", "{}"), "CONTROL_FILE"],
  ])("never covers %s", async (_what, call, code) => {
    await refused(await standing(), code, ...call);
  });

  it("does not cover another session or another intent", async () => {
    const gate = await standing();
    await gate.take("INT-001", "s2");
    await refused(gate, "NO_ANSWER", ...write("src/auth/b.ts"), "s2");
    await withPerson(gate, "once", () => gate.take("INT-002"));
    await refused(gate, "NO_ANSWER", ...write("src/pay/b.ts"));
  });

  it.each(["standing_revoked", "ended_session"] as const)("ends with %s", async (kind) => {
    const gate = await standing();
    gate.workspace.home.store.sessions.append("s1", [{ kind, at: new Date().toISOString() }]);
    await refused(gate, "NO_ANSWER", ...write("src/auth/b.ts"));
  });

  it("does not run a deletion for which it is given as an answer more than once", async () => {
    const gate = await askingGate();
    await withPerson(gate, "standing", () => allowed(gate, ...remove));
    await refused(gate, "NO_ANSWER", "delete_file", { path });
  });
});

describe("yes to this exact command for this session", () => {
  it("lets it pass again, and nothing that differs by a character", async () => {
    const gate = await askingGate({ files: script });
    const { asked } = await withPerson(gate, "command", async () => {
      await allowed(gate, ...unknown);
      await allowed(gate, ...unknown);
    });
    expect(asked).toHaveLength(1);
    await allowed(gate.reopened(), ...unknown);
    for (const command of ["sh make.sh ", "sh  make.sh", "sh make.sh x", "sh make.sh; true"]) {
      await refused(gate, "NO_ANSWER", "execute_command", { command });
    }
    await gate.take("INT-001", "s2");
    await refused(gate, "NO_ANSWER", ...unknown, "s2");
  });

  it("does not hold in another folder, where the same words run another program", async () => {
    const gate = await askingGate({ files: { ...script, "src/pay/make.sh": "echo evil >> ../auth/made.txt\n" } });
    await withPerson(gate, "command", () => allowed(gate, ...unknown));
    await refused(gate, "NO_ANSWER", "execute_command", { command: "sh make.sh", cwd: "src/pay" });
  });
});

describe("a declared command", () => {
  it.each<[string, object, object]>([
    ["by the command's own cwd", { command: "sh make.sh", cwd: "src/auth" }, {}],
    ["by the call's cwd", { command: "sh make.sh" }, { cwd: "src/auth" }],
  ])(
    "is unknown in another folder, where an agent may have written what it runs (%s)",
    async (_what, input, caller) => {
      const gate = await askingGate({ policy: "commands: [{ run: sh make.sh }]\n", files: script });
      await allowed(gate, ...write("src/auth/make.sh", "echo x > ../pay/bill.ts\n"));
      const from = "cwd" in caller ? { cwd: `${gate.repo}/${caller.cwd}` } : {};
      await refused(gate, "NO_ANSWER", "execute_command", input, from);
      await allowed(gate, ...unknown);
      await allowed(gate, "execute_command", { command: "sh make.sh", cwd: "." });
    },
  );
});

describe("yes, and declare it", () => {
  it("adds the command to the policy with every comment kept, and it passes from then on", async () => {
    const policy = "# ours\nversion: 1\ncommands:\n  - run: npm test # slow\n";
    const gate = await askingGate({ policy, files: script });
    await withPerson(gate, "declare", () => allowed(gate, ...unknown));
    const text = gate.text(".orchestration/policy.yaml");
    expect(text.startsWith(policy)).toBe(true);
    expect(text.slice(policy.length)).toContain("sh make.sh");
    await gate.take("INT-001", "s2");
    const answer = await allowed(gate.reopened(), ...unknown, "s2");
    expect(answer.notices.filter((notice) => notice.kind === "held")).toEqual([]);
  });

  it("writes the policy where there was none", async () => {
    const gate = await askingGate({ files: script });
    await withPerson(gate, "declare", () => allowed(gate, ...unknown));
    await allowed(gate, ...unknown);
    expect(gate.text(".orchestration/policy.yaml")).toContain("sh make.sh");
  });

  it("never opens what the policy forbids", async () => {
    const gate = await askingGate({ policy: 'forbid: [{ command: "sh *", reason: "no scripts" }]\n', files: script });
    const { asked } = await withPerson(gate, "declare", () => refused(gate, "DESTRUCTIVE_BLOCKED", ...unknown));
    expect(asked).toEqual([]);
  });
});
