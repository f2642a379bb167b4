/** `intentgate ability sync`: writes the tables of every ABILITY.md anew. */

import { refuse } from "../command/refuse.ts";
import { exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { refuseAgents, workspaceHere } from "../workspace/workspace-here.ts";
import type { AbilitySubverb } from "./subverb.ts";

export const syncTables: AbilitySubverb = { words: 0, takes: "", options: [], run };

async function run(_word: string, _args: unknown, io: Io): Promise<number> {
  const workspace = workspaceHere(io);
  const no = refuseAgents(workspace, io, "ability sync");
  if (no !== null) return no;
  const synced = workspace.routing().sync();
  if (!synced.ok) return refuse(io, synced.problems);
  if (io.json) io.printJson({ files: synced.value });
  else if (synced.value.length === 0) io.print("There is no ability to list.");
  else {
    const { green, dim } = io.color;
    for (const { path, action } of synced.value) {
      io.print(action === "wrote" ? `${green("✔")} wrote ${path}` : dim(`  ${path} is up to date`));
    }
  }
  return exitCodes.done;
}
