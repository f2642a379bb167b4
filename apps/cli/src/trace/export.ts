/** `intentgate trace export`: the ledger in the forms that other tools read. */
import { findRecords, fitsQuery, type RecordQuery, standingLines } from "@intentgate/blame";
import { visibleText } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { exportAgentTrace, gitAiNotes } from "@intentgate/trace";
import { refuse, refuseWith } from "../command/refuse.ts";
import { noWords, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { version } from "../program/version.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedHere } from "../workspace/workspace-here.ts";
import { filterOf, filterOptions } from "./filter.ts";
import { warnOfLeft, warnOfUnreadable } from "./left-out.ts";

export const exportTrace: Subverb = {
  options: ["format", "revision", ...filterOptions],
  words: noWords,
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedHere(io);
  const format = args.text("format");
  const filter = filterOf(args, io, workspace);
  if (!filter.ok) return refuse(io, filter.problems);
  if (format === "agent-trace") {
    if (args.text("revision") !== undefined)
      return refuseWith(
        io,
        "BAD_INPUT",
        "--revision is for --format git-ai",
        "Narrow with --intent, --file, --session, --model, --class, --since or --until.",
      );
    return agentTrace(workspace, filter.value, io);
  }
  if (format === "git-ai") return gitAi(workspace, filter.value, args.text("revision") ?? null, io);
  const what =
    format === undefined ? "a format is missing" : `the format ${JSON.stringify(oneLine(format, 30))} is not known`;
  return refuseWith(io, "BAD_INPUT", what, "Give --format agent-trace or --format git-ai.");
}

/** One record a line, whatever the terminal: that is how these files are kept. Lines are given to who `blame` says. */
function agentTrace(workspace: Workspace, filter: RecordQuery, io: Io): number {
  const tool = { name: "intentgate", version };
  const blame = workspace.blame();
  const reader = blame.reader();
  const standing = standingLines(workspace.home.root, blame);
  warnOfLeft(io, reader.left);
  for (let number = 0; number < reader.index.records; number++) {
    const record = reader.record(number);
    if (!fitsQuery(record, filter)) continue;
    const facts = { tool, standing: standing(number), wrote: blame.wrote(number) };
    for (const one of exportAgentTrace(record, JSON.parse(reader.line(number)), facts)) io.print(plainJson(one));
  }
  warnOfUnreadable(io, reader.unreadable);
  return exitCodes.done;
}

/** Only what was recorded here: others worked on files of their own, and a note is for a commit made here. */
function gitAi(workspace: Workspace, filter: RecordQuery, revision: string | null, io: Io): number {
  const reader = workspace.blame().reader();
  const records = findRecords(reader, filter, Number.POSITIVE_INFINITY);
  const all = gitAiNotes(records.filter(({ source }) => source === "own"));
  const notes = all.filter(
    ({ base }) => revision === null || (revision.length >= 7 && base.startsWith(revision.toLowerCase())),
  );
  const [note] = notes;
  if (io.json) io.printJson({ notes });
  else if (note === undefined || notes.length > 1) {
    const bases = all.slice(-5).map(({ base }) => base.slice(0, 12));
    const what = note
      ? `work began from ${notes.length} revisions, and a note is for one`
      : `no recorded work began from ${revision === null ? "a commit" : oneLine(revision, 64)}`;
    const remedy =
      bases.length === 0
        ? "Commit something first: a note belongs to a commit."
        : `Give --revision with one of: ${bases.join(", ")}; or --json for all.`;
    return refuseWith(io, note ? "BAD_INPUT" : "NOT_FOUND", what, remedy);
  } else {
    io.print(note.text.trimEnd());
    for (const { path, why } of note.left) io.complain(`${oneLine(path)} is left out: ${why}`);
  }
  warnOfUnreadable(io, reader.unreadable);
  return exitCodes.done;
}

/** Others may have shared or written what would move a cursor: the same JSON, with that spelled out. */
function plainJson(value: unknown): string {
  return visibleText(JSON.stringify(value));
}
