/** `doctor --live`: proves for each host, with a call that must be refused, that its hooks are run and heeded. */
import { realpathSync } from "node:fs";
import { type Checked, problem } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { hosts } from "@intentgate/hosts";
import { refuse } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { named } from "../hosts/find-hosts.ts";
import { gatedHere, proofs, provedBy, standingPlace } from "../hosts/gated-agents.ts";
import { hostStandings, type Standing, type StandingPlace } from "../hosts/host-standing.ts";
import { askYes } from "../terminal/ask-person.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere, refuseAgents } from "../workspace/workspace-here.ts";
import { findProgram } from "./find-program.ts";
import { fireCanary } from "./fire-canary.ts";
import type { Verdict } from "./judge.ts";
import { liveData, showPlan, type Trial, type Tried, tellLive } from "./tell-live.ts";

const WITHIN_MS = 75_000;

export async function runLive(args: Args, io: Io): Promise<number> {
  const workspace = governedHere(io);
  const no = refuseAgents(workspace, io, "doctor --live");
  if (no !== null) return no;
  const place = standingPlace(workspace, realpathSync(io.cwd), io.env);
  const trials = chooseTrials(args.list("host"), place);
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
    showPlan(starting, place.startedIn, WITHIN_MS, io);
    if (!(await askYes("Start them?"))) return exitCodes.failed;
  }
  const tried = await tryAll(trials.value, { workspace, place, io });
  if (io.json) io.printJson(liveData(workspace.home.root, tried));
  else tellLive(tried, io);
  const isBoxed = tried.every(({ verdict }) => verdict.kind !== "denied" || verdict.box.kind !== "failed");
  const isProved = tried.every(({ gated }) => gated.answer === "proved live");
  return isProved && isBoxed ? exitCodes.done : exitCodes.failed;
}

/** Those that are named; else those that are set up here. */
function chooseTrials(wanted: readonly string[], place: StandingPlace): Checked<Trial[]> {
  const chosen = wanted.length > 0 ? named(wanted) : null;
  if (chosen && !chosen.ok) return chosen;
  const standings = hostStandings(place);
  const isWanted = ({ host, isSetUp }: Standing) => (chosen ? chosen.value.includes(host) : isSetUp);
  const trials = standings.filter(isWanted).flatMap((standing) => {
    const { live } = standing.host;
    return "untried" in live ? [] : [{ standing, live, ...findProgram(standing.host, place.root, place.env) }];
  });
  for (const { title, live } of chosen?.value ?? []) {
    if (!("untried" in live)) continue;
    const known = hosts.flatMap((host) => ("untried" in host.live ? [] : [host.name])).join(", ");
    const message = `${title} cannot be started by this: ${live.untried}`;
    return { ok: false, problems: [problem("BAD_INPUT", message, `These can be tried: ${known}.`)] };
  }
  return { ok: true, value: trials };
}

interface Trying {
  workspace: Workspace;
  place: StandingPlace;
  io: Io;
}

async function tryAll(trials: readonly Trial[], trying: Trying): Promise<Tried[]> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  try {
    const tried: Tried[] = [];
    for (const trial of trials) tried.push(await tryOne(trial, trying, stopped.signal));
    return tried;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}

async function tryOne(trial: Trial, trying: Trying, signal: AbortSignal): Promise<Tried> {
  const { workspace, place, io } = trying;
  const { live, standing } = trial;
  const { host } = standing;
  const began = Date.now();
  const ended = (verdict: Verdict): Tried => ({
    ...{ ...trial, verdict, gated: gatedHere(standing, place), ms: Date.now() - began },
  });
  if (trial.program === null) return ended({ kind: "untried", why: trial.why });
  const { program } = trial;
  if (signal.aborted) return ended({ kind: "untried", why: "broken off" });
  if (!io.json) io.print(io.color.dim(`Starting ${host.title} (${program}) …`));
  const { startedIn, env } = place;
  const hasOwnHooks = standing.levels.some(({ level }) => level === "user");
  const firing = { host, live, program, workspace, hasOwnHooks, startedIn, env, withinMs: WITHIN_MS, signal };
  // Taken before: what changes while it runs is not what was tried.
  let by = provedBy(host, program, place);
  let verdict = await fireCanary(firing);
  // Some complete their settings when they are first started: what they are then is tried once more.
  const after = provedBy(host, program, place);
  if (verdict.kind === "denied" && after.settings !== by.settings) {
    by = after;
    verdict = await fireCanary(firing);
  }
  if (verdict.kind === "denied") proofs(place).keep({ ...by, at: workspace.now().toISOString() });
  else if (verdict.kind !== "untried") proofs(place).forget(by);
  return ended(verdict);
}
