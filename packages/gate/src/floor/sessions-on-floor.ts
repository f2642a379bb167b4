/** Which sessions work on a floor: written by the gate that answers them from outside, where none of them can reach. */
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import type { Session } from "@intentgate/engine";
import { liveSessions } from "@intentgate/sidecar";
import { readText, replaceFile } from "@intentgate/world";
import type { Workspace } from "../workspace/workspace.ts";
import { floorsFolder } from "./lay-floor.ts";
import { livingFloors } from "./vacant-folders.ts";

const FILE = "sessions";

/** Where an event came from. */
export interface StandsOn {
  /** The folder of the floor. */
  floor: string;
  /** The first process on it. */
  agent: number;
}

/**
 * An event came from a floor, and names its session and perhaps a parent. Whoever stands there can write any id into
 * it: one that is at work elsewhere is not theirs. False for such; otherwise the session is on the floor from now on.
 */
export function admitSession(workspace: Workspace, { floor, agent }: StandsOn, { id, parent }: Session): boolean {
  const own = sessionsIn(floor);
  const strange = [id, parent].filter((one) => one !== undefined && !own.includes(one));
  if (strange.length === 0) return true;
  const elsewhere = sessionsOnFloor(workspace.stateDir);
  const isLive = liveSessions(workspace).some((one) => strange.includes(one.id));
  if (strange.some((one) => elsewhere.has(one ?? ""))) return false;
  // One whose host ended without a word may be gone on with here.
  if (isLive && workspace.hosts.areThereBeside(agent)) return false;
  write(floor, [...own, ...strange]);
  return true;
}

/** An event of this session came from no floor. */
export function leaveFloors(stateDir: string, session: string): void {
  const floors = floorsFolder(stateDir);
  for (const floor of livingFloors(floors).map((id) => join(floors, id))) {
    const known = sessionsIn(floor);
    if (known.includes(session))
      write(
        floor,
        known.filter((one) => one !== session),
      );
  }
}

/** Those of floors that stand. */
export function sessionsOnFloor(stateDir: string): Set<string> {
  const floors = floorsFolder(stateDir);
  return new Set(livingFloors(floors).flatMap((id) => sessionsIn(join(floors, id))));
}

function sessionsIn(floor: string): string[] {
  const { sessions } = jsonFields(readText(join(floor, FILE)) ?? "");
  return Array.isArray(sessions) ? sessions.filter((one) => typeof one === "string") : [];
}

function write(floor: string, sessions: readonly (string | undefined)[]): void {
  replaceFile(join(floor, FILE), JSON.stringify({ sessions }), { mode: 0o600 });
}
