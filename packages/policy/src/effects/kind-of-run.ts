/** Which kind of run a command gets, from what was read of it and what the machine can do. */
import type { Effect, Effects, KindOfRun, Reach } from "@intentgate/engine";
import { clientNeed, goesOn, heldLine, isLoopback, needsBoth, needsMore, serves } from "@intentgate/shell";
import type { Policy } from "../policy-file/policy.ts";

export interface RunFacts {
  /** Null where the call runs no command line. */
  command: string | null;
  /** Whoever runs it does not wait for its end. */
  isBehind: boolean;
  /** The words of every program that the line may run. */
  ran: readonly string[];
  runs: "nothing" | "readers" | "programs";
  effects: Pick<Effects, "risk" | "list" | "mutates">;
  isExempt: boolean;
  hasIntent: boolean;
  mode: Policy["containment"]["mode"];
  machine: Machine;
  /** Hosts behind the proxy; none without an intent. */
  reach: Reach | null;
}

/**
 * Whether a command can be contained where it would run, or why not, as the end of a sentence. `floor`: another program
 * runs it, and what that one stands on is what holds. `copies`: no layers can be laid, so only what reads can be, and what
 * can do with copies of folders.
 */
export type Machine = { can: true } | { can: false | "floor" | "copies"; why: string };

/** The order counts: the first that fits. */
export function kindOfRun(facts: RunFacts): KindOfRun {
  const { command, ran, effects, mode, machine } = facts;
  if (command === null || facts.runs === "readers") return { kind: "plain" };
  if (mode === "off") return { kind: "uncontained", why: "the policy switches containment off" };
  if (facts.isExempt) return { kind: "uncontained", why: "the policy exempts this command" };
  const more = facts.reach === null ? moreThanBox(ran, effects) : null;
  if (machine.can === "floor" && (more === null || !effects.mutates))
    return { kind: "uncontained", why: more ?? machine.why };
  if (more !== null) return open(more, mode);
  const isSafe = effects.risk === "SAFE";
  // Without layers there is no network of the session either.
  const isBound = isSafe && machine.can === "copies" && !effects.list.some(({ kind }) => kind === "network");
  if (machine.can !== true && !isBound && !canDoWithCopies(facts)) return open(machine.why, mode);
  if (isSafe) return { kind: "read-only" };
  if (facts.isBehind) return goingOn(`${command} &`, facts);
  if (goesOn(command, ran)) return goingOn(command, facts);
  if (facts.hasIntent && serves(command, ran)) return { kind: "held" };
  const mayExplore = !facts.hasIntent && !effects.list.some(changesForSure);
  return { kind: "rehearsed", keeps: mayExplore ? "nothing" : "scope", reach: facts.reach };
}

/**
 * On copies git's folder is read-only, nothing goes on when the line is over, and no host is reached. What was read, or a
 * person declared, needs none: it is decided on from its words.
 */
function canDoWithCopies({ command, ran, effects, machine, mode, reach, isBehind, hasIntent }: RunFacts): boolean {
  if (machine.can !== "copies" || command === null || reach !== null || !hasIntent) return false;
  if (isBehind || goesOn(command, ran) || serves(command, ran)) return false;
  const { list } = effects;
  if (ran.every((words) => /^git\b/.test(words)) || list.some(({ kind }) => changesGit.has(kind))) return false;
  return mode === "required" || list.some(({ kind }) => kind === "unknown");
}

const changesGit = new Set<Effect["kind"]>(["git_metadata", "git_tree", "loss", "override"]);

const GOES_ON = "it goes on when the call is over";

function goingOn(command: string, { hasIntent, mode }: RunFacts): KindOfRun {
  if (!hasIntent) return open(GOES_ON, mode);
  if (heldLine(command) !== null) return { kind: "held" };
  if (!needsBoth(command)) return open(GOES_ON, mode);
  const instead =
    "Start the server in its own call, as a whole line that ends with `&`; what uses it comes in the next call and reaches it.";
  return { kind: "refused", why: "a part of it goes on when the call is over, and a part does not", instead };
}

/** What was to be held and cannot be is decided on as one that is not contained. */
export function notHeld(why: string, mode: RunFacts["mode"]): KindOfRun {
  return open(`it cannot be held: ${why}`, mode);
}

/** What was to run on copies and cannot. */
export function notOnCopies(why: string, mode: RunFacts["mode"]): KindOfRun {
  return open(`it cannot run on copies, and no layers can be laid: ${why}`, mode);
}

function open(why: string, mode: RunFacts["mode"]): KindOfRun {
  return mode === "required" ? { kind: "refused", why, instead: null } : { kind: "uncontained", why };
}

/** What is not understood and reaches out would only fail in a box: nobody would be asked, and nothing be done. */
function moreThanBox(ran: readonly string[], effects: RunFacts["effects"]): string | null {
  const isUnknown = effects.risk === "UNKNOWN";
  return needsMore(ran) ?? reachedBy(effects) ?? (isUnknown ? clientNeed(ran) : null);
}

function reachedBy({ list }: Pick<Effects, "list">): string | null {
  const reached = list.find((effect) => effect.kind === "network" && !isLoopback(effect.target));
  return reached?.kind === "network" ? `it reaches ${reached.target}` : null;
}

function changesForSure({ kind }: Effect): boolean {
  return kind !== "read" && kind !== "run" && kind !== "unknown";
}
