/** Processes that run tools for an agent; what they start does not speak for a person. */

import { accessSync, constants, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { jsonObject } from "@intentgate/documents";
import { ancestorsOf, codeOf, environmentOf, isAlive, readText, replaceFile, startedAt } from "@intentgate/world";
import { stateDir } from "./state-dir.ts";

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
      if (isRecorded(own, pid)) return;
      const record = JSON.stringify({ pid, startedAt: startedAt(pid) });
      if (readText(join(own, String(pid))) === record) return; // a host asks often
      mkdirSync(own, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(own)) {
        if (/^\d+$/.test(name) && !isRecorded(own, Number(name))) rmSync(join(own, name), { force: true });
      }
      replaceFile(join(own, String(pid)), record, { mode: 0o600 });
    },
    above(pid) {
      const isHost = (one: number) => isRecorded(own, one) || isRecordedWhereItLives(one);
      return ancestorsOf(pid).find(isHost) ?? null;
    },
  };
}

/**
 * A process below a host can choose its own state folder by its environment, but not the host's. A folder that this user
 * may not even look into is another user's, and no record of ours is in it.
 */
function isRecordedWhereItLives(pid: number): boolean {
  const env = environmentOf(pid);
  if (env === null) return false;
  const folder = folderIn(stateDir(env));
  return isOpenToUs(folder) && isRecorded(folder, pid);
}

function isOpenToUs(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return false;
  }
}

/** A damaged record counts as long as a process of that number lives. */
function isRecorded(folder: string, pid: number): boolean {
  const text = readText(join(folder, String(pid)));
  if (text === null) return false;
  const host = recordIn(text);
  return host === null ? isAlive(pid, null) : isAlive(host.pid, host.startedAt);
}

function recordIn(text: string): { pid: number; startedAt: string | null } | null {
  return jsonObject(text) as { pid: number; startedAt: string | null } | null;
}

function folderIn(state: string): string {
  return join(state, "hosts");
}
