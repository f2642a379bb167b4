/** Runs a program for so long and no longer: when its time is over, it ends together with everything it started. */
import { spawn } from "node:child_process";

const GRACE_MS = 2_000;

/** Resolves to `{ code, out, timedOut }`; a program that cannot be started has the code null. */
export function runBounded(program, args, { withinMs, onOutput, ...options }) {
  return new Promise((resolve) => {
    // A group of its own, so that what it started can be ended with it.
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
      shell: process.platform === "win32" && program === "npm",
      ...options,
    });
    let out = "";
    let timedOut = false;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => {
        out += text;
        onOutput?.(text);
      });
    const timers = [
      setTimeout(
        () => {
          timedOut = true;
          endGroup(child.pid, "SIGTERM");
          timers.push(setTimeout(() => endGroup(child.pid, "SIGKILL"), GRACE_MS));
        },
        Math.max(0, withinMs),
      ),
    ];
    const done = (result) => {
      for (const timer of timers) clearTimeout(timer);
      resolve({ ...result, timedOut });
    };
    child.on("error", (error) => done({ code: null, out: `${out}${error.message}\n` }));
    // What it left running would keep its output open for ever.
    child.on("exit", () => endGroup(child.pid, "SIGKILL"));
    child.on("close", (code) => done({ code, out }));
  });
}

/** Whoever has ended already needs no ending. */
export function endGroup(pid, signal) {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH" && error.code !== "EPERM") throw error;
  }
}
