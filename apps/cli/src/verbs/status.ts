/** Where things stand: what is governed, open and waiting. */
import { existsSync } from "node:fs";
import type { Io } from "../io.ts";
import { refuseUsage } from "../refuse.ts";
import { printStatus } from "../status/print-status.ts";
import { readStatus } from "../status/read-status.ts";
import { type Args, exitCodes, type Verb } from "../verb.ts";
import { workspaceHere } from "../workspace-here.ts";

export const verb: Verb = {
  name: "status",
  summary: "show what is governed, open and waiting",
  usage: [""],
  examples: [
    { run: "intentgate status", does: "mode, open intents, sessions, what waits for you, the last calls" },
    { run: "intentgate status --json", does: "the same for a script; exit code 1 when a file is broken" },
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "status", "status takes no words");
  const workspace = workspaceHere(io);
  const { home } = workspace;
  if (!home.registered && !existsSync(home.sidecar)) {
    if (io.json) io.printJson({ root: home.root, governed: false });
    else
      io.print(
        `${io.color.bold(home.root)} is not governed: agents may change it, the gate does not watch it.\nTo put it under the gate: ${io.color.bold("intentgate init")}`,
      );
    return exitCodes.done;
  }
  const status = readStatus(workspace);
  if (io.json) io.printJson(status);
  else printStatus(status, workspace, io);
  return status.problems.length > 0 ? exitCodes.failed : exitCodes.done;
}
