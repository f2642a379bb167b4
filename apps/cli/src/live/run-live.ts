/** `doctor --live`: proves for each host, with a call that must be refused, that its hooks are run and heeded. */
import { type Checked, problem } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { hosts } from "@intentgate/hosts";
import { refuse } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { named } from "../hosts/find-hosts.ts";
import { hostStandings, type Standing } from "../hosts/host-standing.ts";
import { askYes } from "../terminal/ask-person.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere, refuseAgents } from "../workspace/workspace-here.ts";
import { findProgram } from "./find-program.ts";
import { fireCanary } from "./fire-canary.ts";
import { liveData, showPlan, type Trial, type Tried, tellLive } from "./tell-live.ts";

const WITHIN_MS = 75_000;

export async function runLive(args: Args, io: Io): Promise<number> {
  const workspace = governedHere(io);
  const no = refuseAgents(workspace, io, "doctor --live");
  if (no !== null) return no;
  const trials = chooseTrials(args.list("host"), workspace, io);
  if (!trials.ok) return refuse(io, trials.problems);
  if (trials.value.length === 0) {
    const message = "there is no agent to try: none is set up here";
    return refuse(io, [problem("NOT_FOUND", message, "Put the gate before yours: `intentgate init`.")]);
  }
  const starting = trials.value.filter(({ program }) => program !== null);
  if (starting.length > 0 && !args.flag("yes")) {
    if (!io.isTerminal || io.json) {
      const message = `this would start ${starting.map(({ standing }) => standing.host.title).join(", ")}, and there is no terminal to ask on`;
      return refuse(io, [problem("BAD_INPUT", message, "Say yes beforehand: `intentgate doctor --live --yes`.")]);
    }
    showPlan(starting, workspace.home.root, WITHIN_MS, io);
    if (!(await askYes("Start them?"))) return exitCodes.failed;
  }
  const tried = await tryAll(trials.value, workspace, io);
  if (io.json) io.printJson(liveData(workspace.home.root, tried));
  else tellLive(tried, io);
  const isWell = ({ verdict, standing }: Tried) => verdict.kind === "denied" && standing.steered.length === 0;
  return tried.every(isWell) ? exitCodes.done : exitCodes.failed;
}

/** Those that are named; else those that are set up here. */
function chooseTrials(wanted: readonly string[], workspace: Workspace, io: Io): Checked<Trial[]> {
  const chosen = wanted.length > 0 ? named(wanted) : null;
  if (chosen && !chosen.ok) return chosen;
  const { root } = workspace.home;
  const standings = hostStandings({ root, state: workspace.stateDir, env: io.env });
  const isWanted = ({ host, isSetUp }: Standing) => (chosen ? chosen.value.includes(host) : isSetUp);
  const trials = standings.filter(isWanted).flatMap((standing) => {
    const { live } = standing.host;
    return "untried" in live ? [] : [{ standing, live, ...findProgram(standing.host, live, root, io.env) }];
  });
  for (const { title, live } of chosen?.value ?? []) {
    if (!("untried" in live)) continue;
    const known = hosts.flatMap((host) => ("untried" in host.live ? [] : [host.name])).join(", ");
    const message = `${title} cannot be started by this: ${live.untried}`;
    return { ok: false, problems: [problem("BAD_INPUT", message, `These can be tried: ${known}.`)] };
  }
  return { ok: true, value: trials };
}

async function tryAll(trials: readonly Trial[], workspace: Workspace, io: Io): Promise<Tried[]> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  try {
    const tried: Tried[] = [];
    for (const trial of trials) tried.push(await tryOne(trial, workspace, io, stopped.signal));
    return tried;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}

async function tryOne(trial: Trial, workspace: Workspace, io: Io, signal: AbortSignal): Promise<Tried> {
  const { live, standing } = trial;
  const { host } = standing;
  const silences = [...standing.steered, ...standing.silences];
  const untried = (why: string) => ({ ...trial, silences, ms: 0, verdict: { kind: "untried" as const, why } });
  if (trial.program === null) return untried(trial.why);
  const { program } = trial;
  if (signal.aborted) return untried("broken off");
  if (!io.json) io.print(io.color.dim(`Starting ${host.title} (${program}) …`));
  const began = Date.now();
  const verdict = await fireCanary({ host, live, program, workspace, env: io.env, withinMs: WITHIN_MS, signal });
  return { ...trial, verdict, silences, ms: Date.now() - began };
}
