import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startedAt } from "../files/process-identity.ts";
import { createRunningCalls, type RunningCall, type RunningCalls } from "./running-calls.ts";

let folder: string;
let now = 1_000;
let calls: RunningCalls;
const started = startedAt(process.pid) ?? "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intentgate-running-"));
  now = 1_000;
  calls = createRunningCalls(folder, () => new Date(now));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function call(invocationId: string, at: number): RunningCall {
  const texts = { "active_intents.yaml": "a", "policy.yaml": null, ".intentignore": null };
  const control = { ".claude/x": { kind: "link" as const, target: "y" } };
  return {
    invocationId,
    session: "s1",
    model: "m",
    tool: "execute_command",
    intentId: "INT-001",
    at: new Date(at).toISOString(),
    authored: { at, texts },
    control,
    tree: { files: [["a.ts", "1 2"]], whole: true },
  };
}

describe("calls that run programs", () => {
  it("are kept as they were until they are forgotten", () => {
    expect(calls.since()).toBeNull();
    calls.keep(call("b", 500), process.pid, started);
    calls.keep(call("a", 900), process.pid, started);
    expect(calls.since()).toBe(500);
    expect(createRunningCalls(folder, () => new Date(now)).find("a")).toEqual(call("a", 900));
    calls.forget("b");
    expect(calls.since()).toBe(900);
    expect(calls.find("b")).toBeNull();
    expect(calls.dead()).toEqual([]);
  });

  it("are dead when their process is gone, or its number belongs to another one", () => {
    const { pid } = spawnSync("true");
    calls.keep(call("gone", 1), pid, "1");
    calls.keep(call("reused", 2), process.pid, "1");
    calls.keep(call("alive", 3), process.pid, started);
    expect(
      calls
        .dead()
        .map((one) => one.invocationId)
        .toSorted(),
    ).toEqual(["gone", "reused"]);
  });

  it("are over after an hour, whatever their process does", () => {
    calls.keep(call("old", 1_000), process.pid, started);
    now += 60 * 60_000;
    expect(calls.dead()).toEqual([]);
    now += 1;
    expect(calls.dead()).toHaveLength(1);
  });
});
