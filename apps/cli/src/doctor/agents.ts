/** Whether agents reach the gate: the gate that stays, and the hooks in their settings. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gatePlace } from "@intentgate/gate";
import { LAST_ERROR } from "../gate/run-gate.ts";
import { hostStandings, type Standing } from "../hosts/host-standing.ts";
import { launcherAsks, launcherVersion } from "../launcher/launcher.ts";
import { version } from "../program/version.ts";
import { bad, type Check, type Finding, ok, type Patient, warning } from "./finding.ts";

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

/** Whether the agents set up here will run our hooks, as far as their settings tell; `doctor --live` proves it. */
export const hostHooks: Check<Patient> = {
  name: "agents",
  look: ({ root, stateDir, env }) => judgeStandings(hostStandings({ root: root.root, state: stateDir, env })),
};

function judgeStandings(standings: readonly Standing[]): Finding[] {
  const here = standings.filter(({ isSetUp }) => isSetUp);
  if (here.length === 0) return [ok("the gate stands in no agent's settings here; `intentgate init` puts it there")];
  const troubles = here.flatMap(({ host, silences, steered }) => [
    ...steered.map(({ where, why, remedy }) => bad(`${why} (${where})`, remedy)),
    ...silences.map(({ where, why, remedy }) => warning(`${host.title}: ${why} (${where})`, remedy)),
  ]);
  const quiet = here
    .filter(({ silences, steered }) => silences.length === 0 && steered.length === 0)
    .map(({ host }) => host.title);
  const fine = ok(`${quiet.join(", ")}: the settings are right; \`intentgate doctor --live\` shows that they count`);
  return quiet.length > 0 ? [fine, ...troubles] : troubles;
}
