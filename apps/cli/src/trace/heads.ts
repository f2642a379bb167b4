/** `intentgate trace heads`: where each session's chain ends; with --git, put where others can hold on to it. */

import { visibleText } from "@intentgate/documents";
import { ANCHOR_REF, writeAnchor } from "@intentgate/sidecar";
import { findRepository } from "@intentgate/world";
import { refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/governed-for-people.ts";
import { governedHere } from "../workspace/governed-here.ts";
import type { TraceSubverb } from "./subverb.ts";

export const heads: TraceSubverb = { options: ["git"], words: 0, run };

async function run(args: Args, io: Io): Promise<number> {
  return args.flag("git") ? anchor(io) : list(io);
}

function list(io: Io): number {
  const known = governedHere(io).home.store.ledger.heads();
  if (io.json) io.printJson({ heads: known });
  else if (known.length === 0) io.print("There is no session yet.");
  else {
    const rows = known.map(({ session, seq, hash }) => [visibleText(session), `${seq}`, hash]);
    const head = { cells: ["session", "records", "last hash"], paint: io.color.dim };
    for (const line of columns(rows, [{ most: 60 }, { align: "right" }], head)) io.print(line);
  }
  return exitCodes.done;
}

function anchor(io: Io): number {
  const workspace = governedForPeople(io, "trace heads --git");
  if (typeof workspace === "number") return workspace;
  const { home } = workspace;
  const repository = findRepository(home.authoredAt);
  if (repository === null)
    return refuseWith(
      io,
      "NOT_FOUND",
      `${home.root} is in no git repository`,
      "Without git there is no ref to write to.",
    );
  const anchored = writeAnchor(repository, home.store.ledger.heads());
  if (io.json) io.printJson({ ref: ANCHOR_REF, heads: anchored });
  else
    io.print(
      `${io.color.green("✔")} ${count(anchored.length, "chain")} anchored in ${ANCHOR_REF}. Out of this machine's reach: git push origin ${ANCHOR_REF}`,
    );
  return exitCodes.done;
}
