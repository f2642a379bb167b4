/** Puts a repository under the gate: writes the sidecar's first files and registers the root. */
import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Checked, ProblemError, problem } from "@intentgate/documents";
import { installSettings } from "@intentgate/gate";
import { hostNames } from "@intentgate/hosts";
import { addIntent, type CommandWrites, proposeCommands } from "@intentgate/policy";
import { proposeHosts } from "@intentgate/shell";
import { createRootRegistry, createSidecar, recordedHostsAt, stateDir, unusableState } from "@intentgate/sidecar";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { tracesOfAgents } from "../hosts/find-hosts.ts";
import { gatedAgents, standingPlace } from "../hosts/gated-agents.ts";
import {
  type InstallPlace,
  installHosts,
  planGitList,
  planHosts,
  wantedHosts,
  writeSettingsOf,
} from "../hosts/install-hosts.ts";
import type { InstallPlan, PlannedFile } from "../hosts/plan-install.ts";
import { showPlan, showUserPlan } from "../hosts/tell-hosts.ts";
import { homeOf } from "../hosts/user-files.ts";
import { installUserLevel, planUserLevel, type UserPlan } from "../hosts/user-level.ts";
import { chooseRoot } from "../init/choose-root.ts";
import {
  exampleHooks,
  exampleIntent,
  ignoreText,
  intentsText,
  locksOf,
  policyTestsText,
  policyText,
  projectTexts,
} from "../init/first-files.ts";
import { tellInit } from "../init/tell-init.ts";
import { askLine } from "../terminal/ask-person.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { refuseAgents, workspaceHere } from "../workspace/workspace-here.ts";
import { writeNewFiles } from "../workspace/write-new-files.ts";

