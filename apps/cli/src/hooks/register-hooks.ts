/** `intentgate hooks register`: which hooks run on which event, as JSON for whoever orchestrates. */
import { formatProblem } from "@intentgate/documents";
import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { hooksHere } from "./hooks-here.ts";
import type { HooksSubverb } from "./subverb.ts";

export const registerHooks: HooksSubverb = { options: [], words: { least: 0, most: 0, named: "no further word" }, run };

async function run(_args: Args, io: Io): Promise<number> {
  const { hooks } = hooksHere(io);
  const registration = hooks.registration();
  if (io.json) io.printJson(registration);
  else io.print(JSON.stringify(registration, null, 2));
  // Whoever reads the JSON gets what counts; who looks at the exit code learns that something does not.
  const problems = hooks.declared().flatMap((one) => (one.kind === "broken" ? one.problems : []));
  for (const one of problems) io.complain(formatProblem(one));
  return problems.length > 0 ? exitCodes.failed : exitCodes.done;
}
