import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { NOWHERE, startedAt } from "@intentgate/world";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import type { RootLook } from "./kept-look.ts";
import { createRunningCalls, type RunningCall, type RunningCalls } from "./running-calls.ts";

let folder: string;
let now = 1_000;
let calls: RunningCalls;
const started = startedAt(process.pid) ?? "";

beforeEach(() => {
  folder = tempFolder("running");
  now = 1_000;
  calls = createRunningCalls(folder, () => new Date(now));
});

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
    birth: { ticks: 5, owner: 1, above: [2] },
    globs: ["src/**"],
    beside: [],
    wasLookedAt: true,
  };
}

function lookAt(path: string): RootLook {
  const stamp = { ino: 1, size: 2, mtimeMs: 3.5, ctimeMs: 4.25, mode: 0o100644 };
  return {
    tree: { files: new Map([[path, stamp]]), whole: true, closed: [] },
    skipped: new Set(),
    entered: new Set(),
    rules: "",
    young: [],
    isTracked: () => false,
    sourceOf: () => NOWHERE,
  };
}
const keep = (one: RunningCall, pid = process.pid, since = started) => calls.keep(one, lookAt("a.ts"), pid, since);
const ids = (kept: { call: RunningCall }[]) => kept.map((one) => one.call.invocationId).toSorted();

describe("calls that run programs", () => {
  it("are kept as they were until they are forgotten", () => {
    expect(calls.since()).toBeNull();
    keep(call("b", 500));
    keep(call("a", 900));
    expect(calls.since()).toBe(500);
    const found = createRunningCalls(folder, () => new Date(now)).find("a");
    expect(found?.call).toEqual(call("a", 900));
    expect(found?.look?.tree).toEqual(lookAt("a.ts").tree);
    calls.forget("b");
    expect(calls.since()).toBe(900);
    expect(calls.find("b")).toBeNull();
    expect(calls.dead()).toEqual([]);
    calls.forget("a");
    expect(readdirSync(join(folder, "running"))).toEqual([]);
  });

  it("know of each other", () => {
    keep(call("a", 1));
    keep(call("b", 2));
    expect(calls.others("a")).toEqual([{ invocationId: "b", isLeft: false }]);
    calls.leave(call("b", 3), lookAt("b.ts"));
    expect(calls.others("a")).toEqual([{ invocationId: "b", isLeft: true }]);
  });

  it("are dead when their process is gone, or its number belongs to another one", () => {
    const { pid } = spawnSync("true");
    keep(call("gone", 1), pid, "1");
    keep(call("reused", 2), process.pid, "1");
    keep(call("alive", 3));
    expect(ids(calls.dead())).toEqual(["gone", "reused"]);
  });

  it("are over after an hour, whatever their process does", () => {
    keep(call("old", 1_000));
    now += 60 * 60_000;
    expect(calls.dead()).toEqual([]);
    now += 1;
    expect(calls.dead()).toHaveLength(1);
  });

  it("go on being there when they are over and processes they started are not", () => {
    const { pid } = spawnSync("true");
    keep(call("a", 500), pid, "1");
    calls.leave(call("a", 800), lookAt("later.ts"));
    expect(calls.dead()).toEqual([]);
    expect(calls.since()).toBe(500);
    const [left] = calls.left();
    expect([left?.call.authored.at, left?.isOld]).toEqual([800, false]);
    expect([...(left?.look?.tree.files.keys() ?? [])]).toEqual(["later.ts"]);
    now += 60 * 60_000;
    expect(calls.left()[0]?.isOld).toBe(true);
    calls.forget("a");
    expect(readdirSync(join(folder, "running"))).toEqual([]);
  });

  it("are still known where what stood before them cannot be read back", () => {
    keep(call("a", 1));
    truncateSync(join(folder, "running", "a.look"), 10);
    expect(calls.find("a")).toEqual({ call: call("a", 1), look: null });
    rmSync(join(folder, "running", "a.look"));
    expect(calls.find("a")?.look).toBeNull();
  });
});
