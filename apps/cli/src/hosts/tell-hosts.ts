/** What would be and what was changed for hosts, in words. */
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import type { InstallPlan, PlannedFile } from "./plan-install.ts";

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

export function tellHosts(plan: InstallPlan, io: Io): void {
  const { bold, dim, green, yellow } = io.color;
  const { files, warnings } = hostsData(plan);
  const names = plan.hosts.map(({ title }) => title).join(", ");
  if (files.length === 0) io.print(`  ${names}: the gate is in front already.`);
  else io.print(`${green("✔")} The gate is in front of ${bold(names)}.`);
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
