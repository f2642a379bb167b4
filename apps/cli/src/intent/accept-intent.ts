/** `intentgate intent accept`: a person says that what was changed under an intent is as they want it, as of now. */
import { acceptIntent as acceptIntentNow, findIntent } from "@intentgate/gate";
import { refuse } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/governed-for-people.ts";
import { oneId, type Subverb } from "./subverb.ts";

export const acceptIntent: Subverb = { options: [], run };

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "intent accept");
  if (typeof workspace === "number") return workspace;
  const { home } = workspace;
  const id = oneId(args, "accept");
  if (!id.ok) return refuse(io, id.problems);
  const found = findIntent(home, id.value);
  if (!found.ok) return refuse(io, found.problems);
  const accepted = await acceptIntentNow(workspace, id.value);
  if (!accepted.ok) return refuse(io, accepted.problems);
  const at = accepted.value;
  if (io.json) {
    io.printJson({ intent_id: id.value, accepted_at: at });
    return exitCodes.done;
  }
  io.print(`${io.color.green("accepted")} ${io.color.bold(id.value)}  ${oneLine(found.value.name)}`);
  io.print(
    `  Noted in its entry (accepted_at: ${at}): you looked at its scope, criteria and the changes made under it.`,
  );
  io.print("  What was written under earlier constraints or criteria is no longer suspect.");
  io.print("  It opens and closes nothing: scope, status and sessions stay as they are.");
  return exitCodes.done;
}