export const verb: Verb = {
  name: "init",
  usage: [
    "[--yes] [--user] [--host NAME]… [--no-hosts] [--team] [--example] [--observe | --enforce] [--hooks] [--root DIR]",
  ],
  options: {
    yes: flag("take what is proposed, without a question", { short: "y" }),
    user: flag("hooks in your own settings too: they hold in subfolders, worktrees and every governed repository"),
    host: text("NAME", "put the gate in front of this agent, found or not", { multiple: true }),
    "no-hosts": flag("touch no agent's settings"),
    team: flag("write settings to be committed, the same for everybody, instead of your own"),
    example: flag("begin with an example intent, INT-001"),
    observe: flag("refuse nothing yet: record what would have been refused"),
    enforce: flag("refuse from the start, although agents work here already"),
    hooks: flag("also write three example event hooks with their scripts"),
    root: text("DIR", "the folder to govern; by default the repository's top folder"),
  },
  examples: {
    "intentgate init":
      "look at the project, ask what to declare, write .orchestration/, put the gate in front of your agents",
    "intentgate init --yes --user": "the same without a question, in your own settings too: recommended",
    "intentgate init --host claude-code --team": "the same for one agent, in settings for the whole team",
    "intentgate init --yes --observe": "for a trial: nothing is stopped, `intentgate report` shows what would be",
    "intentgate init --yes --enforce": "the other way round, where agents work already",
    "intentgate init --hooks": "three example event hooks; none runs before `intentgate hooks trust`",
  },
  notes: [
    "Recommended: --user. Several agents read no settings from above the folder they are started in, so hooks of a project leave subfolders and worktrees open. Hooks in your own settings hold there too, and say nothing in folders that nobody governs. --yes alone writes nothing in your home folder; `intentgate uninit --user` takes it out again.",
    `Agents are found by their programs on the path and their files here or in your home folder: ${hostNames.join(", ")}. Settings are edited, not replaced: all but the entries of Intentgate stays byte for byte, and \`intentgate uninit\` takes them out again. INTENTGATE_HOSTS=a,b names the agents instead of looking; INTENTGATE_HOSTS=none finds none.`,
    "Writes .orchestration/active_intents.yaml, policy.yaml (and with it policy-tests.yaml) and .gitignore where they are missing, names what the machine writes in .git/info/exclude as well, for branches without that ignore file, and notes this root in your state folder, so that removing .orchestration does not open the gate. Files that exist are kept.",
    "Where agents work already it begins in observe mode, unless --enforce is given: the repository has settings of one (.claude, .codex …), or notes for one (CLAUDE.md, AGENTS.md …) that is on this machine. There nothing is refused but control files, and `intentgate report` proposes what to declare.",
    "Commit active_intents.yaml, policy.yaml and policy-tests.yaml. All worktrees of a repository share the main worktree's .orchestration.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0)
    return refuseUsage(io, "init", `init takes no words: ${oneLine(args.words.join(" "), 60)}`);
  if (args.flag("no-hosts") && (args.flag("team") || args.flag("user") || args.list("host").length > 0))
    return refuseUsage(io, "init", "--no-hosts excludes --host, --team and --user");
  if (args.flag("observe") && args.flag("enforce")) return refuseUsage(io, "init", "--observe excludes --enforce");
  const state = stateDir(io.env);
  const named = args.text("root");
  const folder = named === undefined ? io.cwd : resolve(io.cwd, named);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return refuse(io, [
      problem("BAD_INPUT", `${oneLine(folder)} is not a folder`, "Name a folder that exists: `--root DIR`."),
    ]);
  }
  const unusable = unusableState(state);
  if (unusable !== null) return refuse(io, [unusable]);
  const no = refuseAgents({ hosts: recordedHostsAt(folder, state) }, io, "init");
  if (no !== null) return no;
  const registry = createRootRegistry(state);
  const chosen = chooseRoot({
    folder,
    isNamed: named !== undefined,
    registered: registry.list(),
    home: homeOf(io.env),
  });
  if (!chosen.ok) return refuse(io, chosen.problems);

  const { root } = chosen.value;
  const place = { root, home: homeOf(io.env), state };
  const hosts = planHosts(args, io, place);
  if (!hosts.ok) return refuse(io, hosts.problems);
  const gitList = planGitList(place);
  const user = planUser(args, io, place);
  if (!user.ok) return refuse(io, user.problems);
  const sidecar = join(root, ".orchestration");
  const isNew = ["active_intents.yaml", "policy.yaml", ".gitignore"].some((name) => !isThere(join(sidecar, name)));
  // Before anything of ours is written: agents that work here already are not stopped in the middle of it.
  const traces = args.flag("enforce") ? [] : tracesOfAgents({ root, home: place.home, env: io.env });
  const observes = args.flag("observe") || traces.length > 0;
  const proposed = isThere(join(sidecar, "policy.yaml")) ? [] : proposeCommands(projectTexts(root));
  const settings = installSettings({ root, cwd: root, home: place.home, env: io.env });
  const reached = isThere(join(sidecar, "policy.yaml")) ? [] : proposeHosts(locksOf(root), settings);
  const here = hosts.value?.files ?? (gitList.ok ? gitList.value : []);
  const edits = [...here, ...(args.flag("user") ? user.value.files : [])];
  const isChange = isNew || !registry.list().includes(root) || edits.length > 0;
  if (isChange && !args.flag("yes") && (!io.isTerminal || io.json)) return refuseToGuess(root, proposed, edits, io);
  const taken = args.flag("yes") || (await wantsCommands(proposed, io));
  if (taken === null) return stopped(io);
  const isReached = args.flag("yes") || (await wantsReach(reached, io));
  if (isReached === null) return stopped(io);
  const isPut = args.flag("yes") || (await wantsHosts(hosts.value, io));
  if (isPut === null) return stopped(io);
  const installed = isPut ? hosts.value : null;
  const mayAsk = isPut && !args.flag("yes") && io.isTerminal && !io.json;
  const isEverywhere = args.flag("user") || (mayAsk && (await wantsUserLevel(user.value, io)));
  if (isEverywhere === null) return stopped(io);

  const written = createSidecar(sidecar, [
    { name: "active_intents.yaml", text: args.flag("example") ? withExample() : intentsText },
    {
      name: "policy.yaml",
      text: policyText(observes ? "observe" : "enforce", proposed, taken, {
        hosts: reached,
        taken: isReached,
      }),
    },
    // Rules that somebody else wrote may add up to something else.
    ...(isThere(join(sidecar, "policy.yaml")) ? [] : [{ name: "policy-tests.yaml", text: policyTestsText }]),
    { name: ".gitignore", text: ignoreText },
  ]);
  const wasRegistered = registry.list().includes(root);
  await registry.add(root);
  const wanted = { observe: args.flag("observe"), traces, example: args.flag("example") };
  const hooks = args.flag("hooks") ? writeNewFiles(root, exampleHooks()) : [];
  // A list that cannot be edited stops no agent: the ignore file in the sidecar does it on branches that have it.
  const keptOut = installed === null && gitList.ok ? gitList.value : [];
  if (installed) installHosts(installed, io, place);
  else writeSettingsOf({ files: keptOut }, place);
  if (isEverywhere) installUserLevel(user.value, place, io);
  const declared = taken ? proposed : [];
  const everywhere = { plan: user.value, isDone: isEverywhere };
  const startedIn = realpathSync(folder);
  const agents = gatedAgents(standingPlace(workspaceHere(io, startedIn), startedIn, io.env));
  const done = {
    ...chosen.value,
    written,
    wasRegistered,
    declared,
    reached: isReached ? reached : [],
    wanted,
    hooks,
    gitList: {
      files: keptOut.map(({ path }) => path),
      problems: installed === null && !gitList.ok ? gitList.problems : [],
    },
    hosts: installed,
    everywhere,
    agents,
  };
  return tellInit(done, workspaceHere(io, root).home, io);
}

