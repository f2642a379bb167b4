import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { until } from "../../../../test/support/patience.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { openWorkspace } from "../open-workspace.ts";

/** Observing only, so that every change without an intent is a notice. */
function observing(onNotice = () => {}) {
  const folder = tempFolder("ways-in");
  const [repo, stateDir] = [join(folder, "repo"), join(folder, "state")];
  const sidecar = join(repo, ".orchestration");
  for (const made of [sidecar, stateDir]) mkdirSync(made, { recursive: true });
  writeFileSync(join(stateDir, "roots.json"), JSON.stringify({ version: 1, roots: [repo] }));
  writeFileSync(join(sidecar, "active_intents.yaml"), "active_intents: []\n");
  writeFileSync(join(sidecar, "policy.yaml"), "mode: observe\n");
  return openWorkspace(repo, { stateDir, onNotice });
}

/** A change that runs until it is told to end. */
function startChange(gate: ReturnType<typeof observing>, path: string) {
  let end = () => {};
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const answer = gate.run({
    tool: "write_to_file",
    input: { path, content: "text\n" },
    session: { id: path, model: "m" },
    execute: () =>
      new Promise<void>((resolve) => {
        end = resolve;
        begin();
      }),
  });
  return { begun, answer, end: () => end() };
}

it("tells each of two calls that overlap what was noticed while it ran", async () => {
  let heard = 0;
  const gate = observing(() => {
    heard += 1;
  });
  const first = startChange(gate, "a.ts");
  await first.begun;
  const second = startChange(gate, "b.ts");
  // It is decided while the first one runs, and runs itself when that one has ended.
  await until(() => heard === 2);
  for (const { begun, end, answer } of [first, second]) {
    await begun;
    end();
    expect((await answer).notices.map(({ kind }) => kind)).toContain("observed");
  }
});

it("keeps nothing of what was noticed for calls that come later", async () => {
  const gate = observing();
  const write = { tool: "write_to_file", input: { path: "a.ts", content: "a\n" }, session: { id: "one", model: "m" } };
  await gate.run(write);
  const read = await gate.run({ ...write, tool: "read_file", input: { path: "a.ts" } });
  expect(read.notices).toEqual([]);
});
