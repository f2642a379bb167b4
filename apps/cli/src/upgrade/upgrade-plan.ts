/** What stands here as another version of this program left it, and what this one would do about it. */
import { join } from "node:path";
import type { Checked } from "@intentgate/documents";
import { gatePlace } from "@intentgate/gate";
import { countOldJournals, rootStateDir } from "@intentgate/sidecar";
import { readText } from "@intentgate/world";
import { programIdentity, RUNNING_PROGRAM } from "../gate/program-identity.ts";
import { hookSettings } from "../hosts/hook-settings.ts";
import { hostStandings } from "../hosts/host-standing.ts";
import { programHere } from "../hosts/install-hosts.ts";
import { type InstallPlan, planInstall } from "../hosts/plan-install.ts";
import { openReceipt } from "../hosts/receipt.ts";
import { isLauncherCurrent, launcherVersion } from "../launcher/launcher.ts";
import { isServerLauncherCurrent } from "../launcher/server-launcher.ts";
import type { Io } from "../terminal/io.ts";

export interface UpgradePlace {
  root: string;
  sidecar: string;
  state: string;
}

export interface UpgradePlan {
  /** Which version wrote them; null where they are as this one writes them, or are not used. */
  launchersFrom: string | null;
  settings: readonly InstallPlan[];
  /** Sessions whose next event an older program can no longer follow. */
  oldSessions: number;
  /** The process of another version that answers agents; null where there is none. */
  otherGate: number | null;
}

export function planUpgrade(io: Io, { root, sidecar, state }: UpgradePlace): Checked<UpgradePlan> {
  const settings: InstallPlan[] = [];
  const standings = hostStandings({ root, mainRoot: root, startedIn: root, state, env: io.env });
  for (const mode of ["personal", "team"] as const) {
    const hosts = standings.filter((standing) => standing.mode === mode).map(({ host }) => host);
    const known = openReceipt(rootStateDir(state, root)).list();
    const plan = planInstall({ root, mode, hosts, settings: (as) => hookSettings(as, { root, state }), known });
    if (!plan.ok) return plan;
    // Git's list is in both plans.
    const isPlanned = (path: string) => settings.some((one) => one.files.some((file) => file.path === path));
    const files = plan.value.files.filter(({ path }) => !isPlanned(path));
    if (files.length > 0) settings.push({ ...plan.value, files });
  }
  const oldSessions = countOldJournals(sidecar);
  return {
    ok: true,
    value: { launchersFrom: otherLaunchers(io, state), settings, oldSessions, otherGate: otherGate(state) },
  };
}

function otherLaunchers(io: Io, state: string): string | null {
  const written = launcherVersion(state);
  if (written === null) return null;
  const options = { env: io.env };
  const program = programHere(io);
  const areCurrent = isLauncherCurrent(state, program, options) && isServerLauncherCurrent(state, program, options);
  return areCurrent ? null : written;
}

/** One that does not say which program it is was started by a version that did not say so yet. */
function otherGate(state: string): number | null {
  const { folder, running } = gatePlace(state);
  const pid = running();
  return pid === null || readText(join(folder, RUNNING_PROGRAM)) === programIdentity() ? null : pid;
}
