/** `intentgate trace export`: the ledger in the forms that other tools read. */
import { commitNotes, fitsQuery, type RecordQuery } from "@intentgate/blame";
import { visibleText } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { exportAgentTrace, gitAiNotes, importedOriginal, type KnownRecord, readRecord } from "@intentgate/trace";
import { refuse, refuseWith } from "../command/refuse.ts";
import { noWords, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { version } from "../program/version.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedHere } from "../workspace/workspace-here.ts";
import { filterOf, filterOptions } from "./filter.ts";
import { warnOfLeft } from "./read-ledger.ts";

export const exportTrace: Subverb = {
  options: ["format", "revision", ...filterOptions],
  words: noWords,
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedHere(io);
  const { home } = workspace;
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
  if (format === "git-ai") return gitAi(home, filter.value, args.text("revision") ?? null, io);
  const what =
    format === undefined ? "a format is missing" : `the format ${JSON.stringify(oneLine(format, 30))} is not known`;
  return refuseWith(io, "BAD_INPUT", what, "Give --format agent-trace or --format git-ai.");
}

/** One record a line, whatever the terminal: that is how these files are kept. Lines are given to who `blame` says. */
function agentTrace(workspace: Workspace, filter: RecordQuery, io: Io): number {
  const tool = { name: "intentgate", version };
  const blame = workspace.blame();
  const reader = blame.reader();
  const { commitsOf } = commitNotes(workspace.home.sidecar);
  warnOfLeft(io, reader.left);
  for (let number = 0; number < reader.index.records; number++) {
    const record = reader.record(number);
    if (!fitsQuery(record, filter)) continue;
    const line = reader.line(number);
    const facts = { tool, commit: commitsOf(record.id).at(-1) ?? null, wrote: blame.wrote(number) };
    io.print(plainJson(importedOriginal(line) ?? exportAgentTrace(record, JSON.parse(line), facts)));
  }
  return leftOut(io, reader.unreadable);
}

/** Only what was recorded here: others worked on files of their own, and a note is for a commit made here. */
async function gitAi(
  { store }: Workspace["home"],
  filter: RecordQuery,
  revision: string | null,
  io: Io,
): Promise<number> {
  const records: KnownRecord[] = [];
  let unreadable = 0;
  for await (const line of store.ledger.lines()) {
    if (line.trim() === "") continue;
    const record = readRecord(line);
    if ("problem" in record) unreadable++;
    else if (fitsQuery(record, filter)) records.push(record);
  }
  const all = gitAiNotes(records);
  const notes = all.filter(
    ({ base }) => revision === null || (revision.length >= 7 && base.startsWith(revision.toLowerCase())),
  );
  if (io.json) {
    io.printJson({ notes });
    return leftOut(io, unreadable);
  }
  const bases = all.slice(-5).map(({ base }) => base.slice(0, 12));
  if (notes.length !== 1) {
    const fit =
      notes.length === 0 ? "no recorded work began" : `work began from ${notes.length} revisions, and a note is`;
    const what =
      notes.length === 0
        ? `${fit} ${revision === null ? "from a commit" : `from ${oneLine(revision, 64)}`}`
        : `${fit} for one`;
    const remedy =
      bases.length === 0
        ? "Commit something first: a note belongs to a commit."
        : `Give --revision with one of: ${bases.join(", ")}; or --json for all.`;
    return refuseWith(io, notes.length === 0 ? "NOT_FOUND" : "BAD_INPUT", what, remedy);
  }
  const [note] = notes;
  io.print(note?.text.trimEnd() ?? "");
  for (const { path, why } of note?.left ?? []) io.complain(`${oneLine(path)} is left out: ${why}`);
  return leftOut(io, unreadable);
}

/** Others may have shared or written what would move a cursor: the same JSON, with that spelled out. */
function plainJson(value: unknown): string {
  return visibleText(JSON.stringify(value));
}

function leftOut(io: Io, unreadable: number): number {
  if (unreadable > 0) io.complain(`${unreadable} lines of the ledger cannot be read: run \`intentgate trace verify\`.`);
  return exitCodes.done;
}
