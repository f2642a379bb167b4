/** Whether a branch may be merged: for the check of a pull request. */
import { checkLedger } from "@intentgate/sidecar";
import { branchFaults, type Fault } from "../branch/branch-faults.ts";
import { baseOption, branchHere, rangeText } from "../branch/branch-here.ts";
import { annotations, sarif } from "../branch/fault-forms.ts";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { version } from "../program/version.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { governedHere } from "../workspace/workspace-here.ts";

const forms = ["text", "github", "sarif"];

export const verb: Verb = {
  name: "check",
  usage: ["[--base BRANCH] [--allow-people] [--format text|github|sarif]"],
  options: {
    base: baseOption,
    "allow-people": flag("lines that no agent is known to have written may stand without an intent"),
    format: text("FORM", "text, github (annotations of a workflow) or sarif; by default text"),
  },
  examples: {
    "intentgate check --base main":
      "exit code 1 where lines have no intent, an intent is open, or the ledger is not sound",
    "intentgate check --base origin/main --format github": "the same as annotations, in a workflow of GitHub",
  },
  notes: [
    "Only what is committed counts: what was written elsewhere is known once it was shared (`intentgate trace share`).",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "check", "check takes no words");
  const form = args.text("format") ?? "text";
  if (!forms.includes(form)) return refuseUsage(io, "check", `${JSON.stringify(oneLine(form, 40))} is no form`);
  const workspace = governedHere(io);
  const work = branchHere(workspace, args, io);
  if (!work.ok) return refuse(io, work.problems);
  const options = { mayBePeoples: args.flag("allow-people") };
  const faults = branchFaults(workspace, work.value, await checkLedger(workspace.home), options);
  const { lines, files, intents } = work.value;
  if (form === "sarif") io.printJson(sarif(faults, version));
  else if (io.json) io.printJson({ sound: faults.length === 0, lines, files, faults });
  else if (form === "github") for (const line of annotations(faults)) io.print(line);
  else {
    const all = `${count(lines, "added line")} in ${count(files, "file")}, ${count(intents.length, "intent")}`;
    for (const line of render(faults, all, io.color)) io.print(line);
  }
  return faults.length === 0 ? exitCodes.done : exitCodes.failed;
}

function render(faults: readonly Fault[], all: string, { bold, dim, green, red }: Io["color"]): string[] {
  if (faults.length === 0)
    return [`${green("✔")} ${bold("Every line has its intent, and every intent is complete:")} ${all}.`];
  return [
    `${red("✖")} ${bold(`${count(faults.length, "reason")} not to merge:`)} ${all}.`,
    ...faults.flatMap(({ place, message, remedy, ...range }) => [
      `  ${bold(`${oneLine(place, 160)}:${rangeText(range)}`)}  ${oneLine(message, 240)}`,
      `    ${dim(oneLine(remedy, 240))}`,
    ]),
  ];
}
