/** The page over a lively example: the story has been played there, two scripted agents go on, one call waits for you. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { removeFolder } from "@intentgate/world";
import { refuseWith } from "../command/refuse.ts";
import { exitCodes } from "../command/verb.ts";
import { appFolder, programFile } from "../program/app-folder.ts";
import type { Io } from "../terminal/io.ts";

export async function showPage(io: Io, words: readonly string[]): Promise<number> {
  // Each a process of its own: what an agent's process starts does not speak for a person, and the page does.
  const agents = fork(join(appFolder(), "dist/demo-agents.mjs"), [], { env: io.env, execArgv: [], stdio: "ignore" });
  const folder = await plantedBy(agents);
  if (folder === null) return refuseWith(io, "NOT_FOUND", "the agents' process did not start", "Run it again.");
  const title = "A small shop, and agents at work in it. Nothing here is yours: look around and answer what is asked.";
  io.print(io.color.bold(title));
  const env = { ...io.env, XDG_STATE_HOME: join(dirname(folder), "state") };
  const page = spawn(process.execPath, [programFile(), "serve", ...words], { cwd: folder, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => page.kill("SIGTERM"));
  const code = await ended(page);
  agents.kill();
  await ended(agents);
  removeFolder(dirname(folder));
  return code === 0 || code === null ? exitCodes.done : exitCodes.failed;
}

/** The folder that the agents' process has made for itself; null where it ended without one. */
function plantedBy(agents: ChildProcess): Promise<string | null> {
  return new Promise((done) => {
    agents.once("message", (message) => done((message as { folder: string }).folder));
    agents.once("exit", () => done(null));
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((done) => child.on("exit", done));
}
