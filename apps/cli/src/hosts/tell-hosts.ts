/** What would be and what was changed for hosts, in words. */
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import type { InstallPlan, PlannedFile } from "./plan-install.ts";
import type { UserPlan } from "./user-level.ts";

const actionOf = ({ before, after }: PlannedFile) => (before === null ? "write" : after === null ? "remove" : "edit");

/** Before anything is written, for the question whether it shall be. */
export function showPlan({ hosts, files, mode }: InstallPlan, io: Io): void {
  const { bold, dim } = io.color;
  io.print(`The gate can be put in front of ${bold(hosts.map(({ title }) => title).join(", "))}:\n`);
  const rows = files.map((file) => [actionOf(file), file.path]);
  for (const line of columns(rows, [{ paint: dim }])) io.print(`  ${line}`);
  const kept = mode === "personal" ? "These stay out of git (.git/info/exclude)." : "Commit these for your team.";
  io.print(
    dim(`\n  Everything else in these files stays as it is; \`intentgate uninit\` takes it out again. ${kept}\n`),
  );
}

export function showUserPlan({ hosts, files }: UserPlan, io: Io): void {
  const { bold, dim } = io.color;
  io.print(
    `In your own settings the gate also holds in subfolders, worktrees and every repository that is governed:\n`,
  );
  for (const line of columns(homeRows(files), [{ paint: dim }])) io.print(`  ${line}`);
  io.print(dim(`\n  For ${bold(titles(hosts))}. In folders that nobody governs it says nothing.\n`));
}

/** What was done in the person's own settings, or how it would be. */
export function tellUserLevel({ plan, isDone }: { plan: UserPlan; isDone: boolean }, io: Io): void {
  const { hosts, files, warnings } = plan;
  const { bold, green, yellow } = io.color;
  if (hosts.length === 0) return;
  if (!isDone && files.length === 0) io.print(`  ${titles(hosts)}: the gate is in your own settings already.`);
  else if (!isDone) io.print(`\n${offer}\n  ${bold("intentgate init --user")}`);
  if (!isDone) return;
  io.print(`${green("✔")} The gate is in your own settings, for ${bold(titles(hosts))}.`);
  for (const line of columns(homeRows(files), [{ paint: green }])) io.print(`  ${line}`);
  for (const warning of warnings) io.print(yellow(`  ~/${warning}`));
  for (const { title, install } of files.length === 0 ? [] : hosts)
    for (const step of install.trustSteps("user")) io.print(`  ${bold(title)}: ${step}`);
}

const offer = "These settings hold where an agent reads them. For subfolders, worktrees and every governed repository:";

const titles = (hosts: readonly { title: string }[]) => hosts.map(({ title }) => title).join(", ");

const homeRows = (files: readonly PlannedFile[]) => files.map((file) => [actionOf(file), `~/${file.path}`]);

export interface HostsData {
  hosts: readonly string[];
  files: readonly { file: string; action: string }[];
  steps: readonly { host: string; steps: readonly string[] }[];
  warnings: readonly string[];
}

export function hostsData({ mode, hosts, byTeam, files, warnings }: InstallPlan): HostsData {
  return {
    hosts: hosts.map(({ name }) => name),
    files: files.map((file) => ({ file: file.path, action: actionOf(file) })),
    steps: hosts.map(({ name, install }) => ({ host: name, steps: install.trustSteps(mode) })),
    warnings: [...warnings, ...byTeam.map(({ title }) => `${title} is set up by settings that your team committed.`)],
  };
}

/** `isGated`: nothing speaks against the agents here being gated. */
export function tellHosts(plan: InstallPlan, isGated: boolean, io: Io): void {
  const { bold, dim, green, yellow } = io.color;
  const { files, warnings } = hostsData(plan);
  const names = plan.hosts.map(({ title }) => title).join(", ");
  if (files.length === 0) io.print(`  ${names}: the settings are as they should be already.`);
  else
    io.print(
      `${green("✔")} ${isGated ? "The gate is in front of" : "The hooks are in the settings of"} ${bold(names)}.`,
    );
  const done: Record<string, string> = { write: "wrote", edit: "edited", remove: "removed" };
  for (const line of columns(
    files.map(({ file, action }) => [done[action] ?? action, file]),
    [{ paint: green }],
  ))
    io.print(`  ${line}`);
  for (const warning of warnings) io.print(yellow(`  ${warning}`));
  if (files.length === 0) return;
  for (const { title, install } of plan.hosts) {
    const steps = install.trustSteps(plan.mode);
    if (steps.length > 0) io.print(`\n  ${bold(title)} needs you once:`);
    for (const [at, step] of steps.entries()) io.print(`    ${at + 1}. ${step}`);
  }
  io.print(dim("\n  A running agent reads its settings at its next start."));
}
