/** Starts the gate that stays, for the events to come: nobody waits for it, and of several starts one remains. */
import { spawn } from "node:child_process";
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type GatePlace, gatePlace } from "@intentgate/gate";
import { type Environment, startEnvironment } from "./surroundings.ts";

/** One that cannot start is not tried again with every event. */
const AGAIN_AFTER_MS = 10_000;

/** Room for short-lived objects: node would take 48 MB for them in time, and never give them back. */
const SMALL = ["--max-semi-space-size=2"];

/** The C library keeps a pool for every thread otherwise. */
const FRUGAL = { MALLOC_ARENA_MAX: "1" };

export function startGate(stateDir: string, program: string, env: Environment): void {
  const place = gatePlace(stateDir);
  place.prepare();
  if (place.running() !== null || !isTimeToTry(place)) return;
  // The folder is nobody's root, and so is what it was started in: it must not pass for a process of a call.
  const own = { ...startEnvironment(env), ...FRUGAL };
  const options = { cwd: "/", env: own, detached: true, stdio: "ignore" } as const;
  const gate = spawn(process.execPath, [...SMALL, program, "gate", "--on-demand"], options);
  gate.on("error", () => undefined); // the next event tries again, and is answered all the same
  gate.unref();
}

function isTimeToTry({ folder }: GatePlace): boolean {
  const mark = join(folder, "started");
  const last = statSync(mark, { throwIfNoEntry: false });
  const now = Date.now();
  if (last !== undefined && Math.abs(now - last.mtimeMs) < AGAIN_AFTER_MS) return false;
  if (last === undefined) writeFileSync(mark, "", { mode: 0o600 });
  else utimesSync(mark, now / 1_000, now / 1_000);
  return true;
}
