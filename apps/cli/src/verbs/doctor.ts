/** Checks everything that could be wrong, and says what to do about it. */
import { realpathSync } from "node:fs";
import { formatProblem, ProblemError } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { stateDir } from "@intentgate/sidecar";
import { refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { machineChecks } from "../doctor/checks.ts";
import { lookAll, lookAtRoot, type Report } from "../doctor/examine.ts";
import { bad } from "../doctor/finding.ts";
import type { Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import { workspaceHere } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "doctor",
  usage: ["[--full] [--fix]", "--live [--host NAME]… [--yes]"],
  options: {
    full: flag("verify the whole ledger, not only its newest part"),
    fix: flag("settle calls that were cut off: record what they changed"),
    live: flag("start your agents once each and prove that a call is refused; asks first"),
    host: text("NAME", "with --live: only this agent", { multiple: true }),
    yes: flag("with --live: start them without a question", { short: "y" }),
  },
  examples: {
    "intentgate doctor": "look at the machine, the sidecar, the files, the ledger, intents and sessions",
    "intentgate doctor --live":
      "a canary through the real hooks of each agent set up here, against a model on this machine",
    "intentgate doctor --full --json": "for a script; exit code 1 when there is a problem",
  },
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "doctor", "doctor takes no words");
  if (args.flag("live")) {
    const { runLive } = await import("../live/run-live.ts");
    return runLive(args, io);
  }
  if (args.flag("yes") || args.list("host").length > 0)
    return refuseUsage(io, "doctor", "--host and --yes go with --live");
  const machine = { env: io.env, stateDir: stateDir(io.env), here: realpathSync(io.cwd) };
  const reports = await lookAll(machineChecks, machine);
  const workspace = openOrTell(io, reports);
  if (workspace)
    reports.push(...(await lookAtRoot(workspace, { full: args.flag("full"), fix: args.flag("fix") }, machine)));
  const problems = reports.filter((one) => one.finding.state === "problem").length;
  const warnings = reports.filter((one) => one.finding.state === "warning").length;
  if (io.json)
    io.printJson({
      root: workspace?.home.root ?? null,
      problems,
      warnings,
      checks: reports.map(({ check, finding }) => ({ check, ...finding })),
    });
  else print(reports, problems, warnings, io);
  return problems > 0 ? exitCodes.failed : exitCodes.done;
}

/** What keeps a workspace from being opened is a finding too. */
function openOrTell(io: Io, reports: Report[]): Workspace | null {
  try {
    return workspaceHere(io);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const known = new Set(reports.map((one) => one.finding.message));
    const findings = error.problems.map((it) => bad(formatProblem({ ...it, remedy: "" }), it.remedy));
    reports.push(...findings.filter((one) => !known.has(one.message)).map((finding) => ({ check: "root", finding })));
    return null;
  }
}

function print(reports: readonly Report[], problems: number, warnings: number, io: Io): void {
  const { bold, dim, green, red, yellow } = io.color;
  const width = Math.max(...reports.map((one) => one.check.length));
  for (const { check, finding } of reports) {
    const sign = { ok: green("✔"), note: dim("·"), warning: yellow("!"), problem: red("✖") }[finding.state];
    const [first = "", ...rest] = finding.message.split("\n");
    io.print(`${sign} ${check.padEnd(width)}  ${"remedy" in finding ? first : dim(first)}`);
    const indent = " ".repeat(width + 4);
    for (const line of rest) io.print(`${indent}${line}`);
    if ("remedy" in finding) io.print(`${indent}${bold("→")} ${finding.remedy}`);
  }
  const summary = [
    problems > 0 ? red(count(problems, "problem")) : null,
    warnings > 0 ? yellow(count(warnings, "warning")) : null,
  ].filter((one) => one !== null);
  const isWell = reports.every((one) => one.finding.state === "ok");
  const fine = isWell ? green("All is well.") : "Nothing was found that is wrong.";
  io.print(`\n${summary.length > 0 ? summary.join(", ") : fine}`);
}
