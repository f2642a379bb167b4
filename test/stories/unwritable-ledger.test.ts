import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowed, exists, type Gate, withPerson, workingGate, write } from "./gate-scene.ts";

const at = (gate: Gate, name: string) => join(gate.repo, ".orchestration", name);

/** What may happen to the ledger after some writes, each of which leaves it unable to take the next record. */
const spoiled: [string, (gate: Gate) => void][] = [
  [
    "is a folder by now",
    (gate) => {
      renameSync(at(gate, "agent_trace.jsonl"), at(gate, "kept"));
      mkdirSync(at(gate, "agent_trace.jsonl"));
    },
  ],
  [
    "has no folder for its heads",
    (gate) => {
      rmSync(at(gate, "heads"), { recursive: true });
      writeFileSync(at(gate, "heads"), "");
    },
  ],
  [
    "has a folder for this session's head",
    (gate) => {
      for (const name of readdirSync(at(gate, "heads"))) {
        rmSync(at(gate, `heads/${name}`));
        mkdirSync(at(gate, `heads/${name}`));
      }
    },
  ],
  [
    "cannot tell the list outside of it",
    (gate) => {
      rmSync(join(gate.workspace.home.state, "heads.jsonl"));
      mkdirSync(join(gate.workspace.home.state, "heads.jsonl"));
    },
  ],
];

describe("a ledger that cannot take the next record", () => {
  it.each(spoiled)("lets no change pass: it %s", async (_what, spoil) => {
    const gate = await workingGate();
    await allowed(gate, ...write("src/auth/one.ts"));
    spoil(gate);
    const answer = await gate.call(...write("src/auth/two.ts"));
    expect(answer.decision).toBe("deny");
    expect(answer.refusal?.message).toMatch(/CANNOT_WRITE/);
    expect(exists(gate, "src/auth/two.ts")).toBe(false);
    const command = await withPerson(gate, "once", () =>
      gate.call("execute_command", { command: "touch src/auth/three.ts" }),
    );
    expect(command.value.decision).toBe("deny");
    expect(exists(gate, "src/auth/three.ts")).toBe(false);
  });

  it("still lets files be read", async () => {
    const gate = await workingGate();
    await allowed(gate, ...write("src/auth/one.ts"));
    spoiled[0]?.[1](gate);
    await allowed(gate, "read_file", { path: "src/auth/one.ts" });
  });
});

describe("a state folder that cannot be written", () => {
  it.each(["ls", "cat README.md", "git status", "ls src | head -3", "wc -l README.md", "pwd"])(
    "refuses %s and says why a command that only reads needs it, while files are read",
    async (command) => {
      const gate = await workingGate();
      const control = join(gate.workspace.home.state, "control");
      mkdirSync(gate.workspace.home.state, { recursive: true });
      rmSync(control, { recursive: true, force: true });
      writeFileSync(control, "");
      const { decision, refusal } = await gate.call("execute_command", { command });
      expect([decision, refusal?.code]).toEqual(["deny", "HOOK_ERROR"]);
      expect(refusal?.message).toContain("also one that only reads");
      expect(refusal?.message).toContain(control);
      await allowed(gate, "read_file", { path: "README.md" });
    },
  );
});
