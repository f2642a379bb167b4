/** Looks after a program on its floor, from its first moment to its end. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { floorCommand, floorProcess } from "@intentgate/box";
import { onSystemError } from "@intentgate/world";
import type { Guard } from "./guard-floor.ts";
import type { Floor } from "./lay-floor.ts";

export interface Following {
  /** Told what happened to files, and why the program was ended. */
  complain(text: string): void;
  /** Told once, with the first process on the floor. */
  onStanding(pid: number): void;
}

const LOOK_MS = 5;

/** What starts the command on the floor, once. */
export function commandOn(floor: Floor, command: readonly string[], hasNoTerminal: boolean): string[] {
  return floorCommand(infoOf(floor), floor.words(hasNoTerminal), command);
}

/** Resolves when it has ended: false where it never stood. `ended`: of what was started. */
export async function followFloor(floor: Floor, ended: Promise<unknown>, following: Following): Promise<boolean> {
  let guard: Guard | null = null;
  try {
    const pid = await standing(infoOf(floor), ended);
    if (pid === null) return false;
    following.onStanding(pid);
    guard = floor.guard(pid, {
      tell: (text) => following.complain(`intentgate: ${text}`),
      end(why) {
        following.complain(`intentgate: the floor does not hold any more, so the agent was ended: ${why}`);
        // It is the first of its namespace: all others end with it.
        onSystemError("any", undefined, () => process.kill(pid, "SIGKILL"));
      },
    });
    await ended;
    guard.sweep();
    return true;
  } finally {
    guard?.stop();
    floor.clear();
  }
}

function infoOf(floor: Floor): string {
  return join(floor.folder, "info");
}

/** The first process on the floor; null where it ended before there was one. */
async function standing(info: string, ended: Promise<unknown>): Promise<number | null> {
  const over = ended.then(() => "over" as const);
  for (;;) {
    const pid = floorProcess(info);
    if (pid !== null) return pid;
    if ((await Promise.race([over, sleep(LOOK_MS)])) === "over") return floorProcess(info);
  }
}
