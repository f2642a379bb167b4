import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { openWorkspace } from "../open-workspace.ts";

let folder: string;
let root: string;

beforeEach(async () => {
  folder = tempFolder("before-and-after");
  root = join(folder, "repo");
  mkdirSync(join(root, ".orchestration"), { recursive: true });
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "a.ts"), "one\ntwo\nthree\n");
  writeFileSync(
    join(root, ".orchestration", "active_intents.yaml"),
    'active_intents:\n  - id: INT-001\n    name: One\n    status: IN_PROGRESS\n    owned_scope: ["src/**"]\n',
  );
  await freshGate().run({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session: { id: "s" } });
});

/** As a host's next process would: nothing in memory is shared. */
const freshGate = () => openWorkspace(root, { stateDir: join(folder, "state"), ownerPid: process.pid });

function edit(path: string, callId: string | null = "call-1") {
  const payload = { file_path: path, old_string: "two", new_string: "2" };
  return { toolName: "edit", payload, session: { id: "s", model: "m" }, cwd: root, callId };
}

const ledger = () =>
  readFileSync(join(root, ".orchestration", "agent_trace.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("a host that calls before and after in two processes", () => {
  it("has its real change recorded with ranges by the second one", async () => {
    const before = await freshGate().before(edit("src/a.ts"));
    expect(before.allowExecution).toBe(true);
    writeFileSync(join(root, "src", "a.ts"), "one\n2\nthree\n");
    expect(await freshGate().after(edit("src/a.ts"), true)).toEqual([]);
    const [record] = ledger();
    expect(record.decision).toMatchObject({ id: before.context.invocationId, outcome: "OK" });
    expect(record.files[0].conversations[0].ranges).toMatchObject([{ start_line: 2, end_line: 2 }]);
    expect(freshGate().home.store.sessions.read("s").open.size).toBe(0);
  });

  it("has the mode from before recorded by the second one, and bytes of both sides kept, so that it can be undone", async () => {
    chmodSync(join(root, "src", "a.ts"), 0o750);
    await freshGate().before(edit("src/a.ts"));
    rmSync(join(root, "src", "a.ts"));
    await freshGate().after(edit("src/a.ts"), true);
    expect(ledger()[0].files[0]).toMatchObject({ change: "deleted", before_mode: "100750" });
    expect(ledger()[0].files[0]).not.toHaveProperty("after_mode");
    const undo = freshGate().undo();
    const calls = undo.calls(() => true, 10);
    const [planned] = undo.plan(calls);
    expect(planned).toMatchObject({ does: "create", entry: { mode: 0o750 } });
    // Another call began meanwhile: it may be about to write there.
    await freshGate().before({
      ...edit("src/a.ts", "call-2"),
      toolName: "write_to_file",
      payload: { path: "src/a.ts", content: "x" },
    });
    expect(undo.plan(calls)).toMatchObject([{ does: "left", why: "an agent's call is at work on it" }]);
  });

  it("gets the same answer to a before that is delivered twice, counted once", async () => {
    const first = await freshGate().before(edit("docs/x.md"));
    const second = await freshGate().before(edit("docs/x.md"));
    expect(first.refusal?.code).toBe("SCOPE_VIOLATION");
    expect(second).toMatchObject({ allowExecution: false, errorMessage: first.errorMessage });
    expect(second.context.invocationId).toBe(first.context.invocationId);
    expect(freshGate().home.store.sessions.read("s").denialsInARow).toBe(1);
  });

  it("decides and records once what comes through two doors at the same moment", async () => {
    const both = await Promise.all([1, 2, 3].map(() => freshGate().before(edit("src/a.ts"))));
    expect(new Set(both.map((one) => one.context.invocationId)).size).toBe(1);
    writeFileSync(join(root, "src", "a.ts"), "one\n2\nthree\n");
    const ends = await Promise.all([1, 2, 3].map(() => freshGate().after(edit("src/a.ts"), true)));
    expect(ends.filter((one) => one !== null)).toEqual([[]]);
    expect(ledger().length).toBe(1);
  });

  it("does not let an id that is used again carry an allow to another call", async () => {
    expect((await freshGate().before(edit("src/a.ts"))).allowExecution).toBe(true);
    await freshGate().after(edit("src/a.ts"), true);
    expect((await freshGate().before(edit(".orchestration/policy.yaml"))).refusal?.code).toBe("CONTROL_FILE");
    const command = { ...edit("src/a.ts"), toolName: "execute_command", payload: { command: "rm -rf .orchestration" } };
    expect((await freshGate().before(command)).allowExecution).toBe(false);
  });

  it("decides anew once the after of an equal call has come", async () => {
    const first = await freshGate().before(edit("src/a.ts"));
    await freshGate().after(edit("src/a.ts"), true);
    const second = await freshGate().before(edit("src/a.ts"));
    expect(second.context.invocationId).not.toBe(first.context.invocationId);
  });

  it("records nothing for a second after, or for one without a before", async () => {
    await freshGate().before(edit("src/a.ts"));
    writeFileSync(join(root, "src", "a.ts"), "one\n2\nthree\n");
    await freshGate().after(edit("src/a.ts"), true);
    expect(await freshGate().after(edit("src/a.ts"), true)).toBeNull();
    expect(await freshGate().after(edit("src/a.ts", "never-seen"), true)).toBeNull();
    expect(ledger()).toHaveLength(1);
  });

  it("answers equal calls without an id first in, first out", async () => {
    const first = await freshGate().before(edit("src/a.ts", null));
    const second = await freshGate().before(edit("src/a.ts", null));
    expect(second.context.invocationId).not.toBe(first.context.invocationId);
    writeFileSync(join(root, "src", "a.ts"), "one\n2\nthree\n");
    await freshGate().after(edit("src/a.ts", null), true);
    await freshGate().after(edit("src/a.ts", null), true);
    expect(await freshGate().after(edit("src/a.ts", null), true)).toBeNull();
    expect(ledger()[0].decision.id).toBe(first.context.invocationId);
  });

  it("records a failed call that changed the file all the same", async () => {
    await freshGate().before(edit("src/a.ts"));
    writeFileSync(join(root, "src", "a.ts"), "half\n");
    await freshGate().after(edit("src/a.ts"), false);
    expect(ledger()[0].decision.outcome).toBe("FAILED");
  });
});