/** Settings in the home folder that cannot be edited stop nothing that nobody asked for. */
function planUser(args: Args, io: Io, place: InstallPlace): Checked<UserPlan> {
  const wanted = wantedHosts(args, io, place);
  const plan = wanted.ok ? planUserLevel(wanted.value, place, io) : wanted;
  return plan.ok || args.flag("user") ? plan : { ok: true, value: { hosts: [], files: [], warnings: [] } };
}

function refuseToGuess(
  root: string,
  proposed: readonly CommandWrites[],
  files: readonly PlannedFile[],
  io: Io,
): number {
  const edits = files.length > 0 ? `, edit ${files.map(({ path }) => path).join(", ")}` : "";
  const what = proposed.length > 0 ? ` and declare ${proposed.map((one) => `\`${one.run}\``).join(", ")}` : "";
  const message = `this would put ${root} under the gate${edits}${what}, and there is no terminal to ask on`;
  return refuse(io, [problem("BAD_INPUT", message, "Say yes beforehand: `intentgate init --yes`.")]);
}

/** Null when the person broke off instead of answering. */
async function wantsCommands(proposed: readonly CommandWrites[], io: Io): Promise<boolean | null> {
  if (proposed.length === 0) return true;
  const { bold, dim } = io.color;
  io.print("This project has commands that agents will want to run:\n");
  const rows = proposed.map(({ run, writes }) => [
    run,
    writes.length > 0 ? `may write ${writes.join(" ")}` : "writes nothing",
  ]);
  for (const line of columns(rows, [{ paint: bold }, { paint: dim }])) io.print(`  ${line}`);
  io.print("");
  const answer = await askLine("Let agents run them without a question? [y/N] ");
  return answer === null ? null : ["y", "yes"].includes(answer.toLowerCase());
}

/** Null as above. */
async function wantsReach(hosts: readonly string[], io: Io): Promise<boolean | null> {
  if (hosts.length === 0) return true;
  io.print(`Its lock files and settings name where packages come from: ${hosts.join(", ")}`);
  const answer = await askLine("Let installs in a box reach them without a question? [y/N] ");
  return answer === null ? null : ["y", "yes"].includes(answer.toLowerCase());
}

/** Null as above; nothing to change is nothing to ask about. */
async function wantsHosts(plan: InstallPlan | null, io: Io): Promise<boolean | null> {
  if (plan === null || plan.files.length === 0) return true;
  showPlan(plan, io);
  const answer = await askLine("Put the gate in front of them? [Y/n] ");
  return answer === null ? null : ["", "y", "yes"].includes(answer.toLowerCase());
}

async function wantsUserLevel(plan: UserPlan, io: Io): Promise<boolean | null> {
  if (plan.files.length === 0) return false;
  showUserPlan(plan, io);
  const answer = await askLine("Put it into your own settings too (recommended)? [Y/n] ");
  return answer === null ? null : ["", "y", "yes"].includes(answer.toLowerCase());
}

function stopped(io: Io): number {
  io.complain("\nNothing was written.");
  return exitCodes.failed;
}

function withExample(): string {
  const text = addIntent(intentsText, exampleIntent);
  if (!text.ok) throw new ProblemError(text.problems);
  return text.value;
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
