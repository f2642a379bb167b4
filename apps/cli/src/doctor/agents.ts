/** Whether agents reach the gate: the gate that stays, and the hooks in their settings. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plainLine } from "@intentgate/documents";
import { doubtedHosts, gatePlace, sessionsOnFloor, type Workspace } from "@intentgate/gate";
import { type Gated, otherHooks } from "@intentgate/hosts";
import { type GovernedRoot, liveSessions } from "@intentgate/sidecar";
import { LAST_ERROR } from "../gate/run-gate.ts";
import { agentWords } from "../hosts/agent-words.ts";
import { aroundHost } from "../hosts/around-host.ts";
import { gatedAgents, standingPlace } from "../hosts/gated-agents.ts";
import type { StandingPlace } from "../hosts/host-standing.ts";
import { launcherAsks, launcherVersion } from "../launcher/launcher.ts";
import { version } from "../program/version.ts";
import { bad, type Check, type Finding, note, ok, type Patient, warning } from "./finding.ts";

/** Of programs that run outside of any box: whatever they do, they do as the person. */
export const UNCONTAINED =
  "what agents run outside of the box is not contained: code that was allowed to run there can pose as you and answer for you";

export const containment: Check<Patient> = {
  name: "containment",
  look: async ({ stateDir, workspace, root }) => [
    await ownCommands(workspace, root),
    ...(process.getuid?.() === 0 ? [note(AS_ROOT)] : []),
    note(UNCONTAINED),
    ...doubtedHosts(root).map(([host, at]) =>
      warning(
        `${host} ran a command outside the box that was to run in it (${at}): RAN_UNBOXED. What cannot be read asks there`,
        `See what rewrites or drops its commands (another hook, an old version), then \`intentgate doctor --live --host ${host}\`, which proves it anew (or \`intentgate box trust ${host}\`).`,
      ),
    ),
    ...floors(stateDir, liveSessions(workspace)),
  ],
};

/** A box closes keys and what the gate keeps; of other people's files it closes none. */
const AS_ROOT =
  "this is root: what a contained command writes is held as for anybody, what it reads is not, and root reads the files of everybody";

/** What `call`, `run` and checks of intents start. */
async function ownCommands(workspace: Workspace, root: GovernedRoot): Promise<Finding> {
  const rules = root.lastRules();
  const mode = rules.ok ? rules.value.policy.containment.mode : "on";
  if (mode === "off") return note("commands are not contained, by the policy of this root");
  const machine = await workspace.machine();
  if (machine.can === true) return ok(`commands that Intentgate starts itself run in a box (${machine.with})`);
  const which =
    machine.can === false
      ? "no command can be contained here"
      : `only what reads, and on copies of folders what cannot be read, can be contained here (${machine.with})`;
  const why = `${which}: ${machine.why}`;
  const refused = machine.can === false ? "commands are refused" : "others are refused";
  return mode === "required"
    ? bad(`${why}; the policy requires it, so ${refused}`, machine.remedy)
    : note(`${why}. ${machine.remedy}`);
}

/** Below a session on a floor, what is allowed to run can still change files, but nothing that steers the gate. */
function floors(stateDir: string, live: readonly { id: string }[]): Finding[] {
  const onFloor = sessionsOnFloor(stateDir);
  const standing = live.filter(({ id }) => onFloor.has(id)).length;
  if (live.length === 0) return [];
  return [note(`${standing} of ${live.length} sessions at work are on a floor: \`intentgate start\``)];
}

export const residentGate: Check<Patient> = {
  name: "resident gate",
  look({ stateDir, root }) {
    const rules = root.lastRules();
    if (rules.ok && rules.value.policy.resident === "off") return [ok("off, by the policy of this root")];
    if (rules.ok && rules.value.policy.follow_up === "run")
      return [ok("not used here: `follow_up: run` needs the environment of the agent")];
    const written = launcherVersion(stateDir);
    if (written === null) return [ok("not used: no agent was set up with personal settings on this machine")];
    if (written !== version) return [otherVersion(written)];
    if (!launcherAsks(stateDir)) return [noTransport];
    const { running, folder } = gatePlace(stateDir);
    const pid = running();
    return [
      ok(pid === null ? "not running; the next event of an agent starts it" : `running (process ${pid})`),
      ...lastError(join(folder, LAST_ERROR)),
    ];
  },
};

function otherVersion(written: string): Finding {
  return warning(
    `the launcher was written by version ${written}, and this is ${version}: every event gets a process of its own`,
    "The next event of an agent brings it up to date; `intentgate init` does so at once.",
  );
}

const noTransport = warning(
  "there was neither perl nor OpenBSD's netcat when the launcher was written: every event gets a process of its own",
  "Install perl, then run `intentgate init` again.",
);

function lastError(file: string): Finding[] {
  if (!existsSync(file)) return [];
  const [first = ""] = readFileSync(file, "utf8").split("\n");
  return [warning(`it broke off once: ${first}`, `Report it, then remove ${file}.`)];
}

/** Whether the agents here are gated in the folder where the person stands. */
export const hostHooks: Check<Patient> = {
  name: "agents",
  look({ workspace, here, env }) {
    const place = standingPlace(workspace, here, env);
    const agents = gatedAgents(place);
    return agents.length === 0
      ? [note("no agent was found, and none was set up; `intentgate init` puts the gate in front of one")]
      : agents.flatMap((agent) => [...judgeAgent(agent), ...besides(agent, place)]);
  },
};

/** No reason to call it not gated: they may only look on. */
function besides({ host, isSetUp }: Gated, place: StandingPlace): Finding[] {
  const others = isSetUp ? otherHooks(host, aroundHost(host, place, "root")) : [];
  return others.map(({ where, runs }) =>
    warning(
      `${host.title} asks another hook about calls too, which may change them: ${plainLine(runs, 120)} (${where})`,
      "Look at what it does; a call that it rewrites is not the one that the gate has seen.",
    ),
  );
}

/** An agent that nobody set up is a person's choice; one that was set up and is not gated is a fault. */
function judgeAgent(agent: Gated): Finding[] {
  const words = agentWords(agent);
  if (agent.answer === "proved live") return [ok(words)];
  if (agent.answer === "nothing found against it") return [note(words)];
  const judge = agent.isSetUp ? bad : warning;
  return agent.reasons.map(({ why, where, remedy }) => judge(`${words}: ${why} (${where})`, remedy));
}
