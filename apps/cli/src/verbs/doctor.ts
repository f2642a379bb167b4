/** Checks everything that could be wrong, and says what to do about it. */
import { existsSync } from "node:fs";
import { formatProblem, ProblemError } from "@intentgate/documents";
import { stateDir, type Workspace } from "@intentgate/workspace";
import { machineChecks, rootChecks } from "../doctor/checks.ts";
import { bad, type Check, type Finding, type Patient, warning } from "../doctor/finding.ts";
import type { Io } from "../io.ts";
import { count } from "../one-line.ts";
import { refuseUsage } from "../refuse.ts";
import { type Args, exitCodes, type Verb } from "../verb.ts";
import { workspaceHere } from "../workspace-here.ts";

export const verb: Verb = {
  name: "doctor",
  summary: "check everything that could be wrong and say the remedy",
  usage: ["[--full] [--fix]"],
  options: {
    full: { type: "boolean", help: "verify the whole ledger, not only its newest part" },
    fix: { type: "boolean", help: "settle calls that were cut off: record what they changed" },
  },
  examples: [
    { run: "intentgate doctor", does: "look at the machine, the sidecar, the files, the ledger, intents and sessions" },
    { run: "intentgate doctor --full --json", does: "for a script; exit code 1 when there is a problem" },
  ],
  run,
};

interface Told {
  check: string;
  finding: Finding;
}

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "doctor", "doctor takes no words");
  const machine = { env: io.env, stateDir: stateDir(io.env) };
  const told = await lookAll(machineChecks, machine);
  const workspace = openOrTell(io, told);
  if (workspace) told.push(...(await lookAtRoot(workspace, args, { ...machine })));
  const problems = told.filter((one) => one.finding.state === "problem").length;
  const warnings = told.filter((one) => one.finding.state === "warning").length;
  if (io.json)
    io.printJson({
      root: workspace?.home.root ?? null,
      problems,
      warnings,
      checks: told.map(({ check, finding }) => ({ check, ...finding })),
    });
  else print(told, problems, warnings, io);
  return problems > 0 ? exitCodes.failed : exitCodes.done;
}

/** What keeps a workspace from being opened is a finding too. */
function openOrTell(io: Io, told: Told[]): Workspace | null {
  try {
    return workspaceHere(io);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const known = new Set(told.map((one) => one.finding.message));
    const findings = error.problems.map((it) => bad(formatProblem({ ...it, remedy: "" }), it.remedy));
    told.push(...findings.filter((one) => !known.has(one.message)).map((finding) => ({ check: "root", finding })));
    return null;
  }
}

async function lookAtRoot(
  workspace: Workspace,
  args: Args,
  machine: Pick<Patient, "env" | "stateDir">,
): Promise<Told[]> {
  const root = workspace.home;
  if (!root.registered && !existsSync(root.sidecar)) {
    return [
      {
        check: "root",
        finding: warning(`${root.root} is not governed`, "To put it under the gate: `intentgate init`."),
      },
    ];
  }
  const patient: Patient = {
    ...machine,
    workspace,
    root,
    full: args.flag("full"),
    fix: args.flag("fix"),
    now: workspace.now(),
  };
  return lookAll(rootChecks, patient);
}

/** A check that fails has found something: what it could not look at. */
async function lookAll<On>(checks: readonly Check<On>[], on: On): Promise<Told[]> {
  const told: Told[] = [];
  for (const { name, look } of checks) {
    try {
      told.push(...(await look(on)).map((finding) => ({ check: name, finding })));
    } catch (error) {
      const problems = error instanceof ProblemError ? error.problems : null;
      const what = problems
        ? problems.map((it) => formatProblem({ ...it, remedy: "" })).join("\n")
        : `this could not be checked: ${error instanceof Error ? error.message : error}`;
      told.push({ check: name, finding: bad(what, problems?.[0]?.remedy ?? "Look at the file or folder it names.") });
    }
  }
  return told;
}

function print(told: readonly Told[], problems: number, warnings: number, io: Io): void {
  const { bold, dim, green, red, yellow } = io.color;
  const width = Math.max(...told.map((one) => one.check.length));
  for (const { check, finding } of told) {
    const sign = { ok: green("✔"), warning: yellow("!"), problem: red("✖") }[finding.state];
    const [first = "", ...rest] = finding.message.split("\n");
    io.print(`${sign} ${check.padEnd(width)}  ${finding.state === "ok" ? dim(first) : first}`);
    const indent = " ".repeat(width + 4);
    for (const line of rest) io.print(`${indent}${line}`);
    if (finding.state !== "ok") io.print(`${indent}${bold("→")} ${finding.remedy}`);
  }
  const summary = [
    problems > 0 ? red(count(problems, "problem")) : null,
    warnings > 0 ? yellow(count(warnings, "warning")) : null,
  ].filter((one) => one !== null);
  io.print(summary.length > 0 ? `\n${summary.join(", ")}` : `\n${green("All is well.")}`);
}
