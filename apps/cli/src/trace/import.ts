/** `intentgate trace import FILE`: foreign Agent Trace records, as a shared segment of their own. */

import { SHARED_NAME, type Store, writeShared } from "@intentgate/sidecar";
import {
  type AgentTraceRecord,
  importAgentTrace,
  importedId,
  readRecord,
  segmentName,
  segmentText,
} from "@intentgate/trace";
import { refuse } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/governed-for-people.ts";
import { readForeign } from "./foreign-file.ts";
import type { TraceSubverb } from "./subverb.ts";

export const importTrace: TraceSubverb = { options: [], words: 1, run };

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "trace import");
  if (typeof workspace === "number") return workspace;
  const { sidecar, store } = workspace.home;
  const read = await readForeign(args.words[1] ?? "", io);
  if (!read.ok) return refuse(io, read.problems);
  const fresh = await notKnown(store.ledger, read.value);
  const files = importAgentTrace(fresh).flatMap(({ segment, lines }) => {
    const name = segmentName(segment);
    return writeShared(sidecar, name, segmentText(segment, lines)) ? [`${SHARED_NAME}/${name}`] : [];
  });
  const known = read.value.length - fresh.length;
  if (io.json) io.printJson({ imported: fresh.length, already_known: known, files });
  else if (fresh.length === 0)
    io.print(`Nothing new: ${count(known, "record")} of it ${known === 1 ? "is" : "are"} known already.`);
  else {
    const besides = known === 0 ? "" : `; ${known} known already`;
    io.print(
      `${io.color.green("✔")} ${count(fresh.length, "record")} imported${besides}. They are credited to whom they name, never to a session here.`,
    );
    for (const file of files) io.print(`  .orchestration/${file}`);
  }
  return exitCodes.done;
}

/** What the ledger has under the same id, its own or imported before, is not taken a second time. */
async function notKnown(ledger: Store["ledger"], records: readonly AgentTraceRecord[]): Promise<AgentTraceRecord[]> {
  const wanted = new Map(records.map((record) => [record.id.toLowerCase(), record]));
  for await (const { line } of ledger.allLines()) {
    const record = readRecord(line);
    wanted.delete(importedId(line) ?? ("problem" in record ? "" : record.id.toLowerCase()));
  }
  return [...wanted.values()];
}
