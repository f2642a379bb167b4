/** `intentgate trace rotate`: begins a new file of the ledger now, whatever its size. */

import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { governedForPeople } from "../workspace/governed-for-people.ts";
import type { TraceSubverb } from "./subverb.ts";

export const rotate: TraceSubverb = { options: [], words: 0, run };

async function run(_args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "trace rotate");
  if (typeof workspace === "number") return workspace;
  const rotated = await workspace.home.store.ledger.rotate();
  if (io.json) io.printJson({ rotated });
  else if (rotated === null) io.print("There is nothing to put away: the ledger's file is empty.");
  else
    io.print(
      `${io.color.green("✔")} put away as .orchestration/${rotated.file}; chains and readers go on across the border.`,
    );
  return exitCodes.done;
}
