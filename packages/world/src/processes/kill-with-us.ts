/** Handlers do not outlive the gate: they run in groups of their own, which what ends the gate does not reach. */
import { killNow } from "./end-processes.ts";
import type { Started } from "./started-processes.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface KillWithUs {
  add(started: Started): void;
  remove(started: Started): void;
}

/** Listens only while something runs: a listener changes what a signal does to the whole process. */
export function createKillWithUs(): KillWithUs {
  const running = new Set<Started>();
  const killAll = () => {
    for (const started of running) killNow(started);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    killAll();
    for (const name of SIGNALS) process.off(name, onSignal);
    // Where nobody else listens, the signal does what it would have done without us.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  return {
    add(started) {
      if (running.size === 0) {
        process.on("exit", killAll);
        for (const name of SIGNALS) process.on(name, onSignal);
      }
      running.add(started);
    },
    remove(started) {
      running.delete(started);
      if (running.size > 0) return;
      process.off("exit", killAll);
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
