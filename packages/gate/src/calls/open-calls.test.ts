import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenCall } from "@intentgate/sidecar";
import { contentHash } from "@intentgate/trace";
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
/** No process has this number: it is beyond what Linux gives out. */
const DEAD_PID = 2 ** 31 - 2;

let folder: string;
let workspace: Workspace;
beforeEach(async () => {
  folder = tempFolder("settle");
  mkdirSync(join(folder, "root/.orchestration"), { recursive: true });
  mkdirSync(join(folder, "root/src"));
  writeFileSync(join(folder, "root/.orchestration/active_intents.yaml"), intents);
  writeFileSync(join(folder, "root/src/a.ts"), "old\n");
  workspace = openWorkspace(join(folder, "root"), { stateDir: join(folder, "state") });
  for (const session of ["dead", "other"]) await call(session, "select_active_intent", { intent_id: "INT-001" });
});

const call = (session: string, tool: string, input: object) => workspace.run({ tool, input, session: { id: session } });
const at = (path: string) => join(folder, "root", path);
const records = () => workspace.home.store.ledger.newest(10);

/** As a call leaves the journal whose process was killed after it began. */
function begin(path: string, before: string | null, id = "inv-1"): void {
  const now = new Date().toISOString();
  const open: OpenCall = {
    invocationId: id,
    tool: "write_to_file",
    intentId: "INT-001",
    pid: DEAD_PID,
    pidStartedAt: "1",
    at: now,
    before: { [at(path)]: before === null ? null : contentHash(before) },
    decided: null,
  };
  workspace.home.store.sessions.append("dead", [{ kind: "opened", at: now, call: open }]);
}

describe("a call whose process died", () => {
  it("before it wrote is ended without a record", async () => {
    begin("src/a.ts", "old\n");
    expect(await workspace.settle()).toBe(1);
    expect(records()).toEqual([]);
    expect(await workspace.settle()).toBe(0);
  });

  it("after it wrote is recorded with an unknown outcome, once", async () => {
    begin("src/new.ts", null);
    writeFileSync(at("src/new.ts"), "new\n");
    await Promise.all([workspace.settle(), workspace.settle()]);
    const file = { relative_path: "src/new.ts", change: "created", after_hash: contentHash("new\n") };
    expect(records()).toMatchObject([{ decision: { id: "inv-1", outcome: "UNKNOWN" }, files: [file] }]);
    expect(records()[0]?.files[0]?.conversations[0]?.contributor.entity_type).toBe("UNKNOWN");
  });

  it("is settled once where its journal is one of the first version, also after it was answered", async () => {
    const started = {
      invocationId: "old-1",
      at: "2026-02-18T12:00:00.000Z",
      tool: "write_to_file",
      intentId: "INT-001",
    };
    const before = { [at("src/a.ts")]: contentHash("old\n") };
    const decided = { allowed: true, errorMessage: null, answered: true, own: null };
    const events = [
      { kind: "journal", version: 1, session: "left" },
      { kind: "began", at: started.at, call: { ...started, key: "old-1", pid: DEAD_PID, pidStartedAt: "1", before } },
      {
        ...{ kind: "decided", key: "k" },
        call: { ...started, ...decided, context: { ...started, normalizedToolName: started.tool } },
      },
      { kind: "answered", key: "k", invocationId: "old-1" },
    ];
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join("");
    const journals = join(workspace.home.sidecar, "sessions");
    const others = readdirSync(journals);
    workspace.home.store.sessions.append("left", [{ kind: "allowed", at: started.at }]);
    const [journal = ""] = readdirSync(journals).filter((name) => !others.includes(name));
    writeFileSync(join(journals, journal), lines);
    writeFileSync(at("src/a.ts"), "half\n");
    workspace = openWorkspace(join(folder, "root"), { stateDir: join(folder, "state") });
    expect([await workspace.settle(), await workspace.settle()]).toEqual([1, 0]);
    const file = { relative_path: "src/a.ts", change: "modified", after_hash: contentHash("half\n") };
    expect(records()).toMatchObject([
      { decision: { id: "old-1", outcome: "UNKNOWN" }, integrity: { session: "left" }, files: [file] },
    ]);
    expect(workspace.home.store.sessions.read("left").open.size).toBe(0);
  });

  it("after its record was written is not recorded again", async () => {
    const done = await call("dead", "write_to_file", { path: "src/b.ts", content: "b\n" });
    begin("src/b.ts", null, done.invocationId);
    await workspace.settle();
    expect(records()).toHaveLength(1);
  });

  it("is credited with what it left, not with what another session made of it", async () => {
    begin("src/a.ts", "old\n");
    writeFileSync(at("src/a.ts"), "mine\n");
    await call("other", "edit", { path: "src/a.ts", old_string: "mine", new_string: "theirs" });
    await workspace.settle();
    const [theirs, mine] = records();
    expect(theirs).toMatchObject({ integrity: { session: "other" }, files: [{ before_hash: contentHash("mine\n") }] });
    expect(mine).toMatchObject({ integrity: { session: "dead" }, files: [{ after_hash: contentHash("mine\n") }] });
  });

  it("is credited with nothing where only another session wrote", async () => {
    begin("src/a.ts", "old\n");
    await call("other", "edit", { path: "src/a.ts", old_string: "old", new_string: "theirs" });
    await workspace.settle();
    expect(records()).toHaveLength(1);
  });

  it("leaves nothing beside the file it was about to replace; a living process's files stay", async () => {
    const staged = (pid: number) => at(`src/.intentgate-${pid}-${"0".repeat(32)}.tmp`);
    begin("src/a.ts", "old\n");
    for (const pid of [DEAD_PID, process.pid]) writeFileSync(staged(pid), "half");
    writeFileSync(at(`AGENT.md.${DEAD_PID}-${"0".repeat(12)}.tmp`), "half");
    await call("dead", "read_file", { path: "src/a.ts" });
    expect(existsSync(staged(DEAD_PID))).toBe(false);
    expect(existsSync(at(`AGENT.md.${DEAD_PID}-${"0".repeat(12)}.tmp`))).toBe(false);
    expect(readFileSync(staged(process.pid), "utf8")).toBe("half");
  });
});
