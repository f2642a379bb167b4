/** Where things stand: what is governed, open and waiting. */
import { existsSync, realpathSync } from "node:fs";
import { ProblemError } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, tell, type Verb } from "../command/verb.ts";
import { gatedAgents, standingPlace } from "../hosts/gated-agents.ts";
import { printStatus } from "../status/print-status.ts";
import { readStatus } from "../status/read-status.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { workspaceHere } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "status",
  usage: [""],
  examples: {
    "intentgate status": "mode, open intents, sessions, what waits for you, the last calls",
    "intentgate status --json": "the same for a script; exit code 1 when a file is broken",
  },
  run,
};

/** What processes that calls left behind did since is told and recorded here too; nothing else is touched. */
async function settleLeft(workspace: Workspace, io: Io): Promise<void> {
  if (workspace.home.running.since() === null || !existsSync(workspace.home.sidecar)) return;
  try {
    await workspace.settle();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    io.complain(error.message); // where nothing can be written there is still something to show
  }
}

function noticeLine(message: string, paths: readonly string[]): string {
  const missing = paths.filter((path) => !message.includes(path));
  return oneLine(missing.length > 0 ? `${message}: ${missing.slice(0, 10).join(", ")}` : message, 2_000);
}

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "status", "status takes no words");
  const workspace = workspaceHere(io, io.cwd, {
    onNotice: ({ message, paths }) => io.complain(noticeLine(message, paths)),
  });
  const { home } = workspace;
  if (!home.registered && !existsSync(home.sidecar)) {
    return tell(
      io,
      { root: home.root, governed: false },
      `${io.color.bold(home.root)} is not governed: agents may change it, the gate does not watch it.\nTo put it under the gate: ${io.color.bold("intentgate init")}`,
    );
  }
  await settleLeft(workspace, io);
  const status = readStatus(workspace, () => gatedAgents(standingPlace(workspace, realpathSync(io.cwd), io.env)));
  if (io.json) io.printJson(status);
  else printStatus(status, workspace, io);
  return status.problems.length > 0 ? exitCodes.failed : exitCodes.done;
}
