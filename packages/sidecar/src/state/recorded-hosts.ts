/** Processes that run tools for an agent; what they start does not speak for a person. */

import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { jsonObject } from "@intentgate/documents";
import {
  ancestorsOf,
  environmentOf,
  isAlive,
  onSystemError,
  readText,
  replaceFile,
  startedAt,
} from "@intentgate/world";
import { floorHere } from "./on-floor.ts";
import { stateDir } from "./state-dir.ts";

export interface RecordedHosts {
  /** Remembers a process as a host for as long as it lives. */
  record(pid: number): void;
  /** The recorded host that this process descends from, if any. */
  above(pid: number): number | null;
  /** Whether another host than this one works in these roots. */
  areThereBeside(pid: number): boolean;
}

/**
 * In the state folder, and in the sidecars of the roots that it works in: a host may have been given another state folder
 * than the person has, by a file that it loaded or by whoever started it, and the root is the same for both.
 */
export function createRecordedHosts(state: string, sidecars: readonly string[]): RecordedHosts {
  const folders = [
    folderIn(state),
    ...sidecars.filter((one) => existsSync(one)).map((one) => join(one, "cache/hosts")),
  ];
  return {
    record(pid) {
      for (const folder of folders) recordIn(folder, pid);
    },
    above(pid) {
      // All that runs on a floor descends from an agent, and who its ancestors are cannot be seen from there.
      if (floorHere(process.env) !== null) return 1;
      const isHost = (one: number) => folders.some((folder) => isRecorded(folder, one)) || isRecordedWhereItLives(one);
      return ancestorsOf(pid).find(isHost) ?? null;
    },
    areThereBeside: (pid) => {
      const named = folders
        .slice(1)
        .flatMap((folder) =>
          onSystemError("any", [], () => readdirSync(folder).map((name) => [folder, Number(name)] as const)),
        );
      return named.some(([folder, one]) => one !== pid && isRecorded(folder, one));
    },
  };
}

function recordIn(folder: string, pid: number): void {
  if (isRecorded(folder, pid)) return;
  const record = JSON.stringify({ pid, startedAt: startedAt(pid) });
  if (readText(join(folder, String(pid))) === record) return; // a host asks often
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    if (/^\d+$/.test(name) && !isRecorded(folder, Number(name))) rmSync(join(folder, name), { force: true });
  }
  replaceFile(join(folder, String(pid)), record, { mode: 0o600 });
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
  return onSystemError("any", false, () => {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  });
}

/** A damaged record counts as long as a process of that number lives. */
function isRecorded(folder: string, pid: number): boolean {
  const text = readText(join(folder, String(pid)));
  if (text === null) return false;
  const host = jsonObject(text) as { pid: number; startedAt: string | null } | null;
  return host === null ? isAlive(pid, null) : isAlive(host.pid, host.startedAt);
}

function folderIn(state: string): string {
  return join(state, "hosts");
}
