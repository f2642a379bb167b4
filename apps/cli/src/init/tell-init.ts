/** What `init` did, and what comes next. */
import type { Problem } from "@intentgate/documents";
import type { Gated } from "@intentgate/hosts";
import type { CommandWrites, Policy } from "@intentgate/policy";
import type { GovernedRoot, RootRules } from "@intentgate/sidecar";
import { exitCodes } from "../command/verb.ts";
import { agentData, tellAgents } from "../hosts/agent-words.ts";
import type { InstallPlan } from "../hosts/plan-install.ts";
import { hostsData, tellHosts, tellUserLevel } from "../hosts/tell-hosts.ts";
import type { UserPlan } from "../hosts/user-level.ts";
import { columns } from "../terminal/columns.ts";
import { complainAbout, type Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import type { WrittenFile } from "../workspace/write-new-files.ts";
import type { ChosenRoot } from "./choose-root.ts";

export interface InitDone extends ChosenRoot {
  written: readonly { name: string; action: "wrote" | "kept" }[];
  wasRegistered: boolean;
  declared: readonly CommandWrites[];
  /** Hosts that installs reach without a question. */
  reached: readonly string[];
  /** What was asked for and could not be done, as the file was there already. */
  wanted: { observe: boolean; traces: readonly string[]; example: boolean };
  /** The example hooks; empty where nobody asked for them. */
  hooks: readonly WrittenFile[];
  /** Git's list of what stays out, where it was edited for this alone. */
  gitList: { files: readonly string[]; problems: readonly Problem[] };
  /** Null where no agent was found or wanted. */
  hosts: InstallPlan | null;
  /** The person's own settings. */
  everywhere: { plan: UserPlan; isDone: boolean };
  /** After all that. */
  agents: readonly Gated[];
}

export function tellInit(done: InitDone, home: GovernedRoot, io: Io): number {
  const rules = home.rules();
  const mode = rules.ok ? rules.value.policy.mode : null;
  const notes = notesFor(done, mode);
  const next = nextCommand(rules.ok ? rules.value : null);
  if (io.json) {
    io.printJson({
      root: done.root,
      mode,
      files: filesOf(done).map(({ path, action }) => ({ file: path, action })),
      declared: done.declared.map((one) => one.run),
      reached: done.reached,
      was_registered: done.wasRegistered,
      hosts: done.hosts === null ? null : hostsData(done.hosts),
      user_settings: userData(done.everywhere),
      agents: done.agents.map(agentData),
      notes,
      problems: rules.ok ? [] : rules.problems,
      next: next.run,
    });
    return rules.ok ? exitCodes.done : exitCodes.failed;
  }
  print(done, mode, notes, io);
  if (done.hosts !== null) tellHosts(done.hosts, isGated(done), io);
  tellUserLevel(done.everywhere, io);
  tellAgents(done.agents, io);
  if (rules.ok) {
    io.print(`\n${next.why}\n  ${io.color.bold(next.run)}`);
    return exitCodes.done;
  }
  complainAbout(io, rules.problems);
  io.complain("Until this is mended, every change through the gate is refused. `intentgate doctor` checks all files.");
  return exitCodes.failed;
}

function filesOf({ written, gitList, hooks }: InitDone): WrittenFile[] {
  return [
    ...written.map(({ name, action }) => ({ path: `.orchestration/${name}`, action })),
    ...gitList.files.map((path) => ({ path, action: "wrote" as const })),
    ...hooks,
  ];
}

function userData({ plan, isDone }: InitDone["everywhere"]) {
  const files = plan.files.map(({ path }) => `~/${path}`);
  return { hosts: plan.hosts.map(({ name }) => name), written: isDone ? files : [], offered: isDone ? [] : files };
}

/** As far as files tell. */
function isGated({ agents }: InitDone): boolean {
  return agents.every(({ answer }) => answer !== "NOT GATED HERE");
}

function nextCommand(rules: RootRules | null): { run: string; why: string } {
  if (rules === null) return { run: "intentgate doctor", why: "Next, see what is broken:" };
  if (rules.intents.size > 0) return { run: "intentgate status", why: "Next, look at where things stand:" };
  const run = 'intentgate intent new --name "JWT login" --scope "src/auth/**" --start';
  return { run, why: "Next, declare what an agent may work on:" };
}

function notesFor({ worktree, written, wanted, hooks, gitList }: InitDone, mode: Policy["mode"] | null): string[] {
  const notes: string[] = [];
  if (worktree) notes.push(`${worktree} is a linked worktree: all worktrees share the main one's .orchestration.`);
  if (wanted.observe && mode === "enforce") {
    notes.push("policy.yaml was kept, and its mode is enforce: write `mode: observe` there to observe.");
  }
  if (wanted.example && written.some((one) => one.name === "active_intents.yaml" && one.action === "kept")) {
    notes.push("active_intents.yaml was kept, so no example was added.");
  }
  for (const { message } of gitList.problems)
    notes.push(`${message}: on a branch without .orchestration/.gitignore git will show what the machine writes.`);
  const kept = hooks.filter(({ action }) => action === "kept").length;
  if (kept > 0) notes.push(`${count(kept, "file")} of the example hooks existed and stayed as they are.`);
  if (hooks.length > 0) {
    notes.push("No hook runs before you looked at it: `intentgate hooks trust`.");
    notes.push("scripts/hooks/register_hooks.sh needs `intentgate` on the PATH, or its place in INTENTGATE_BIN.");
  }
  return notes;
}

function print(done: InitDone, mode: Policy["mode"] | null, notes: readonly string[], io: Io): void {
  const { bold, dim, green, yellow } = io.color;
  const files = filesOf(done);
  const changed = !done.wasRegistered || files.some((one) => one.action === "wrote");
  const stands = isGated(done) ? "is under the gate" : "is registered";
  if (changed) io.print(`${green("✔")} ${bold(done.root)} ${stands}.`);
  else io.print(`${bold(done.root)} ${stands} already; nothing was changed.`);
  const declared = done.declared.length > 0 ? `, ${count(done.declared.length, "command")} declared` : "";
  const reached = done.reached.length > 0 ? `, ${count(done.reached.length, "host")} for installs` : "";
  const about: Record<string, string> = {
    ".orchestration/active_intents.yaml": "what agents may work on; commit it",
    ".orchestration/policy.yaml": `rules${declared}${reached}; commit it`,
    ".orchestration/policy-tests.yaml": "what these rules add up to: `intentgate policy test`; commit it",
    ".orchestration/.gitignore": "keeps what the machine writes out of git",
    ...Object.fromEntries(done.gitList.files.map((path) => [path, "the same on branches without that file"])),
  };
  const rows = files.map(({ path, action }) => [action, path, about[path] ?? ""]);
  const paintAction = (text: string) => (text === "wrote" ? green(text) : dim(text));
  for (const line of columns(rows, [{ paint: paintAction }, {}, { paint: dim }])) io.print(`  ${line}`);
  if (mode === "observe") {
    io.print(
      yellow("  observe mode: nothing is refused but control files; `intentgate report` shows what would have been."),
    );
    const [trace] = done.wanted.observe || !changed ? [] : done.wanted.traces;
    if (trace !== undefined)
      io.print(
        `  It begins so because agents work here already (${trace}); \`mode: enforce\` in policy.yaml, or \`init --enforce\`, refuses from the start.`,
      );
  }
  for (const note of notes) io.print(`  ${note}`);
  if (changed) for (const line of QUESTIONS) io.print(dim(`  ${line}`));
}

const QUESTIONS = [
  "Inside a taken intent the gate says yes for the agent, so that nobody is asked twice (`speak_for_host` in policy.yaml).",
  "Questions go to the page, the editor or `intentgate approvals watch` where one is open, else to the agent's own dialog;",
  "where nobody is there the call is refused, and the request stays open for 15 minutes. A change without an intent is",
  "a question too where one of those is open: one yes declares an intent for it.",
];
