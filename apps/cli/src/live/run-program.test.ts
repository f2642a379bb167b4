import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { runProgram } from "./run-program.ts";

const asked = (script: string, withinMs: number, signal = new AbortController().signal) => {
  const cwd = tempFolder("run");
  const env = { PATH: process.env.PATH ?? "" };
  return { cwd, done: runProgram({ program: "/bin/sh", args: ["-c", script], cwd, env, withinMs, signal }) };
};

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
}

it("tells the last thing that was output", async () => {
  expect(await asked("echo one; echo two >&2; echo", 20_000).done).toMatchObject({ isLate: false, output: "two" });
});

it("ends what takes too long, also where it does not listen", async () => {
  const { done } = asked("trap '' TERM; echo here; while :; do sleep 0.1; done", 300);
  expect(await done).toEqual({ isLate: true, output: "here" });
});

it("ends what the program left behind", async () => {
  const { cwd, done } = asked("sleep 300 & echo $! > pid; exit 0", 20_000);
  await done;
  const pid = Number(readFileSync(join(cwd, "pid"), "utf8"));
  await expect.poll(() => isGone(pid)).toBe(true);
});

it("ends when the person does not want to wait any longer", async () => {
  const stop = new AbortController();
  const { cwd, done } = asked("touch begun; sleep 300", 60_000, stop.signal);
  await expect.poll(() => existsSync(join(cwd, "begun"))).toBe(true);
  stop.abort();
  expect((await done).isLate).toBe(false);
});

it("says why a program could not be started", async () => {
  const signal = new AbortController().signal;
  const given = { args: [], cwd: "/", env: {}, withinMs: 1_000, signal };
  expect((await runProgram({ program: "/nowhere/at-all", ...given })).output).toContain("ENOENT");
});
