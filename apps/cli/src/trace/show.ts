/** `intentgate trace show ID`: one record in full. */
import type { KnownRecord } from "@intentgate/trace";
import { refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { pickById } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedHere } from "../workspace/governed-here.ts";
import { warnOfLeft } from "./not-believed.ts";
import { readLedger } from "./read-ledger.ts";
import { renderRecord } from "./render-record.ts";
import type { TraceSubverb } from "./subverb.ts";

/** More records than these under the beginning of an id, and it is no id. */
const MOST_ALIKE = 100;

export const show: TraceSubverb = { options: [], words: 1, run };

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedHere(io);
  const id = args.words[1] ?? "";
  const idsOf = (record: KnownRecord) => [record.id, ...(record.decision ? [record.decision.id] : [])];
  const isAlike = (record: KnownRecord) => idsOf(record).some((one) => one.startsWith(id));
  const { records, left } = await readLedger(workspace.home.store.ledger, isAlike, MOST_ALIKE);
  warnOfLeft(io, left);
  const found = pickById(records, id, idsOf);
  if (found.kind === "none") {
    return refuseWith(
      io,
      "NOT_FOUND",
      `no record has the id ${JSON.stringify(id)}`,
      "`intentgate trace log` lists them.",
    );
  }
  if (found.kind === "many") {
    return refuseWith(
      io,
      "BAD_INPUT",
      `${JSON.stringify(id)} fits ${found.ids.length} records`,
      `Give more of the id: ${found.ids
        .slice(0, 5)
        .map((one) => oneLine(one, 60))
        .join(", ")}.`,
    );
  }
  if (io.json) io.printJson(found.value);
  else {
    const rules = workspace.home.rules();
    const intent =
      rules.ok && found.value.intent_id !== null ? rules.value.intents.get(found.value.intent_id) : undefined;
    io.print(renderRecord(found.value, intent?.name ?? null, io.color));
  }
  return exitCodes.done;
}
