/** The commands by which a host shows that it runs what it is given in the place of a command, and what they have shown. */
import type { Workspace } from "@intentgate/gate";
import type { Host, LiveHost } from "@intentgate/hosts";
import type { Step } from "@intentgate/scripted-model";
import { aroundHost } from "../hosts/around-host.ts";

export interface BoxTrial {
  steps: readonly Step[];
  /** In a start of its own, where the rule is one of the host's first words. */
  apart: readonly Step[];
  /** In the box nothing of it stays, as no intent is taken. */
  given: string;
  /** A rule of the host's own denies it: with another line in its place the rule would not fit any more. */
  ruled: string;
  /** How that command begins. */
  denied: readonly string[];
  /** Comes after it in a start of its own, and shows that it was asked for, and that not all commands are refused there. */
  beside: string | null;
  /** The host is not given its line. */
  withheld: string;
  /** What the first of them leaves in the root where it runs outside the box. */
  leaves: string;
}

export function createBoxTrial(mark: string, live: LiveHost): BoxTrial {
  const leaves = `${mark}.made`;
  // What they print stands in no command as it is printed.
  const says = (word: string) => `printf "%s%s\\n" ${mark} -${word}`;
  const given = piped(`${says("given")}; : > ${leaves}`);
  const denied = ["printf", "%s%s", mark];
  const ruled = `${denied.join(" ")} -ruled | sort`;
  const withheld = piped(says("withheld"));
  const steps = (...commands: string[]) => commands.map((one): Step => ({ calls: [live.runs(one)] }));
  const all = { given, ruled, denied, withheld, leaves };
  if (live.takesRules === "in files") return { ...all, beside: null, steps: steps(given, ruled, withheld), apart: [] };
  const beside = `printf %s-%s ${mark} beside | sort`;
  return { ...all, beside, steps: steps(given, withheld), apart: steps(ruled, beside) };
}

/** Nobody reads what a shell is given so. */
function piped(script: string): string {
  return `printf "%s\\n" '${script}' | sort | sh`;
}

interface Place {
  workspace: Workspace;
  startedIn: string;
  env: NodeJS.ProcessEnv;
}

/** Why this host is given no line here; null: it is. */
export async function whyNoLine(host: Host, live: LiveHost, { workspace, startedIn, env }: Place) {
  if (!host.can.rewrite) return "no hook of it may change a command";
  const { home } = workspace;
  const rules = home.lastRules();
  if (!rules.ok) return "the rules of this root cannot be read";
  const { policy } = rules.value;
  if (policy.containment.mode === "off") return "the policy switches containment off";
  if (policy.mode === "observe" || home.pauses.active()) return "the gate only observes";
  if (policy.approval.mode === "strict") return "the policy asks about every command";
  const machine = await workspace.machine();
  if (machine.can !== true) return machine.why;
  const { name } = live.runs("");
  const around = aroundHost(host, { root: home.root, startedIn, env }, "root");
  const own = host.rules(
    { tool: name, command: createBoxTrial("intentgate-canary", live).given, startedWith: [] },
    around,
    env,
  );
  // The trial is started without a sandbox of the host's.
  if (own.kind === "none" || own.kind === "allowed" || own.kind === "sandboxed") return null;
  return own.kind === "matched" ? `a rule of its own fits (${own.where}: ${own.rule})` : `${own.where}: ${own.why}`;
}

export type BoxProof =
  /** `rule`: whether a rule of the host's own was tried too. */
  { kind: "proved"; rule: boolean } | { kind: "failed"; why: string } | { kind: "untried"; why: string };

/** Of one of the commands. */
export interface Shown {
  /** What the model read of it; null where it did not run. */
  said: string | null;
  /** The gate's no. */
  no: string | null;
  isUnboxed: boolean;
}

export interface BoxFacts {
  given: Shown;
  ruled: Shown;
  /** Null where the given one is beside the one that a rule denies. */
  beside: Shown | null;
  withheld: Shown;
  /** What only a run outside leaves is there. */
  wasLeft: boolean;
}

export function judgeBox({ given, ruled, beside, withheld, wasLeft }: BoxFacts): BoxProof {
  const failed = (why: string): BoxProof => ({ kind: "failed", why });
  if (given.isUnboxed) return failed("it dropped the line that it was given, and ran the command itself");
  if (wasLeft) return failed("it ran the command itself, and nobody was told");
  if (given.said === null) return { kind: "untried", why: given.no ?? "the host did not run the command" };
  if (!given.said.includes("Nothing of this run was kept")) return failed("the model did not read what the box said");
  if (ruled.said !== null) return failed("its own rule against a command did not act");
  if (withheld.isUnboxed) return { kind: "proved", rule: ruled.no === null && beside?.said !== null };
  return withheld.said === null
    ? { kind: "untried", why: withheld.no ?? "the host did not run the command without a line" }
    : failed("it ran a command outside the box, and the gate was not told of its end");
}
