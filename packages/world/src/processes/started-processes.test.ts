import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findReapers, MARK_NAME, startedProcesses } from "./started-processes.ts";

const ROUNDS = 40;

describe.runIf(process.platform === "linux")("what a handler started is found", () => {
  it("at every moment while one program takes the place of another, in a session of its own", async () => {
    const reapers = findReapers();
    for (let round = 0; round < ROUNDS; round++) {
      const mark = `round-${process.pid}-${round}`;
      const script = "setsid sleep 30 >/dev/null 2>&1 & echo $!";
      const leader = spawn("/bin/sh", ["-c", script], {
        detached: true,
        env: { PATH: process.env.PATH, [MARK_NAME]: mark },
        stdio: ["ignore", "pipe", "ignore"],
      });
      const said = once(leader.stdout, "data");
      await once(leader, "exit");
      const left = Number(String(await said));
      const started = { leader: leader.pid as number, mark, reapers };
      const looks: (number[] | null)[] = [];
      try {
        while (looks.length === 0 || !isSleeping(left)) looks.push(startedProcesses(started));
        looks.push(startedProcesses(started));
      } finally {
        process.kill(left, "SIGKILL");
      }
      expect(looks.filter((found) => !found?.includes(left))).toEqual([]);
    }
  });
});

function isSleeping(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("sleep\0");
}
