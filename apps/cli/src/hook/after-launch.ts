/**
 * A launcher that got no answer from the gate that stays starts a process for the event. That process answers first, and
 * then sees to it that the next event is answered faster: it starts the gate, and brings the launcher up to date.
 */
import { spawn } from "node:child_process";
import { existsSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type GatePlace, gatePlace, openWorkspace, type Workspace } from "@intentgate/gate";
import type { Launched } from "../launcher/launched.ts";
import { writeLauncher } from "../launcher/launcher.ts";
import { serverLauncherPath, writeServerLauncher } from "../launcher/server-launcher.ts";
import { programFile } from "../program/app-folder.ts";
import { version } from "../program/version.ts";
import { type Opened, openHere } from "./answer-here.ts";
import { type Environment, startEnvironment } from "./surroundings.ts";

export function openForLauncher(launched: Launched): Opened {
  const here = openHere();
  let last: Workspace | null = null;
  process.on("exit", () => {
    try {
      if (launched.version !== version) writeLaunchers(here.stateDir, launched.program);
      if (last !== null && mayStay(last)) startGate(here.stateDir, programFile(), process.env);
    } catch (error) {
      // The answer has been given, and nothing of it depends on this.
      if (!(error instanceof Error)) throw error;
    }
  });
  return {
    ...here,
    waitedMs: launched.waitedMs,
    open(folders, options) {
      last = openWorkspace(folders, options);
      return last;
    },
  };
}

/** What stands beside it was written with it, and by the same version. */
function writeLaunchers(stateDir: string, program: string): void {
  writeLauncher(stateDir, program);
  if (existsSync(serverLauncherPath(stateDir))) writeServerLauncher(stateDir, program);
}

function mayStay({ roots }: Workspace): boolean {
  return roots.every((root) => {
    const rules = root.lastRules();
    return root.registered && rules.ok && rules.value.policy.resident === "on";
  });
}

/** One that cannot start is not tried again with every event. */
const AGAIN_AFTER_MS = 10_000;

/** Room for short-lived objects: node would take 48 MB for them in time, and never give them back. */
const SMALL = ["--max-semi-space-size=2"];

/** The C library keeps a pool for every thread otherwise. */
const FRUGAL = { MALLOC_ARENA_MAX: "1" };

/** Starts the gate that stays, for the events to come: nobody waits for it, and of several starts one remains. */
function startGate(stateDir: string, program: string, env: Environment): void {
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
