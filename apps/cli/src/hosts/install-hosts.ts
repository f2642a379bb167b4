/** The part of `init` that puts the gate in front of hosts. */
import { type Checked, ProblemError } from "@intentgate/documents";
import type { Host, InstallMode } from "@intentgate/hosts";
import { rootStateDir } from "@intentgate/sidecar";
import type { Args } from "../command/verb.ts";
import { stableName, writeLauncher } from "../launcher/launcher.ts";
import { writeServerLauncher } from "../launcher/server-launcher.ts";
import { programFile } from "../program/app-folder.ts";
import type { Io } from "../terminal/io.ts";
import { findHosts, named } from "./find-hosts.ts";
import { hookSettings } from "./hook-settings.ts";
import { type InstallPlan, type PlannedFile, planInstall, planKeepOut } from "./plan-install.ts";
import { everyFile, withoutOurs } from "./plan-removal.ts";
import { openReceipt } from "./receipt.ts";
import { writePlan } from "./write-plan.ts";

export interface InstallPlace {
  root: string;
  /** The user's own folders. */
  home: string;
  state: string;
}

/** Null where no host is wanted or found. */
export function planHosts(args: Args, io: Io, place: InstallPlace): Checked<InstallPlan | null> {
  const { root, state } = place;
  const found = wantedHosts(args, io, place);
  if (!found.ok) return found;
  const hosts = found.value.filter(({ install }) => install.files("personal").length > 0);
  if (hosts.length === 0) return { ok: true, value: null };
  const settings = (mode: InstallMode) => hookSettings(mode, { root, state });
  const known = openReceipt(rootStateDir(state, root)).list();
  const plan = planInstall({ root, mode: args.flag("team") ? "team" : "personal", hosts, settings, known });
  if (!plan.ok || plan.value.mode === "team" || !isPassing(programHere(io))) return plan;
  const warning = "This program lies in npx's cache, which may be emptied: npm install -g intentgate, then init again.";
  return { ok: true, value: { ...plan.value, warnings: [...plan.value.warnings, warning] } };
}

/** What git is told to leave out where no host is wanted, or a person says no to them. */
export function planGitList({ root, state }: InstallPlace): Checked<readonly PlannedFile[]> {
  const settings = (mode: InstallMode) => hookSettings(mode, { root, state });
  return planKeepOut({ root, settings, known: openReceipt(rootStateDir(state, root)).list() });
}

export function wantedHosts(args: Args, io: Io, { root, home }: InstallPlace): Checked<readonly Host[]> {
  if (args.flag("no-hosts")) return { ok: true, value: [] };
  const wanted = args.list("host");
  return wanted.length > 0 ? named(wanted) : findHosts({ root, home, env: io.env });
}

export function installHosts(plan: InstallPlan, io: Io, place: InstallPlace): void {
  if (plan.mode === "personal") writeLaunchers(place.state, io);
  writeSettingsOf(plan, place);
}

export function writeLaunchers(state: string, io: Io): void {
  writeLauncher(state, programHere(io), { env: io.env });
  writeServerLauncher(state, programHere(io), { env: io.env });
}

export function writeSettingsOf(plan: Pick<InstallPlan, "files">, { root, state }: Omit<InstallPlace, "home">): void {
  writePlan(root, plan.files, openReceipt(rootStateDir(state, root)), (path, text) => {
    const left = withoutOurs(everyFile(root), path, text);
    if (!left.ok) throw new ProblemError(left.problems);
    return left.value;
  });
}

/** The name of this program that outlives its version. */
export function programHere(io: Io): string {
  return stableName(programFile(), io.env.PATH ?? "");
}

function isPassing(program: string): boolean {
  return /[\\/]_npx[\\/]/.test(program);
}
