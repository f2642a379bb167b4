/** Ends a handler together with everything that it started. */
import { setTimeout as wait } from "node:timers/promises";
import { codeOf } from "../errors/file-problem.ts";
import { chaseProcesses, isLiving, type Started, startedProcesses } from "./started-processes.ts";

const POLL_MS = 10;
/** How long one may take to end when asked to. */
const PATIENCE_MS = 300;
/** How long the system may take to end one. */
const LAST_WAIT_MS = 1_000;

/** How many live. */
export function countLeft(started: Started): number {
  return startedProcesses(started)?.length ?? (signal(-started.leader, 0) ? 1 : 0);
}

/** Resolves when they are gone, or cannot be ended by us: those of another user, say. */
export async function endProcesses(started: Started, manner: "asked" | "at_once"): Promise<void> {
  const known = new Set<number>();
  if (manner === "asked") {
    signalAll(started, "SIGTERM", known);
    // One that is stopped cannot hear it.
    signalAll(started, "SIGCONT", known);
    if (await areGone(started, PATIENCE_MS, null, known)) return;
  }
  await areGone(started, LAST_WAIT_MS, "SIGKILL", known);
}

/** For the end of this process, which waits for nobody. */
export function killNow(started: Started): void {
  signalAll(started, "SIGKILL", new Set());
}

async function areGone(
  started: Started,
  withinMs: number,
  again: NodeJS.Signals | null,
  known: Set<number>,
): Promise<boolean> {
  const until = performance.now() + withinMs;
  for (;;) {
    // Anew each time: one that lived a moment longer may have started others.
    if (again) signalAll(started, again, known);
    if (countLeft(started) === 0 && ![...known].some(isLiving)) return true;
    if (performance.now() >= until) return false;
    await wait(POLL_MS);
  }
}

/** Those that are known from before may be told by nothing any more: their parents have ended. */
function signalAll(started: Started, name: NodeJS.Signals, known: Set<number>): void {
  chaseProcesses(started, known, (pid) => {
    if (isLiving(pid)) signal(pid, name);
  });
  signal(-started.leader, name);
}

/** False where there is no such process. */
function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    // Windows knows no groups.
    process.kill(process.platform === "win32" ? Math.abs(target) : target, name);
    return true;
  } catch (error) {
    if (codeOf(error) === "ESRCH") return false;
    if (codeOf(error) === "EPERM") return true; // it became another user's
    throw error;
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface KillWithUs {
  /** Before anything is started: a signal may come as soon as it runs, and before its number is known here. */
  join(): Joined;
}

export interface Joined {
  started: Started | null;
  leave(): void;
}

/**
 * Handlers do not outlive the gate: they run in groups of their own, which what ends the gate does not reach. Listens
 * only while something runs: a listener changes what a signal does to the whole process.
 */
export function createKillWithUs(): KillWithUs {
  const joined = new Set<Joined>();
  const killAll = () => {
    for (const { started } of joined) if (started) killNow(started);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    killAll();
    for (const name of SIGNALS) process.off(name, onSignal);
    // Where nobody else listens, the signal does what it would have done without us.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  return {
    join() {
      if (joined.size === 0) {
        process.on("exit", killAll);
        for (const name of SIGNALS) process.on(name, onSignal);
      }
      const one: Joined = {
        started: null,
        leave() {
          if (!joined.delete(one) || joined.size > 0) return;
          process.off("exit", killAll);
          for (const name of SIGNALS) process.off(name, onSignal);
        },
      };
      joined.add(one);
      return one;
    },
  };
}
