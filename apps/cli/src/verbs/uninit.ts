/** Takes out of the settings of hosts what `init` wrote there. */
import { resolve } from "node:path";
import type { Workspace } from "@intentgate/gate";
import { rootStateDir } from "@intentgate/sidecar";
import { refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { stopGate } from "../gate/stop-gate.ts";
import { planRemoval, type RemovalPlan } from "../hosts/plan-removal.ts";
import { openReceipt } from "../hosts/receipt.ts";
import { homeOf } from "../hosts/user-files.ts";
import { planUserRemoval, removeUserLevel } from "../hosts/user-level.ts";
import { undoPlan } from "../hosts/write-plan.ts";
import { removeLauncher } from "../launcher/launcher.ts";
import { removeServerLauncher } from "../launcher/server-launcher.ts";
import { purge } from "../storage/purge.ts";
import { askYes } from "../terminal/ask-person.ts";
import { columns } from "../terminal/columns.ts";
import { complainAbout, type Io } from "../terminal/io.ts";
import { refuseUnlessPerson, workspaceHere } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "uninit",
  usage: ["[--yes] [--forget] [--purge] [--user] [--root DIR]"],
  options: {
    yes: flag("without a question", { short: "y" }),
    forget: flag("also take this root off your list of governed ones"),
    purge: flag("forget this root, and delete what the state folder holds of it; asks about the ledger too"),
    user: flag("also out of your own settings; done by itself when the last root goes"),
    root: text("DIR", "the repository; by default the one around the present folder"),
  },
  examples: {
    "intentgate uninit": "show what would be taken out, ask, and do it",
    "intentgate uninit --forget": "the same, and govern this root no longer",
    "intentgate uninit --purge": "the same, and leave nothing behind but what people wrote",
  },
  notes: [
    "A settings file that nobody changed since `init` becomes what it was, byte for byte; of another one only the entries of Intentgate go. `.orchestration` stays: it is yours. With `--purge` one question more is asked: whether what the gate wrote there goes too, the ledger among it. `--yes` is no yes to that.",
    "This is a person's step: it needs a terminal and refuses below an agent.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "uninit", "uninit takes options only");
  const workspace = workspaceHere(io, resolve(io.cwd, args.text("root") ?? "."));
  const no = refuseUnlessPerson(workspace, io, "uninit");
  if (no !== null) return no;
  const root = workspace.home.authoredAt;
  const receipt = openReceipt(rootStateDir(workspace.stateDir, root));
  const plan = planRemoval(root, receipt.list());
  const home = { home: homeOf(io.env), state: workspace.stateDir };
  const isForgotten = args.flag("forget") || args.flag("purge");
  const isLast = isForgotten && workspace.registry.list().every((one) => one === root);
  const user = args.flag("user") || isLast ? planUserRemoval(home, io.env) : { files: [], problems: [] };
  if (!io.json) show(plan, user, root, io);
  const isChange = plan.files.length + user.files.length > 0;
  if (isChange && !args.flag("yes") && (io.json || !(await askYes("Take the gate out of these?")))) {
    io.complain("Nothing was changed.");
    return exitCodes.failed;
  }
  undoPlan(root, plan.files, receipt);
  removeUserLevel(user, home);
  if (isForgotten) await workspace.registry.remove(root);
  // What agents start is one for all roots; without any left nobody starts it.
  if (workspace.registry.list().length === 0) {
    removeLauncher(workspace.stateDir);
    removeServerLauncher(workspace.stateDir);
    await stopGate(workspace.stateDir);
  }
  const problems = [...plan.problems, ...user.problems];
  const files = [...plan.files, ...user.files.map((file) => ({ ...file, path: `~/${file.path}` }))];
  tell({ files, problems }, isForgotten, workspace, io);
  if (args.flag("purge")) await purge(workspace, !args.flag("yes"), io);
  return problems.length === 0 ? exitCodes.done : exitCodes.failed;
}

function show(here: RemovalPlan, user: RemovalPlan, root: string, io: Io): void {
  const { bold, dim } = io.color;
  if (here.files.length === 0) io.print("No settings of agents name the gate here.");
  for (const [where, { files }] of [
    [root, here],
    ["your home folder", user],
  ] as const) {
    if (files.length === 0) continue;
    io.print(`In ${bold(where)}:\n`);
    for (const line of columns(files.map(rowOf), [{ paint: dim }])) io.print(`  ${line}`);
    io.print("");
  }
}

function rowOf({ path, after }: RemovalPlan["files"][number]): [action: string, path: string] {
  return [after === null ? "remove" : "edit", path];
}

function tell({ files, problems }: RemovalPlan, isForgotten: boolean, { home }: Workspace, io: Io): void {
  if (io.json) {
    const changed = files.map(rowOf).map(([action, file]) => ({ file, action }));
    io.printJson({ root: home.authoredAt, files: changed, forgotten: isForgotten, problems });
    return;
  }
  const { green } = io.color;
  if (files.length > 0) io.print(`${green("✔")} Your agents work without the gate from their next start on.`);
  if (isForgotten) io.print(`${green("✔")} ${home.authoredAt} is governed no longer; .orchestration stays as it is.`);
  complainAbout(io, problems);
}
