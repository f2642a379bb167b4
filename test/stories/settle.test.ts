import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { allowed, files, type Gate, gateIn, intents, refused, workingGate, write } from "./gate-scene.ts";
import { binary, call, makeScene, type Scene } from "./scene.ts";

const policy = 'commands:\n  - run: sh work.sh\n    writes: ["src/auth/**"]\n';
const yaml = ".orchestration/active_intents.yaml";

function workScene(script: string): Scene {
  return makeScene({ intents, policy, files: { ...files, "work.sh": script } });
}

/** Sends a call to the built program and kills it once `isTime` holds; the program gets no chance to tidy up. */
async function killed(scene: Scene, tool: string, input: object, isTime: () => boolean): Promise<void> {
  const child = spawn(process.execPath, [binary, "call"], {
    cwd: scene.repo,
    env: scene.env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const gone = new Promise((resolve) => child.on("close", resolve));
  child.stdin.end(JSON.stringify({ tool, input, session: "s1" }));
  await until(() => isTime() || child.exitCode !== null);
  child.kill("SIGKILL");
  await gone;
}

async function deathOf(scene: Scene): Promise<Gate> {
  await call(scene, "select_active_intent", { intent_id: "INT-001" });
  const made = join(scene.repo, "src/auth/made.txt");
  await killed(
    scene,
    "execute_command",
    { command: "sh work.sh" },
    () => existsSync(made) && readFileSync(made, "utf8").includes("made"),
  );
  return gateIn(scene, scene.repo);
}

describe("a process that is killed while its command runs", () => {
  it("leaves what the command changed to be recorded at the next call", async () => {
    const gate = await deathOf(workScene("echo made > src/auth/made.txt; sleep 2\n"));
    expect(gate.ledger()).toEqual([]);
    const answer = await allowed(gate, "read_file", { path: "README.md" });
    expect(answer.notices).toMatchObject([{ kind: "warning", paths: ["src/auth/made.txt"] }]);
    expect(gate.ledger()).toMatchObject([
      {
        intent_id: "INT-001",
        files: [
          {
            relative_path: "src/auth/made.txt",
            conversations: [{ url: "s1", contributor: { entity_type: "UNKNOWN" } }],
          },
        ],
        decision: { tool: "execute_command", approval: "none", outcome: "UNKNOWN" },
      },
    ]);
    await allowed(gate, "read_file", { path: "README.md" });
    expect(gate.ledger()).toHaveLength(1);
  });

  it("is settled by any session, and by two at once only once", async () => {
    const gate = await deathOf(workScene("echo made > src/auth/made.txt; sleep 2\n"));
    await Promise.all([
      allowed(gate, "read_file", { path: "README.md" }, "s2"),
      allowed(gate.reopened(), "read_file", { path: "README.md" }, "s3"),
    ]);
    expect(gate.ledger()).toHaveLength(1);
    expect(gate.ledger()[0]?.files[0]?.conversations[0]?.url).toBe("s1");
  });

  it("does not take the credit for what another session recorded meanwhile", async () => {
    const scene = workScene("echo made > src/auth/made.txt; sleep 2\n");
    const gate = gateIn(scene, scene.repo);
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    await gate.take("INT-001", "s2");
    const isMade = () => existsSync(join(scene.repo, "src/auth/made.txt"));
    const death = killed(
      scene,
      "execute_command",
      { command: "sh work.sh" },
      () => isMade() && existsSync(join(scene.repo, "src/auth/mine.ts")),
    );
    await until(isMade);
    await allowed(gate, ...write("src/auth/mine.ts"), "s2");
    await death;
    await allowed(gate, "read_file", { path: "README.md" });
    const credit = gate
      .ledger()
      .map((record) => [record.files[0]?.relative_path, record.decision.outcome, record.files.length]);
    expect(credit).toEqual([
      ["src/auth/mine.ts", "OK", 1],
      ["src/auth/made.txt", "UNKNOWN", 1],
    ]);
  });

  it.each<[string, string]>([
    ["from outside", "sleep 2"],
    ["by the command itself", "kill -9 $PPID; sleep 2"],
  ])("does not make its tampering a person's edit when it is killed %s", async (_how, end) => {
    const script = `sed -i 's#- src/auth/..#- "**"#' ${yaml}; echo evil > .git/hooks/pre-commit; echo made > src/auth/made.txt; ${end}\n`;
    const scene = workScene(script);
    const gate = await deathOf(scene);
    const taken = await call(scene, "select_active_intent", { intent_id: "INT-001" }, "s2");
    expect(taken.notices?.map((notice) => notice.kind)).toEqual(expect.arrayContaining(["held", "put_back"]));
    expect(taken.result).toMatchObject({ success: true });
    const no = await call(scene, "write_to_file", { path: "src/pay/new.ts", content: "x" }, "s2");
    expect(no).toMatchObject({ exit: 2, code: "SCOPE_VIOLATION" });
    expect(existsSync(join(scene.repo, ".git/hooks/pre-commit"))).toBe(false);
    await gate.take();
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });
});

describe("a process that dies between the decision and the end of an edit", () => {
  /** As the journal and the disk stand when a process was killed in the middle of a write. */
  function died(gate: Gate, path: string, after: string | null): void {
    const { pid } = spawnSync("true");
    const at = new Date().toISOString();
    const hash = gate.workspace.governed.hashNow(join(gate.repo, path));
    const began = {
      invocationId: "inv-1",
      tool: "write_to_file",
      intentId: "INT-001",
      pid,
      pidStartedAt: "1",
      at,
      before: { [join(gate.repo, path)]: hash },
      decided: null,
    };
    gate.workspace.home.store.sessions.append("s1", [{ kind: "opened", at, call: began }]);
    if (after !== null) gate.put(path, after);
  }

  it("leaves its change to be recorded, with an unknown outcome", async () => {
    const gate = await workingGate();
    died(gate, "src/auth/token.ts", "half\n");
    await allowed(gate, "read_file", { path: "README.md" });
    expect(gate.ledger()).toMatchObject([
      {
        files: [{ relative_path: "src/auth/token.ts" }],
        decision: { id: "inv-1", tool: "write_to_file", outcome: "UNKNOWN" },
      },
    ]);
  });

  it("leaves no record where nothing was written", async () => {
    const gate = await workingGate();
    died(gate, "src/auth/token.ts", null);
    await allowed(gate, "read_file", { path: "README.md" });
    expect(gate.ledger()).toEqual([]);
  });

  it("is settled by asking for it, whatever session it was", async () => {
    const gate = await workingGate();
    died(gate, "src/auth/token.ts", "half\n");
    expect(await gate.workspace.settle()).toBe(1);
    expect(await gate.workspace.settle()).toBe(0);
    expect(gate.ledger()).toHaveLength(1);
  });
});
