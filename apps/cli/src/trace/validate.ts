/** `intentgate trace validate FILE`: whether a file holds Agent Trace records, and what is wrong with it where not. */

import { refuse } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { readForeign } from "./foreign-file.ts";
import type { TraceSubverb } from "./subverb.ts";

export const validate: TraceSubverb = { options: [], words: 1, run };

async function run(args: Args, io: Io): Promise<number> {
  const given = args.words[1] ?? "";
  const read = await readForeign(given, io);
  if (!read.ok) {
    refuse(io, read.problems);
    return exitCodes.failed;
  }
  if (io.json) io.printJson({ records: read.value.length, problems: [] });
  else
    io.print(`${io.color.green("✔")} ${oneLine(given, 200)}: ${count(read.value.length, "record")} of Agent Trace 0.1`);
  return exitCodes.done;
}
