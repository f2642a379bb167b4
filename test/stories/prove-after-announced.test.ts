import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowed, exists, type Gate, withPerson, workingGate } from "./gate-scene.ts";
import { commitAll, credits, instant, kinds, olderThanATick, revert, runs } from "./unknown-program.ts";

/** An understood command; whoever is asked says yes. */
async function shell(gate: Gate, command: string) {
  const { value } = await withPerson(gate, "once", () => allowed(gate, "execute_command", { command }));
  return value;
}
const changes = (gate: Gate) =>
  gate.ledger().flatMap(({ files }) => files.map((file) => `${file.change} ${file.relative_path}`));

describe("a command whose words were understood", () => {
  it.each([
    ["writes a file", "echo 'export {};' > src/auth/new.ts", ["created src/auth/new.ts"]],
    ["changes one in place", "sed -i 's/1/2/' src/auth/token.ts", ["modified src/auth/token.ts"]],
    ["copies one", "cp src/pay/bill.ts src/auth/bill.ts", ["created src/auth/bill.ts"]],
    ["moves one", "mv src/auth/token.ts src/auth/t.ts", ["renamed src/auth/t.ts"]],
    ["removes one", "rm src/auth/token.ts", ["deleted src/auth/token.ts"]],
    ["removes a folder", "rm -r src/auth/deep", ["deleted src/auth/deep/a.ts", "deleted src/auth/deep/b.ts"]],
    [
      "moves a folder",
      "mv src/auth/deep src/auth/deeper",
      ["renamed src/auth/deeper/a.ts", "renamed src/auth/deeper/b.ts"],
    ],
    ["changes a mode", "chmod 755 src/auth/token.ts", ["mode src/auth/token.ts"]],
  ])("is credited with exactly that when it %s", async (_what, command, told) => {
    const files = { "src/auth/deep/a.ts": "a\n", "src/auth/deep/b.ts": "b\n" };
    const gate = await workingGate({ policy: revert, files }, instant);
    commitAll(gate);
    const answer = await shell(gate, command);
    expect(answer.notices).toEqual([]);
    expect(changes(gate)).toEqual(told);
    expect(new Set(credits(gate).map((one) => one.split(" ").at(-1)))).toEqual(new Set(["AI"]));
  });

  it("is not compared at all where it is safe", async () => {
    const gate = await workingGate({}, instant);
    await allowed(gate, "execute_command", { command: "ls -la src | head -3" });
    expect(existsSync(join(gate.workspace.home.state, "seen-files"))).toBe(false);
    await olderThanATick(); // what is younger is read again every time, and not remembered
    await runs(gate, "true");
    expect(existsSync(join(gate.workspace.home.state, "seen-files"))).toBe(true);
  });
});

describe("a comparison that fails", () => {
  it("is made again at the next event, and nothing is lost", async () => {
    const gate = await workingGate({}, instant);
    const trace = join(gate.repo, ".orchestration/agent_trace.jsonl");
    const answer = await runs(
      gate,
      "echo x > src/pay/new.ts; rm -f .orchestration/agent_trace.jsonl; mkdir .orchestration/agent_trace.jsonl",
    );
    expect(answer.warnings).not.toEqual([]);
    rmdirSync(trace);
    const next = await allowed(gate, "read_file", { path: "README.md" });
    expect(kinds(next)).toContain("warning");
    expect(credits(gate)).toEqual(["src/pay/new.ts UNKNOWN"]);
    expect(gate.workspace.home.running.since()).toBeNull();
  });

  it("is told of where what stood before was taken away", async () => {
    const gate = await workingGate({}, instant);
    const running = join(gate.workspace.home.state, "running");
    mkdirSync(running, { recursive: true });
    const call = {
      toolName: "execute_command",
      payload: { command: "sh work.sh" },
      session: { id: "s1" },
      cwd: gate.repo,
      callId: "c1",
    };
    gate.put("work.sh", "true\n");
    await withPerson(gate, "once", () => gate.workspace.before(call));
    for (const name of readdirSync(running)) if (name.endsWith(".look")) rmSync(join(running, name));
    const told: string[] = [];
    const other = gate.reopened({ ...instant, onNotice: ({ message }) => told.push(message) });
    await other.workspace.after(call, true);
    expect(told).toEqual([expect.stringContaining("before is not known")]);
    expect(exists(gate, "work.sh")).toBe(true);
  });
});
