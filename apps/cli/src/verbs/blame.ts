/** Who wrote each line of a file, and under which intent. */
import type { BlamedFile, LineCredit } from "@intentgate/blame";
import type { Workspace } from "@intentgate/gate";
import { blameTable } from "../blame/blame-table.ts";
import { fileHere } from "../blame/file-here.ts";
import { refuse, refuseUsage, refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes, tell, text, type Verb } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import { warnOfLeft } from "../trace/left-out.ts";
import { governedHere } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "blame",
  usage: ["FILE [-L FROM,TO]"],
  options: {
    lines: text("FROM,TO", "only these lines, counted from 1", { short: "L" }),
  },
  examples: {
    "intentgate blame src/auth/jwt.ts": "intent, writer and time of every line",
    "intentgate blame src/auth/jwt.ts -L 10,20 --json": "the same for a program, ten lines of it",
  },
  notes: [
    "It follows lines through moves, renames, formatters, rebases and squashes. `formatted` and `moved` say that a line no longer stands as it was written; `?` that several records fit, and `why` names them.",
    "`HUMAN since` was written through no call since the last record; `before the ledger` stood there already.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [given, ...more] = args.words;
  if (given === undefined || more.length > 0) return refuseUsage(io, "blame", "blame takes one file");
  const workspace = governedHere(io);
  const path = fileHere(workspace.home.root, io.cwd, given);
  if (!path.ok) return refuse(io, path.problems);
  const blamed = workspace.blame().file(path.value);
  warnOfLeft(io, workspace.blame().reader().left);
  if (!blamed.ok) return refuse(io, blamed.problems);
  const span = spanOf(args.text("lines"), blamed.value.text.length);
  if (span === null)
    return refuseWith(
      io,
      "BAD_INPUT",
      `-L ${JSON.stringify(args.text("lines"))} names no lines of ${path.value}`,
      `Write -L FROM,TO within 1,${blamed.value.text.length}.`,
    );
  const suspects = suspectRecords(workspace, blamed.value);
  const lines = blamed.value.credits.slice(span.from - 1, span.to).map((credit) => ({
    credit,
    suspect: credit.credit === "record" && suspects.has(credit.number),
  }));
  const altered = alteredRecords(lines, workspace);
  tell(
    io,
    {
      file: path.value,
      lines: lines.map(({ credit, suspect }, at) => ({
        line: span.from + at,
        text: blamed.value.text[span.from - 1 + at],
        ...jsonOf(credit, workspace, altered),
        ...(suspect ? { suspect } : {}),
      })),
    },
    lines.length === 0 ? `${path.value} is empty.` : blameTable(blamed.value, lines, span.from, io.color),
  );
  if (altered.size > 0)
    io.complain(
      `${count(altered.size, "record")} behind these lines ${altered.size === 1 ? "is" : "are"} not what was written: run \`intentgate trace verify\`.`,
    );
  return exitCodes.done;
}

function spanOf(given: string | undefined, lines: number): { from: number; to: number } | null {
  if (given === undefined) return { from: 1, to: lines };
  const [, from = "", to] = /^(\d{1,9})(?:,(\d{1,9}))?$/.exec(given) ?? [];
  const span = { from: Number(from), to: Number(to ?? from) };
  return from !== "" && span.from >= 1 && span.from <= span.to && span.to <= lines ? span : null;
}

function suspectRecords(workspace: Workspace, { credits }: BlamedFile): Set<number> {
  const blame = workspace.blame();
  const records = new Map(
    credits.flatMap((one) => (one.credit === "record" ? [[one.number, one.intent_id] as const] : [])),
  );
  const suspects = [...records].filter(([number, intent]) => intent !== null && blame.isSuspect(intent, number));
  return new Set(suspects.map(([number]) => number));
}

/** Records that are not what was written. */
function alteredRecords(lines: readonly { credit: LineCredit }[], workspace: Workspace): Set<number> {
  const numbers = lines.flatMap(({ credit }) => {
    if (credit.credit === "ambiguous") return credit.candidates.map(({ number }) => number);
    return credit.credit === "record" ? [credit.number] : [];
  });
  return new Set([...new Set(numbers)].filter((number) => workspace.blame().sealOf(number) === "broken"));
}

function jsonOf(credit: LineCredit, workspace: Workspace, alteredOnes: ReadonlySet<number>): object {
  const recordId = (number: number) => workspace.blame().record(number).id;
  const altered = (number: number) => (alteredOnes.has(number) ? { altered: true } : {});
  if (credit.credit === "ambiguous")
    return {
      credit: credit.credit,
      candidates: credit.candidates.map(({ number, ...rest }) => ({
        record: recordId(number),
        ...rest,
        ...altered(number),
      })),
    };
  if (credit.credit !== "record") return { credit: credit.credit };
  const { number, ...rest } = credit;
  return { ...rest, record: recordId(number), ...altered(number) };
}
