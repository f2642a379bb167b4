/** Whether the events of agents are answered by the gate that stays, and if not, why. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gatePlace } from "@intentgate/gate";
import { LAST_ERROR } from "../gate/run-gate.ts";
import { launcherAsks, launcherVersion } from "../launcher/launcher.ts";
import { version } from "../program/version.ts";
import { type Check, type Finding, ok, type Patient, warning } from "./finding.ts";

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
