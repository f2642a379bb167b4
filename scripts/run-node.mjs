/** Runs a program in this node with our own terminal, passes signals on, and tells how it ended. */
import { spawn } from "node:child_process";

const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Resolves to the exit code; a program that a signal ended counts as 128 + its number, as in a shell. */
export function runNode(args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: "inherit", ...options });
    const forward = (signal) => child.kill(signal);
    for (const signal of passedOn) process.on(signal, forward);
    child.on("error", reject);
    child.on("exit", async (code, signal) => {
      for (const name of passedOn) process.off(name, forward);
      const { constants } = await import("node:os");
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}
