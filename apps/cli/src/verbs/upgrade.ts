/** Brings what an earlier version wrote for agents up to this one, and says beforehand what that would change. */
import { resolve } from "node:path";
import { stateDir } from "@intentgate/sidecar";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { writeLaunchers, writeSettingsOf } from "../hosts/install-hosts.ts";
import { hostsData } from "../hosts/tell-hosts.ts";
import { version } from "../program/version.ts";
import { askYes } from "../terminal/ask-person.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import { planUpgrade, type UpgradePlan } from "../upgrade/upgrade-plan.ts";
import { governedHere, refuseUnlessPerson } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "upgrade",
  usage: ["--check", "[--yes] [--root DIR]"],
  options: {
    check: flag("only say what would change; exit code 1 when something would"),
    yes: flag("without a question", { short: "y" }),
    root: text("DIR", "the repository; by default the one around the present folder"),
  },
  examples: {
    "intentgate upgrade --check": "say what the version you installed would change here",
    "intentgate upgrade": "show it, ask, and do it",
  },
  notes: [
    "Agents work on after an update, and open calls are finished. Sessions and the resident gate follow by themselves with the next event; launchers and settings are what this verb writes.",
    "Going back to an older version works too: install it, and move `.orchestration/sessions` away. Beside sessions that this version went on with an older one refuses every call, and says that they are newer. The ledger stays.",
    "Changing anything is a person's step: it needs a terminal and refuses below an agent. `--check` is for everybody.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "upgrade", "upgrade takes options only");
  const workspace = governedHere(io, resolve(io.cwd, args.text("root") ?? "."));
  const { authoredAt: root, sidecar } = workspace.home;
  const state = stateDir(io.env);
  const isCheck = args.flag("check");
  const no = isCheck ? null : refuseUnlessPerson(workspace, io, "upgrade");
  if (no !== null) return no;
  const planned = planUpgrade(io, { root, sidecar, state });
  if (!planned.ok) return refuse(io, planned.problems);
  const plan = planned.value;
  const [written, following] = [writtenRows(plan), followingRows(plan)];
  const rows = [...written, ...following];
  if (isCheck || written.length === 0) {
    tell(rows, root, isCheck, io);
    return isCheck && rows.length > 0 ? exitCodes.failed : exitCodes.done;
  }
  if (!io.json) show(rows, root, io);
  if (!args.flag("yes") && (io.json || !(await askYes("Bring these up to this version?")))) {
    io.complain("Nothing was changed.");
    return exitCodes.failed;
  }
  if (plan.launchersFrom !== null) writeLaunchers(state, io);
  for (const settings of plan.settings) writeSettingsOf(settings, { root, state });
  if (io.json) io.printJson({ root, version, changed: written.map(asData) });
  else io.print(`${io.color.green("✔")} Launchers and settings are up to date with ${version}.`);
  return exitCodes.done;
}

type Row = [what: string, change: string];

/** What this verb writes. */
function writtenRows({ launchersFrom, settings }: UpgradePlan): Row[] {
  const rows: Row[] = [];
  if (launchersFrom !== null)
    rows.push(["launchers", `were written by version ${launchersFrom}, and are written anew`]);
  for (const plan of settings)
    for (const { file, action } of hostsData(plan).files) rows.push([file, `${action}, as this version does`]);
  return rows;
}

/** What comes by itself with the next event of an agent. */
function followingRows({ oldSessions, otherGate }: UpgradePlan): Row[] {
  const rows: Row[] = [];
  if (oldSessions > 0) {
    const are = oldSessions === 1 ? "is" : "are";
    rows.push([
      "sessions",
      `${count(oldSessions, "session")} ${are} kept as an earlier version did: the next event goes on in the new way, which an older version refuses to read`,
    ]);
  }
  if (otherGate !== null)
    rows.push(["resident gate", `process ${otherGate} is another version: it finishes what it was asked, and ends`]);
  return rows;
}

const asData = ([what, change]: Row) => ({ what, change });

function tell(rows: readonly Row[], root: string, isCheck: boolean, io: Io): void {
  if (io.json) {
    io.printJson({ root, version, ...(isCheck ? { would_change: rows.map(asData) } : { changed: [] }) });
    return;
  }
  if (rows.length === 0) io.print(`${io.color.green("✔")} Everything here is as version ${version} does it.`);
  else {
    show(rows, root, io);
    io.print("Nothing was changed. `intentgate upgrade` writes launchers and settings; the rest follows by itself.");
  }
}

function show(rows: readonly Row[], root: string, io: Io): void {
  const { bold } = io.color;
  io.print(`Version ${version} in ${bold(root)}:\n`);
  for (const line of columns(rows, [{ paint: bold }])) io.print(`  ${line}`);
  io.print("");
}
