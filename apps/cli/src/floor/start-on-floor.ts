/** Runs a program on its floor to its end, with the gate that answers it and the guard that looks after it outside. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { quotedWord } from "@intentgate/documents";
import { commandOn, type Floor, followFloor, layFloor } from "@intentgate/gate";
import { onSystemError, SYSTEM_PATH, shellCode, systemProgram } from "@intentgate/world";
import { launcherPath } from "../launcher/launcher.ts";
import { serverLauncherPath } from "../launcher/server-launcher.ts";
import { programFile } from "../program/app-folder.ts";
import { programOnPath } from "../program/program-on-path.ts";
import { doorFolder, openDoors } from "./floor-doors.ts";

export interface StartOptions {
  command: readonly string[];
  host: string | null;
  root: string;
  home: string;
  cwd: string;
  stateDir: string;
  sidecars: readonly string[];
  env: NodeJS.ProcessEnv;
  /** A person sits at both ends. */
  isTerminal: boolean;
  complain(text: string): void;
}

/** Null where nothing was started; else the code as a shell tells it. */
export async function startOnFloor(options: StartOptions): Promise<number | null> {
  const { stateDir, complain } = options;
  const floor = layFloor({
    ...options,
    program: programFile(),
    shown: { hook: () => launcherPath(stateDir), mcp: () => serverLauncherPath(stateDir), gate: doorFolder },
  });
  for (const link of floor.links) complain(`Not held but watched, as it is a link: ${link}`);
  let onStanding: (pid: number) => void = () => undefined;
  const agent = new Promise<number>((resolve) => {
    onStanding = resolve;
  });
  // A bug in one answer is no answer, and no answer is a no.
  const onError = (error: unknown) => complain(`intentgate: ${error instanceof Error ? error.message : error}`);
  const closeDoors = await openDoors({ ...options, floor, agent, onError });
  try {
    const ended = endOf(spawnOn(floor, options));
    return (await followFloor(floor, ended, { complain, onStanding })) ? await ended : null;
  } finally {
    closeDoors();
  }
}

function endOf(child: ChildProcess): Promise<number> {
  // What a person types on the terminal reaches the agent itself; this process only waits for it.
  const ignore = () => undefined;
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGQUIT"] as const) process.on(signal, ignore);
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, pass);
  return new Promise((resolve) => {
    child.on("error", () => resolve(127));
    child.on("close", (code, signal) => resolve(shellCode(code, signal)));
  });
}

/**
 * Where the system lets a process type into its terminal, the agent gets a terminal of its own, or none: what it types
 * there nobody reads but itself. The person's shell would read it otherwise, once the agent has ended.
 */
function spawnOn(floor: Floor, { command, cwd, env, isTerminal }: StartOptions): ChildProcess {
  const script = programOnPath("script", SYSTEM_PATH);
  const kind = !mayType() ? "as it is" : isTerminal && script !== null ? "own" : "none";
  const words = commandOn(floor, ownShell(command, kind === "own" ? env.SHELL : undefined), kind === "none");
  const [program = "", ...rest] =
    kind === "own" && script !== null
      ? [systemProgram("setpriv"), "--pdeathsig", "KILL", script, "-qec", words.map(quotedWord).join(" "), "/dev/null"]
      : words;
  return spawn(program, rest, { cwd, env: kind === "own" ? { ...env, SHELL: "/bin/sh" } : env, stdio: "inherit" });
}

/** `script` takes the shell of the environment for its own; the agent gets the person's again. */
function ownShell(command: readonly string[], shell: string | undefined): string[] {
  return shell === undefined ? [...command] : ["env", `SHELL=${shell}`, ...command];
}

function mayType(): boolean {
  return onSystemError("any", "1", () => readFileSync("/proc/sys/dev/tty/legacy_tiocsti", "utf8")).trim() !== "0";
}
