/** Runs a command on layers above the tree with the streams of this process, and says what it would change. */
import { type SpawnOptions, spawn } from "node:child_process";
import { shellCode } from "@intentgate/world";
import { type Finished, type PreparedRun, prepareRun, type RunOptions } from "./prepare-run.ts";

export interface Rehearsal extends Finished, Pick<PreparedRun, "discard"> {}

export interface RehearseOptions extends Omit<RunOptions, "network" | "caches" | "movable" | "movesTree"> {
  stdio: SpawnOptions["stdio"];
}

const alone = { network: { kind: "none" }, caches: [], movable: [], movesTree: false } as const;

export async function rehearse(command: readonly string[], options: RehearseOptions): Promise<Rehearsal> {
  const run = prepareRun(command, { ...options, ...alone });
  const code = await runWithStreams(run.words, run.env, options.stdio);
  return { ...run.finish(code), discard: run.discard };
}

const passed = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** The code as a shell tells it. A program that could not be started began nothing either; what it left says so. */
export function runWithStreams(
  [program, ...rest]: PreparedRun["words"],
  env: NodeJS.ProcessEnv,
  stdio: SpawnOptions["stdio"],
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, rest, { stdio, env });
    // What it left is looked at as after any other end.
    const pass = (signal: NodeJS.Signals) => void child.kill(signal);
    for (const signal of passed) process.on(signal, pass);
    const end = (code: number) => {
      for (const signal of passed) process.off(signal, pass);
      resolve(code);
    };
    child.on("error", () => end(127));
    child.on("close", (code, signal) => end(shellCode(code, signal)));
  });
}
