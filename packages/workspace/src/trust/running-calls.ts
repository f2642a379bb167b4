/**
 * What stood before a call that runs programs, kept outside the workspace until the call is over: a program that kills
 * the gate, or works while another call is decided, gains nothing by it.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files/atomic-write.ts";
import { isAlive } from "../files/process-identity.ts";
import type { AuthoredBefore } from "./authored-files.ts";
import type { ControlState } from "./control-watch.ts";

export interface RunningCall {
  invocationId: string;
  session: string;
  model: string;
  tool: string;
  intentId: string | null;
  at: string;
  authored: AuthoredBefore;
  control: ControlState;
  tree: { files: [path: string, identity: string][]; whole: boolean };
}

export interface RunningCalls {
  keep(call: RunningCall, pid: number, pidStartedAt: string): void;
  find(invocationId: string): RunningCall | null;
  forget(invocationId: string): void;
  /** Since when programs have been running; null where none is. */
  since(): number | null;
  /** Calls whose process is gone, or that began longer ago than any call takes. */
  dead(): RunningCall[];
}

/** The name tells what every call needs to know: `<began>.<pid>.<pid's start>.<invocation>.json`. */
const NAME = /^(\d+)\.(\d+)\.(\d*)\.([A-Za-z0-9-]+)\.json$/;

/** A host that never says how a call ended must not keep people's edits from counting for ever. */
const LONGEST_MS = 60 * 60_000;

export function createRunningCalls(state: string, now: () => Date): RunningCalls {
  const folder = join(state, "running");

  function entries() {
    return names(folder).flatMap((name) => {
      const found = NAME.exec(name);
      if (!found) return [];
      const [, began, pid, started, id] = found;
      return [{ name, began: Number(began), pid: Number(pid), started: started || null, id }];
    });
  }
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")) as RunningCall;

  return {
    keep(call, pid, pidStartedAt) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const started = /^\d+$/.test(pidStartedAt) ? pidStartedAt : "";
      const name = `${call.authored.at}.${pid}.${started}.${call.invocationId}.json`;
      replaceFile(join(folder, name), JSON.stringify(call), { mode: 0o600 });
    },
    find(invocationId) {
      const entry = entries().find(({ id }) => id === invocationId);
      return entry ? read(entry.name) : null;
    },
    forget(invocationId) {
      for (const { name, id } of entries()) if (id === invocationId) rmSync(join(folder, name), { force: true });
    },
    since() {
      const began = entries().map((entry) => entry.began);
      return began.length === 0 ? null : Math.min(...began);
    },
    dead: () =>
      entries()
        .filter(({ pid, started, began }) => !isAlive(pid, started) || now().getTime() - began > LONGEST_MS)
        .map(({ name }) => read(name)),
  };
}

/** Asked several times on the way to every decision, and nearly always there is nothing. */
function names(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
}
