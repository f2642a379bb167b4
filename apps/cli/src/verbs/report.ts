/** What the gate stopped, and what it would have stopped had it enforced. */
import { problem } from "@intentgate/documents";
import { seenWork } from "@intentgate/gate";
import { type Report, readSince, summariseRows, type Tally } from "@intentgate/sidecar";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { applyProposed, showProposed } from "../report/proposed-work.ts";
import { localTime } from "../terminal/elapsed.ts";
import { shortId } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { governedHere, refuseUnlessPerson } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "report",
  usage: ["[--since 7d] [--apply]"],
  options: {
    since: text("TIME", "30m, 12h, 7d, 2w or a date such as 2026-02-16; by default 7d"),
    apply: flag("show the intents and commands that it proposes, and write them after your yes"),
  },
  examples: {
    "intentgate report": "refusals of the last seven days, with examples",
    "intentgate report --since 12h --json": "the same for a script",
    "intentgate report --apply": "in observe mode: declare what agents did, so that enforcing stops less of it",
  },
  notes: [
    "In observe mode and during a pause nothing is stopped; the report then shows what enforcing would have stopped, and proposes intents, scopes and commands from what agents did; `--apply` is a person's. Old decisions are rotated away after some time, so the report may not reach back as far as asked.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "report", "report takes no words");
  const workspace = governedHere(io);
  const isApplied = args.flag("apply");
  if (isApplied && io.json) return refuseUsage(io, "report", "--apply asks a person, and --json answers a program");
  const no = isApplied ? refuseUnlessPerson(workspace, io, "report --apply") : null;
  if (no !== null) return no;
  const given = args.text("since") ?? "7d";
  const since = readSince(given, workspace.now());
  if (since === null)
    return refuse(io, [
      problem(
        "BAD_INPUT",
        `${JSON.stringify(oneLine(given, 40))} is not a time`,
        "Write 30m, 12h, 7d, 2w, or a date such as 2026-02-16.",
      ),
    ]);
  const report = summariseRows(workspace.home.store.decisions.rows(), since);
  const rules = workspace.home.rules();
  const mode = rules.ok ? rules.value.policy.mode : null;
  const isObserved = report.would_have_stopped.length + report.would_have_asked.length > 0;
  const proposed = isObserved ? seenWork(workspace.home, since) : { intents: [], commands: [] };
  if (isApplied) return applyProposed(workspace, proposed, io);
  if (io.json) io.printJson({ since: since.toISOString(), mode, ...report, proposed });
  else {
    print(report, since, mode, io);
    showProposed(proposed, io);
  }
  return exitCodes.done;
}

function print(report: Report, since: Date, mode: string | null, io: Io): void {
  const { bold, dim, green, red, yellow } = io.color;
  const total = (tallies: readonly Tally[]) => tallies.reduce((sum, one) => sum + one.count, 0);
  io.print(
    `${bold(`Since ${localTime(since.toISOString())}:`)} ${count(report.calls, "call")} in ${count(report.sessions, "session")}`,
  );
  const onlyObserved = [...report.would_have_stopped, ...report.would_have_asked];
  if (report.stopped.length + onlyObserved.length + report.violations.length + report.wrong_safe.length === 0) {
    io.print(
      report.calls === 0
        ? dim("Nothing was called through the gate.")
        : green("Nothing was stopped, and nothing happened that should not."),
    );
  }
  section(`${total(report.stopped)} stopped`, red, report.stopped, io);
  section(
    `${total(report.would_have_stopped)} let pass, but enforcing would have stopped them`,
    yellow,
    report.would_have_stopped,
    io,
  );
  section(
    `${total(report.would_have_asked)} let pass, but enforcing would have asked you`,
    yellow,
    report.would_have_asked,
    io,
  );
  section(
    `${total(report.wrong_safe)} taken for commands that only read; their box stopped what they wrote`,
    yellow,
    report.wrong_safe,
    io,
  );
  if (report.violations.length > 0) {
    io.print(`\n${bold(red(count(report.violations.length, "violation")))}: files changed outside every scope`);
    for (const one of report.violations)
      io.print(
        `  ${dim(localTime(one.timestamp))}  ${oneLine(one.tool, 30)}  ${one.paths
          .slice(0, 5)
          .map((path) => oneLine(path, 60))
          .join("  ")}`,
      );
  }
  if (mode === "observe" && onlyObserved.length === 0)
    io.print(dim("\nObserve mode: nothing so far would have been stopped. `mode: enforce` in policy.yaml ends it."));
}

function section(title: string, paint: (text: string) => string, tallies: readonly Tally[], io: Io): void {
  const { bold, dim } = io.color;
  if (tallies.length === 0) return;
  io.print(`\n${bold(paint(title))}`);
  for (const { what, count: number, sessions, examples } of tallies) {
    io.print(`  ${bold(oneLine(what, 40))}  ${number}×${sessions > 1 ? dim(` in ${sessions} sessions`) : ""}`);
    for (const one of examples) {
      io.print(`    ${dim(`${localTime(one.timestamp)}  ${shortId(one.invocation_id)}  ${oneLine(one.tool, 40)}`)}`);
      if (one.reason) io.print(`      ${oneLine(one.reason, 140)}`);
    }
  }
}
