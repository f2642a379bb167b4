/** Ctrl-C: the first stops the task and lets it settle, the second ends the process at once. */
import { readdirSync, readFileSync } from "node:fs";
import type { Io } from "../terminal/io.ts";

const STOPPED = 130;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function createStop({ complain }: Pick<Io, "complain">) {
  let stop: (() => void) | null = null;
  let wasPressed = false;
  const pressed = () => {
    if (wasPressed || stop === null) {
      endChildren();
      process.exit(STOPPED);
    }
    wasPressed = true;
    complain("\nStopping; Ctrl-C again ends at once.");
    stop();
  };
  return {
    /** Also for who reads the keys itself, and sees the key instead of the signal. */
    pressed,
    onStop(run: () => void): () => void {
      stop = run;
      for (const signal of SIGNALS) process.on(signal, pressed);
      // Still heard once it is over: a key that comes just then ends the process as it says, and not by the signal.
      return () => {
        stop = null;
      };
    },
  };
}

/** What we started and what did not end when it was asked to, with its whole group. */
function endChildren(): void {
  if (process.platform !== "linux") return; // elsewhere they were asked to end, and that is all
  const pids = readdirSync("/proc/self/task").flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
  for (const pid of pids) for (const one of [-pid, pid]) kill(one);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && code !== "EPERM") throw error; // it has ended, or leads no group
  }
}
