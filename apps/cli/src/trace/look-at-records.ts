/** `intentgate trace log | show`: records, this machine's and what others shared. */
import { EVERY_RECORD, findRecords } from "@intentgate/blame";
import type { KnownRecord } from "@intentgate/trace";
import { refuse, refuseId, refuseWith } from "../command/refuse.ts";
import { noWords, oneWord, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { badCount, MOST_SHOWN, readCount } from "../terminal/count.ts";
import { pickById } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere } from "../workspace/workspace-here.ts";
import { filterOf, filterOptions } from "./filter.ts";
import { warnOfLeft, warnOfUnreadable } from "./left-out.ts";
import { recordTable, renderRecord } from "./render-record.ts";

/** The newest that fit, through the index. */
export const log: Subverb = { options: ["number", ...filterOptions], words: noWords, run: printLog };

async function printLog(args: Args, io: Io): Promise<number> {
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
  warnOfUnreadable(io, unreadable);
  return exitCodes.done;
}

/** More records than these under the beginning of an id, and it is no id. */
const MOST_ALIKE = 100;

/** `intentgate trace show ID`: one record in full. */
export const show: Subverb = { options: [], words: oneWord("an id"), run: printRecord };

async function printRecord(args: Args, io: Io): Promise<number> {
  const workspace = governedHere(io);
  const id = args.words[1] ?? "";
  const idsOf = (record: KnownRecord) => [record.id, ...(record.decision ? [record.decision.id] : [])];
  const isAlike = (record: KnownRecord) => idsOf(record).some((one) => one.startsWith(id));
  const reader = workspace.blame().reader();
  const records = findRecords(reader, EVERY_RECORD, MOST_ALIKE, isAlike);
  warnOfLeft(io, reader.left);
  const found = pickById(records, id, idsOf);
  if (found.kind !== "one") return refuseId(io, found, id, "record", "`intentgate trace log` lists them.");
  if (io.json) io.printJson(found.value);
  else {
    const rules = workspace.home.rules();
    const intent =
      rules.ok && found.value.intent_id !== null ? rules.value.intents.get(found.value.intent_id) : undefined;
    io.print(renderRecord(found.value, intent?.name ?? null, io.color));
  }
  return exitCodes.done;
}
