/** Whether the agents set up here will run our hooks, as far as their settings tell; `doctor --live` proves it. */
import { hostStandings, type Standing } from "../hosts/host-standing.ts";
import { bad, type Check, type Finding, ok, type Patient, warning } from "./finding.ts";

export const hostHooks: Check<Patient> = {
  name: "agents",
  look: ({ root, stateDir, env }) => judge(hostStandings({ root: root.root, state: stateDir, env })),
};

function judge(standings: readonly Standing[]): Finding[] {
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
