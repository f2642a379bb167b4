/** `intentgate trace share`: what was recorded here and not shared yet, as segments to commit. */
import { shareLedger } from "@intentgate/sidecar";
import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/governed-for-people.ts";
import type { TraceSubverb } from "./subverb.ts";

export const share: TraceSubverb = { options: ["session"], words: 0, run };

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "trace share");
  if (typeof workspace === "number") return workspace;
  const { sidecar, store } = workspace.home;
  const { written, left } = await shareLedger(sidecar, store.ledger, args.text("session") ?? null);
  if (io.json) io.printJson({ written, left });
  else {
    for (const { file, session, from, to } of written)
      io.print(`wrote .orchestration/${file}  ${oneLine(session, 40)} records ${from} to ${to}`);
    io.print(
      written.length === 0
        ? "Nothing new to share."
        : `${io.color.green("✔")} ${count(written.length, "segment")} to commit: git add .orchestration/ledger`,
    );
    for (const { session, seq, why } of left)
      io.complain(
        `session ${oneLine(session, 60)} is not shared from record ${seq} on: ${why}. Run \`intentgate trace verify\`.`,
      );
  }
  return left.length === 0 ? exitCodes.done : exitCodes.failed;
}
