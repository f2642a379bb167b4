/** Ends a command together with everything it started in its process group. */
import { setTimeout as wait } from "node:timers/promises";
import { errnoOf } from "../failure.ts";

const POLL_MS = 25;
const LAST_WAIT_MS = 500;

/** False when no process of the group is left. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // Windows knows no groups.
    process.kill(process.platform === "win32" ? leader : -leader, signal);
    return true;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ESRCH") return false;
    // Members that changed their user cannot be signalled, but they are there.
    if (errno === "EPERM") return true;
    throw error;
  }
}

/** Asks the group to end, and makes it end when it has not after `patienceMs`. Resolves when it is gone. */
export async function endGroup(leader: number, patienceMs: number): Promise<void> {
  signalGroup(leader, "SIGTERM");
  if (await isGone(leader, patienceMs)) return;
  signalGroup(leader, "SIGKILL");
  // Not longer: dead processes that nobody collects still count as members.
  await isGone(leader, LAST_WAIT_MS);
}

async function isGone(leader: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += POLL_MS) {
    if (!signalGroup(leader, 0)) return true;
    await wait(POLL_MS);
  }
  return !signalGroup(leader, 0);
}
