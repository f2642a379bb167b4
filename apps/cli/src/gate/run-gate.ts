/** The life of the gate that stays: takes its place, answers, and ends when nobody asks any more. */
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:net";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gatePlace, SOCKET } from "@intentgate/gate";
import { keepHolderFiles } from "@intentgate/world";
import { launcherPath } from "../launcher/launcher.ts";
import { appFolder } from "../program/app-folder.ts";
import { version } from "../program/version.ts";
import { answerRequest } from "./answer-request.ts";
import { createGateServer } from "./gate-server.ts";
import { createKeptWorkspaces } from "./kept-workspaces.ts";
import { programIdentity, RUNNING_PROGRAM } from "./program-identity.ts";

export interface GateLife {
  stateDir: string;
  env: NodeJS.ProcessEnv;
  /** Ends after so long without a request; null: never. */
  idleMs: number | null;
  onReady(): void;
}

export const LAST_ERROR = "last-error";
const SWEEP_MS = 5_000;
/** A pause in the work of agents. */
const QUIET_MS = 2_000;
const LONGEST_END_MS = 2_000;
/** A person may be asked in the middle of a call. */
const LONGEST_CALL_MS = 15 * 60_000;
/** Where others hold the processor, a busy gate collects what it no longer needs too late. */
const MOST_BUSY_BYTES = 256 * 1024 * 1024;

/** Resolves when it has ended; false where another one has the place. */
export async function runGate({ stateDir, env, idleMs, onReady }: GateLife): Promise<boolean> {
  const place = gatePlace(stateDir);
  place.prepare();
  const release = place.take();
  if (release === null) return false;
  process.chdir(place.folder);
  const forgetHolderFiles = keepHolderFiles(place.folder);
  const workspaces = createKeptWorkspaces(stateDir);
  const parts = { stateDir, version, launcher: launcherPath(stateDir), env, workspaces };
  const app = appFolder();
  const program = programIdentity(app);
  writeFileSync(RUNNING_PROGRAM, program, { mode: 0o600 });
  const releaseMemory = memoryReleaser();
  let idle: NodeJS.Timeout | undefined;
  let quiet: NodeJS.Timeout | undefined;
  // Launchers help themselves; what went wrong is kept for whoever looks for it.
  const keepError = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    writeFileSync(join(place.folder, LAST_ERROR), `${new Date().toISOString()} ${text}\n`, { mode: 0o600 });
  };
  const server = createGateServer({
    folder: place.folder,
    onError: keepError,
    async answer(request) {
      // Another version may stand behind the same name since: it answers for itself, and this one goes when it is done.
      if (programIdentity(app) !== program) {
        setImmediate(retire);
        return null;
      }
      return answerRequest(request, parts);
    },
    onBusy(isBusy) {
      clearTimeout(idle);
      clearTimeout(quiet);
      if (isBusy) return;
      quiet = setTimeout(releaseMemory, QUIET_MS);
      if (idleMs !== null) idle = setTimeout(end, idleMs);
    },
  });
  const ended = new Promise<void>((resolve) => server.on("close", resolve));
  const sweep = setInterval(() => {
    workspaces.sweep(isThere);
    if (process.memoryUsage.rss() > MOST_BUSY_BYTES) releaseMemory();
    // Nobody can reach it any more: its folder was removed.
    if (!existsSync(SOCKET)) end();
  }, SWEEP_MS);
  sweep.unref();
  let hasLeft = false;
  function leave(): void {
    if (hasLeft) return;
    hasLeft = true;
    forgetHolderFiles();
    rmSync(SOCKET, { force: true }); // in the folder it stands in, whatever lies under that name by now
    release?.();
  }
  function stopListening(longestMs: number): void {
    clearTimeout(idle);
    clearTimeout(quiet);
    clearInterval(sweep);
    if (!server.listening) return;
    server.close();
    exitWithin(longestMs);
  }
  function end(): void {
    stopListening(LONGEST_END_MS);
  }
  /** The next version takes the place at once; whoever waits for an answer of this one still gets it. */
  function retire(): void {
    stopListening(LONGEST_CALL_MS);
    leave();
  }
  process.on("uncaughtException", (error) => {
    keepError(error);
    process.exit(1);
  });
  process.on("exit", leave);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, end);
  await listen(server);
  if (idleMs !== null) idle = setTimeout(end, idleMs);
  onReady();
  await ended;
  exitWithin(LONGEST_END_MS);
  return true;
}

/** Whatever still keeps this process busy then: nobody waits for it. */
function exitWithin(longestMs: number): void {
  setTimeout(() => process.exit(0), longestMs).unref();
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(SOCKET, () => {
      chmodSync(SOCKET, 0o600);
      resolve();
    });
  });
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Gives back what a busy time left. Node offers its collector only on request; asked for when nobody waits. */
function memoryReleaser(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("typeof gc === 'function' ? gc : null");
  return typeof collect === "function" ? () => void collect() : () => undefined;
}
