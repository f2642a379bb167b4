/** Runs one shell command in its own process group: no input, bounded output, bounded time. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { errnoOf } from "../contract/failure.ts";
import { boundedOutput } from "./bounded-output.ts";

export interface CommandRun {
  words: readonly [string, ...string[]];
  cwd: string;
  environment: NodeJS.ProcessEnv;
  timeoutMs: number;
  outputBytes: number;
  /** How long a group that was asked to end may take for it. */
  patienceMs: number;
  signal?: AbortSignal;
}

export type CommandEnd =
  | { kind: "not_started"; message: string }
  | {
      kind: "ended";
      exitCode: number | null;
      signal: NodeJS.Signals | null;
      stdout: string;
      stderr: string;
      durationMs: number;
      stopped: "timeout" | "aborted" | null;
    };

/** Processes left in the background hold the pipes open; what they still say in this time is kept. */
const GRACE_MS = 500;

export async function runCommand(run: CommandRun): Promise<CommandEnd> {
  const startedAt = performance.now();
  const [program, ...rest] = run.words;
  const child = spawn(program, rest, {
    cwd: run.cwd,
    env: run.environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const stdout = boundedOutput(run.outputBytes);
  const stderr = boundedOutput(run.outputBytes);
  child.stdout.on("data", stdout.add);
  child.stderr.on("data", stderr.add);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const exited = new Promise<Exit>((resolve) => {
    child.once("error", (error) => resolve({ kind: "not_started", message: error.message }));
    child.once("exit", (exitCode, signal) => resolve({ kind: "exited", exitCode, signal }));
  });

  let stopped: "timeout" | "aborted" | null = null;
  let stopping: Promise<void> | undefined;
  let giveUp: (exit: Promise<Exit>) => void = () => undefined;
  // A program that became another user cannot be ended by us; the call must end all the same.
  const givenUp = new Promise<Exit>((resolve) => {
    giveUp = resolve;
  });
  const stop = (why: "timeout" | "aborted") => {
    if (child.pid === undefined || stopping) return;
    stopped = why;
    stopping = endGroup(child.pid, run.patienceMs);
    giveUp(stopping.then(() => wait(GRACE_MS, LOST, { ref: false })));
  };
  const onAbort = () => stop("aborted");
  const timer = setTimeout(() => stop("timeout"), run.timeoutMs);
  run.signal?.addEventListener("abort", onAbort, { once: true });
  if (run.signal?.aborted) onAbort();

  const exit = await Promise.race([exited, givenUp]);
  clearTimeout(timer);
  run.signal?.removeEventListener("abort", onAbort);
  await stopping;
  if (exit.kind === "not_started") return exit;
  await Promise.race([closed, wait(GRACE_MS)]);
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
  const { exitCode, signal } = exit;
  const durationMs = performance.now() - startedAt;
  return { kind: "ended", exitCode, signal, stdout: stdout.text(), stderr: stderr.text(), durationMs, stopped };
}

type Exit =
  | { kind: "not_started"; message: string }
  | { kind: "exited"; exitCode: number | null; signal: NodeJS.Signals | null };

const LOST: Exit = { kind: "exited", exitCode: null, signal: null };

/** The gate's own settings are none of the command's business. */
export function commandEnvironment(parent: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(parent).filter(([name]) => !name.toUpperCase().startsWith("INTENTGATE_"));
  return Object.fromEntries(entries);
}

/** One line as a shell reads it. */
export function shellWords(line: string): [string, ...string[]] {
  return [shell(), "-c", line];
}

function shell(): string {
  return ["/bin/bash", "/usr/bin/bash"].find((path) => existsSync(path)) ?? "/bin/sh";
}

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

/** Ends a command with all it started in its process group: asks the group to end, and makes it end when it has not after `patienceMs`. Resolves when it is gone. */
async function endGroup(leader: number, patienceMs: number): Promise<void> {
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
