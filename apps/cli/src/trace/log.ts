/** `intentgate trace log`: the newest records that fit, this machine's and what others shared, through the index. */
import { findRecords } from "@intentgate/blame";
import { refuse, refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { badCount, MOST_SHOWN, readCount } from "../terminal/count.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere } from "../workspace/governed-here.ts";
import { filterOf, filterOptions } from "./filter.ts";
import { warnOfLeft } from "./not-believed.ts";
import { recordTable } from "./render-record.ts";
import type { TraceSubverb } from "./subverb.ts";

export const log: TraceSubverb = { options: ["number", ...filterOptions], words: 0, run };

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedHere(io);
  const count = readCount(args.text("number"), 20);
  if (count === null)
    return refuseWith(io, "BAD_INPUT", badCount(args.text("number")), `Give a whole number from 1 to ${MOST_SHOWN}.`);
  const filter = filterOf(args, io, workspace);
  if (!filter.ok) return refuse(io, filter.problems);
  const reader = workspace.blame().reader();
  const records = findRecords(reader, filter.value, count);
  const { unreadable } = reader;
  warnOfLeft(io, reader.left);
  if (io.json) {
    io.printJson({ records, unreadable_lines: unreadable });
    return exitCodes.done;
  }
  const filtered = Object.values(filter.value).some((one) => one !== null);
  if (records.length === 0) {
    io.print(
      filtered
        ? "No record fits. `intentgate trace log` shows the newest ones."
        : "The ledger is empty: nothing was changed through the gate yet.",
    );
  } else for (const line of recordTable(records, io.color)) io.print(line);
  if (unreadable > 0) io.complain(`${unreadable} lines of the ledger cannot be read: run \`intentgate trace verify\`.`);
  return exitCodes.done;
}
