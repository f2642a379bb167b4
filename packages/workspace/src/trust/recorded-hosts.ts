/** Processes that run tools for an agent; what they start does not speak for a person. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files/atomic-write.ts";
import { isAlive, startedAt } from "../files/process-identity.ts";
import { readText } from "../files/read-text.ts";
import { stateDir } from "../roots/state-dir.ts";
import { ancestorsOf } from "./ancestors.ts";
import { environmentOf } from "./process-environment.ts";

export interface RecordedHosts {
  /** Remembers a process as a host for as long as it lives. */
  record(pid: number): void;
  /** The recorded host that this process descends from, if any. */
  above(pid: number): number | null;
}

export function createRecordedHosts(state: string): RecordedHosts {
  const own = folderIn(state);
  return {
    record(pid) {
      mkdirSync(own, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(own)) {
        if (/^\d+$/.test(name) && !isRecorded(own, Number(name))) rmSync(join(own, name), { force: true });
      }
      replaceFile(join(own, String(pid)), JSON.stringify({ pid, startedAt: startedAt(pid) }), { mode: 0o600 });
    },
    above(pid) {
      const isHost = (one: number) => isRecorded(own, one) || isRecordedWhereItLives(one);
      return ancestorsOf(pid).find(isHost) ?? null;
    },
  };
}

/** A process below a host can choose its own state folder by its environment, but not the host's. */
function isRecordedWhereItLives(pid: number): boolean {
  const env = environmentOf(pid);
  return env !== null && isRecorded(folderIn(stateDir(env)), pid);
}

function isRecorded(folder: string, pid: number): boolean {
  const text = readText(join(folder, String(pid)));
  if (text === null) return false;
  const host = JSON.parse(text) as { pid: number; startedAt: string | null };
  return isAlive(host.pid, host.startedAt);
}

function folderIn(state: string): string {
  return join(state, "hosts");
}
