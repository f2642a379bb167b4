import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { openWorkspace } from "../open-workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";

const intents = `active_intents:
  - id: INT-001
    name: One
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;
/** As the native tools name what they are about to put in the place of a file. */
const staged = `src/.intentgate-${process.pid}-${"0".repeat(32)}.tmp`;

let folder: string;
let workspace: Workspace;
beforeEach(async () => {
  folder = tempFolder("watch");
  mkdirSync(join(folder, "root/.orchestration"), { recursive: true });
  mkdirSync(join(folder, "root/src"));
  writeFileSync(join(folder, "root/.orchestration/active_intents.yaml"), intents);
  workspace = openWorkspace(join(folder, "root"), { stateDir: join(folder, "state") });
  await workspace.run({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session: { id: "s" } });
});

const at = (path: string) => join(folder, "root", path);
const changed = () =>
  workspace.home.store.ledger.newest(10).flatMap(({ files }) => files.map(({ relative_path }) => relative_path));

/** A program that leaves a file, while another call may be about to replace one beside it. */
async function leave(path: string): Promise<void> {
  const answer = await workspace.run({
    tool: "execute_command",
    input: { command: "some-program" },
    session: { id: "s" },
    askApproval: async () => true,
    execute: async () => writeFileSync(at(path), "x\n"),
  });
  expect([answer.decision, existsSync(at(path))]).toEqual(["allow", true]);
}

function open(target: string, pid: number): void {
  const time = new Date().toISOString();
  const call = { invocationId: "other", at: time, tool: "write_to_file", intentId: "INT-001", pid, pidStartedAt: "" };
  const opened = { ...call, before: { [at(target)]: null }, decided: null };
  workspace.home.store.sessions.append("other", [{ kind: "opened", at: time, call: opened }]);
}

describe("what another call is about to put in place", () => {
  it("is not taken for the doing of a program that runs meanwhile", async () => {
    open("src/a.ts", process.pid);
    await leave(staged);
    expect(changed()).toEqual([]);
  });

  it.each<[string, () => void, string]>([
    ["where no such call is open", () => undefined, staged],
    ["where the call is at work in another folder", () => open("docs/a.md", process.pid), staged],
    ["where another process runs the call", () => open("src/a.ts", process.ppid), staged],
    ["where it only looks alike", () => open("src/a.ts", process.pid), `${staged}.js`],
  ])("is a change like any other %s", async (_where, prepare, path) => {
    prepare();
    await leave(path);
    expect(changed()).toEqual([path]);
  });
});
