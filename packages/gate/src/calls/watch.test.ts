import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
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

function open(target: string, pid: number, found: string | null = null): void {
  const time = new Date().toISOString();
  const call = { invocationId: "other", at: time, tool: "write_to_file", intentId: "INT-001", pid, pidStartedAt: "" };
  const opened = { ...call, before: { [at(target)]: found }, decided: null };
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

describe("a file that another call announced", () => {
  const hash = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
  /** A program that writes; then another call announces the file, is open still, and may have written too. */
  async function announced(path: string, before: string | null, found: string | null, left: string | null) {
    if (before !== null) writeFileSync(at(path), before);
    await workspace.run({
      tool: "execute_command",
      input: { command: "some-program" },
      session: { id: "s" },
      askApproval: async () => true,
      execute: async () => {
        open(path, process.pid, found === null ? null : hash(found));
        if (left === null) rmSync(at(path), { force: true });
        else writeFileSync(at(path), left);
      },
    });
    return workspace.home.store.ledger.newest(10).flatMap(({ files }) => files);
  }

  it.each<[string, string, string | null, string | null, string | null]>([
    ["found what the program wrote", "src/a.ts", "a\n", "evil\n", "evil\n"],
    ["found what the program made", "src/new.ts", null, "evil\n", "evil\n"],
    ["found nothing, as the program had removed it", "src/a.ts", "a\n", null, null],
    ["wrote after the program had", "src/a.ts", "a\n", "evil\n", "other\n"],
    ["found what a program wrote outside the scope", "lib/a.ts", "a\n", "evil\n", "evil\n"],
    ["added to what the program made", "src/new.ts", null, "evil\n", "evil\nmore\n"],
  ])("does not hide what a program did before the call %s", async (_what, path, before, found, left) => {
    mkdirSync(at("lib"), { recursive: true });
    const [file, ...more] = await announced(path, before, found, left);
    expect([file?.relative_path, more]).toEqual([path, []]);
    if (found !== null && left === found) expect(file?.after_hash).toBe(hash(found));
  });

  it.each<[string, string | null, string | null, string | null]>([
    ["as it had been", "a\n", "a\n", "theirs\n"],
    ["absent", null, null, "theirs\n"],
    ["there, and removed it", "a\n", "a\n", null],
  ])("is that call's to tell of where it found it %s", async (_what, before, found, left) => {
    expect(await announced("src/a.ts", before, found, left)).toEqual([]);
  });
});
