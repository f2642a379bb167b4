/** `intentgate trace heads | share | rotate`: the files of the ledger, and what others can hold on to. */
import { visibleText } from "@intentgate/documents";
import { ANCHOR_REF, shareLedger, writeAnchor } from "@intentgate/sidecar";
import { findRepository } from "@intentgate/world";
import { refuseWith } from "../command/refuse.ts";
import { noWords, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes, tell } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { governedForPeople, governedHere } from "../workspace/workspace-here.ts";

/** Where each session's chain ends; with --git, put where others can hold on to it. */
export const heads: Subverb = {
  options: ["git"],
  words: noWords,
  run: async (args, io) => (args.flag("git") ? anchor(io) : list(io)),
};

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
  return tell(
    io,
    { ref: ANCHOR_REF, heads: anchored },
    `${io.color.green("✔")} ${count(anchored.length, "chain")} anchored in ${ANCHOR_REF}. Out of this machine's reach: git push origin ${ANCHOR_REF}`,
  );
}

/** `intentgate trace share`: what was recorded here and not shared yet, as segments to commit. */
export const share: Subverb = { options: ["session"], words: noWords, run: shareNew };

async function shareNew(args: Args, io: Io): Promise<number> {
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

/** `intentgate trace rotate`: begins a new file of the ledger now, whatever its size. */
export const rotate: Subverb = { options: [], words: noWords, run: rotateNow };

async function rotateNow(_args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "trace rotate");
  if (typeof workspace === "number") return workspace;
  const rotated = await workspace.home.store.ledger.rotate();
  return tell(
    io,
    { rotated },
    rotated === null
      ? "There is nothing to put away: the ledger's file is empty."
      : `${io.color.green("✔")} put away as .orchestration/${rotated.file}; chains and readers go on across the border.`,
  );
}
