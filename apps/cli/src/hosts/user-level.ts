/**
 * Hooks in the person's own settings. They hold wherever an agent is started: below a root, in its worktrees, in every
 * repository that is governed; elsewhere they say nothing.
 */
import { join } from "node:path";
import { type Checked, ProblemError } from "@intentgate/documents";
import { addTo, hosts as allHosts, type Host, type InstallFile } from "@intentgate/hosts";
import type { Io } from "../terminal/io.ts";
import { userHookSettings } from "./hook-settings.ts";
import { type InstallPlace, writeLaunchers } from "./install-hosts.ts";
import { createEdits, offIn, type PlannedFile } from "./plan-install.ts";
import { planRemoval, type RemovalPlan, withoutOurs } from "./plan-removal.ts";
import { openReceipt } from "./receipt.ts";
import { userFiles } from "./user-files.ts";
import { undoPlan, writePlan } from "./write-plan.ts";

export interface UserPlan {
  /** Those of the wanted ones that have such settings. */
  hosts: readonly Host[];
  files: readonly PlannedFile[];
  warnings: readonly string[];
}

type UserPlace = Pick<InstallPlace, "home" | "state">;

export function planUserLevel(wanted: readonly Host[], { home, state }: UserPlace, io: Io): Checked<UserPlan> {
  const hosts = wanted.filter((host) => userFiles(host, home, io.env).length > 0);
  const ours = hosts.flatMap((host) => userFiles(host, home, io.env));
  const plan = createEdits(home);
  for (const file of ours) plan.edit(file, (text) => addTo(file, text, userHookSettings(state)));
  const { problems, files } = plan.done();
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { hosts, files, warnings: offIn(ours, files, home) } };
}

export function installUserLevel({ files }: UserPlan, { home, state }: UserPlace, io: Io): void {
  writeLaunchers(state, io);
  writePlan(home, files, receiptOf(state), (path, text) => {
    const left = withoutOurs(everyUserFile(home, io.env), path, text);
    if (!left.ok) throw new ProblemError(left.problems);
    return left.value;
  });
}

export function planUserRemoval({ home, state }: UserPlace, env: NodeJS.ProcessEnv): RemovalPlan {
  return planRemoval(home, receiptOf(state).list(), everyUserFile(home, env));
}

export function removeUserLevel({ files }: RemovalPlan, { home, state }: UserPlace): void {
  undoPlan(home, files, receiptOf(state));
}

function everyUserFile(home: string, env: NodeJS.ProcessEnv): InstallFile[] {
  return allHosts.flatMap((host) => [...userFiles(host, home, env)]);
}

function receiptOf(state: string) {
  return openReceipt(join(state, "user"));
}
