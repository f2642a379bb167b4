/** Ways around the gate that a reviewer found, each kept shut. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowed, gateIn, openGate, refused, withPerson, workingGate, write } from "./gate-scene.ts";
import { call, jsonOf, makeScene, put, run } from "./scene.ts";

describe("a gate of one's own", () => {
  it.each([
    [
      "a whole sidecar by one patch",
      ["/.orchestration/active_intents.yaml", "/.orchestration/policy.yaml", "/evil.sh"],
    ],
    ["a policy alone", ["/.orchestration/policy.yaml"]],
    ["a repository's metadata", ["/.git/config"]],
    ["host settings", ["/.claude/settings.json"]],
  ])("cannot be made in a temp folder: %s", async (_name, paths) => {
    const gate = await workingGate();
    const own = join(dirname(gate.repo), "mine");
    const text = [
      "*** Begin Patch",
      ...paths.flatMap((path) => [`*** Add File: ${own}${path}`, "+x"]),
      "*** End Patch",
      "",
    ];
    await refused(gate, "CONTROL_FILE", "apply_patch", { patch: text.join("\n") });
    expect(existsSync(own)).toBe(false);
  });

  const clones: [name: string, policy: string, tool: string, input: object][] = [
    ["to observe only", "mode: observe\n", ...write("src/pay/bill.ts")],
    [
      "a command",
      'commands: [{ run: "sh run.sh", args: none, writes: ["**"] }]\n',
      "execute_command",
      { command: "sh run.sh" },
    ],
    ["to overwrite what was never read", "lock: { never_read: allow }\n", ...write("src/auth/token.ts")],
  ];
  it.each(clones)(
    "a policy that came with a clone may not allow %s before somebody ran init",
    async (_name, policy, tool, input) => {
      const gate = openGate({ policy, files: { "run.sh": "echo hi > src/auth/ran.txt\n" } });
      rmSync(join(gate.stateDir, "roots.json"));
      const cloned = gateIn(gate, gate.repo);
      await cloned.take();
      expect((await cloned.call(tool, input)).decision).toBe("deny");
      expect(existsSync(join(gate.repo, "src/auth/ran.txt"))).toBe(false);
    },
  );

  it("a policy that came with a clone may ask for more", async () => {
    const gate = openGate({ policy: "approval: { mode: strict }\n" });
    rmSync(join(gate.stateDir, "roots.json"));
    const cloned = gateIn(gate, gate.repo);
    await cloned.take();
    await refused(cloned, "NO_ANSWER", ...write("src/auth/new.ts"));
  });

  it("a planted worktree pointer does not beat the registered root around it", async () => {
    const gate = openGate();
    const fake = join(dirname(gate.repo), "fake");
    put(fake, ".git/worktrees/x/commondir", "../..\n");
    put(fake, ".git/worktrees/x/gitdir", `${gate.repo}/sub/.git\n`);
    put(
      fake,
      ".orchestration/active_intents.yaml",
      'active_intents: [{ id: INT-666, name: x, status: IN_PROGRESS, owned_scope: ["**"] }]\n',
    );
    mkdirSync(join(gate.repo, "sub"));
    writeFileSync(join(gate.repo, "sub/.git"), `gitdir: ${fake}/.git/worktrees/x\n`);
    const below = gateIn(gate, join(gate.repo, "sub"));
    expect(below.workspace.home.root).toBe(gate.repo);
    await refused(below, "INTENT_NOT_FOUND", "select_active_intent", { intent_id: "INT-666" });
  });
});

describe("a subagent", () => {
  it("of a subagent works under the same intent and cannot take another", async () => {
    const gate = await workingGate();
    await allowed(gate, "list_intents", {}, { session: "C", parent: "s1" });
    await refused(
      gate,
      "INTENT_NOT_FOUND",
      "select_active_intent",
      { intent_id: "INT-002" },
      { session: "G", parent: "C" },
    );
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"), { session: "G", parent: "C" });
    await allowed(gate, ...write("src/auth/new.ts"), { session: "G", parent: "C" });
  });

  it("is what it was from its first call on: a session cannot adopt a parent, or change it", async () => {
    const gate = await workingGate();
    await gate.take("INT-002", "Q");
    await refused(gate, "HOOK_ERROR", ...write("src/pay/new.ts"), { session: "s1", parent: "Q" });
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"), { session: "s1" });
    await allowed(gate, "list_intents", {}, { session: "C", parent: "s1" });
    await refused(gate, "HOOK_ERROR", ...write("src/pay/new.ts"), { session: "C", parent: "Q" });
  });

  it("cannot be its own ancestor", async () => {
    const gate = openGate();
    await refused(gate, "HOOK_ERROR", ...write("src/auth/new.ts"), { session: "A", parent: "A" });
  });

  it("asks about the intent it completes, and completes that one", async () => {
    const gate = openGate();
    await allowed(gate, "select_active_intent", { intent_id: "INT-002" }, { session: "K", parent: "PP" });
    await gate.take("INT-001", "PP");
    await withPerson(gate, "once", async () => {
      const { result } = await allowed(gate, "attempt_completion", {}, { session: "K", parent: "PP" });
      expect(result).toMatchObject({ intent_id: "INT-001", status: "COMPLETE" });
    });
    expect(gate.text(".orchestration/active_intents.yaml")).toMatch(/INT-002[\s\S]*status: IN_PROGRESS/);
  });
});

describe("a yes to a command", () => {
  it("does not fit once the script it names has changed", async () => {
    const gate = await workingGate({ files: { "src/auth/run.mjs": "console.log(1);\n" } });
    const command = ["execute_command", { command: "node src/auth/run.mjs --go" }] as const;
    const { refusal } = await gate.call(...command);
    const id = String(refusal?.meta.request_id);
    gate.workspace.home.store.approvals.answer(id, { answer: "once", by: "ann", at: new Date().toISOString() });
    gate.put("src/auth/run.mjs", "import('node:fs').then((fs) => fs.writeFileSync('src/pay/bill.ts', 'x'));\n");
    await refused(gate, "NO_ANSWER", ...command);
    gate.put("src/auth/run.mjs", "console.log(1);\n");
    await allowed(gate, ...command);
  });

  it("for the session does not either", async () => {
    const gate = await workingGate({ files: { "src/auth/run.mjs": "console.log(1);\n" } });
    const command = ["execute_command", { command: "node src/auth/run.mjs" }] as const;
    await withPerson(gate, "command", () => allowed(gate, ...command));
    await allowed(gate, ...command);
    gate.put("src/auth/run.mjs", "console.log(2);\n");
    await refused(gate, "NO_ANSWER", ...command);
  });
});

describe("a call made by a program that a call started", () => {
  it("is refused, whatever session it names", async () => {
    const policy = 'commands: [{ run: "sh nested.sh", args: none, writes: ["src/**"] }]\n';
    const nested = JSON.stringify({
      tool: "write_to_file",
      input: { path: "src/pay/n.ts", content: "x" },
      session: "s2",
    });
    const scene = makeScene({ policy });
    put(scene.repo, "nested.sh", `echo '${nested}' | "$GATE" call > src/auth/said.json\ntrue\n`);
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    await call(scene, "select_active_intent", { intent_id: "INT-002" }, "s2");
    const gate = join(process.cwd(), "apps/cli/bin/intentgate.mjs");
    const input = JSON.stringify({ tool: "execute_command", input: { command: "sh nested.sh" }, session: "s1" });
    const outer = await run(scene, ["call"], { input, env: { GATE: gate } });
    expect(outer.code, outer.out).toBe(0);
    expect(existsSync(join(scene.repo, "src/pay/n.ts"))).toBe(false);
    const said = jsonOf<{ decision: string; code: string }>(await run(scene, ["trace", "log", "--json"]));
    expect(JSON.stringify(said)).not.toContain("src/pay/n.ts");
  });
});
