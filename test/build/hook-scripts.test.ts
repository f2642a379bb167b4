import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { binary, type Planted, plantRoot } from "../planted-root.ts";

const intents = `active_intents:
  - { id: INT-001, name: One, status: IN_PROGRESS, owned_scope: ["src/**"] }
`;
let planted: Planted;
beforeAll(() => {
  planted = plantRoot({ intents, files: { "src/a.ts": "export const a = 1;\n" } });
});
afterAll(() => planted.clear());

/** Whether what the authored files mean was kept. */
function keepsRules(): boolean {
  const roots = join(planted.stateDir, "roots");
  return existsSync(roots) && readdirSync(roots).some((root) => existsSync(join(roots, root, "compiled")));
}

/** The scripts that a process of its own loads for this call: it keeps what V8 made of each. */
function scriptsFor(tool_name: string, tool_input: object): string[] {
  const event = { session_id: "s", cwd: planted.root, hook_event_name: "PreToolUse", tool_name, tool_input };
  const env = { ...planted.env, XDG_STATE_HOME: join(planted.folder, "state") };
  const words = [binary, "hook", "claude-code", "PreToolUse"];
  const run = () => {
    const input = JSON.stringify({ ...event, tool_use_id: randomUUID() });
    return spawnSync(process.execPath, words, { cwd: planted.root, env, input, encoding: "utf8" });
  };
  // The first ones read the authored files too, until those are old enough for what was read to be kept, and see how
  // control files stand.
  do run();
  while (!keepsRules());
  rmSync(join(planted.stateDir, "code"), { recursive: true });
  const ran = run();
  expect([0, 2], ran.stderr).toContain(ran.status);
  return readdirSync(join(planted.stateDir, "code"))
    .map((name) => name.replace(/-[0-9a-f]{16}\.js\.code$/, ""))
    .sort();
}

it("a call that is refused for want of an intent needs no more than the core", () => {
  expect(scriptsFor("Write", { file_path: join(planted.root, "src/a.ts"), content: "x\n" })).toEqual(["core"]);
});

it("a command needs what reads commands besides", () => {
  expect(scriptsFor("Bash", { command: "ls src" })).toEqual(["core", "shell"]);
});
