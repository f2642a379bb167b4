/** Opens the workspace of a folder for the person or program in front of this process. */
import { existsSync } from "node:fs";
import { type Problem, ProblemError } from "@intentgate/documents";
import { openWorkspace, type Workspace, type WorkspaceOptions, whyNotAPerson } from "@intentgate/gate";
import { recordedHostsAt, sidecarMissing, stateDir, unusableState } from "@intentgate/sidecar";
import { exitCodes } from "../command/verb.ts";
import { programFile } from "../program/app-folder.ts";
import { complainAbout, type Io } from "../terminal/io.ts";
import { terminalApprover } from "../terminal/terminal-approver.ts";

export function workspaceHere(
  io: Io,
  folder: string = io.cwd,
  options: Pick<WorkspaceOptions, "env" | "onNotice" | "sessionHost" | "supposed"> = {},
): Workspace {
  const state = stateDir(io.env);
  const unusable = unusableState(state);
  if (unusable !== null) throw new ProblemError([unusable]);
  const terminal = terminalApprover(recordedHostsAt(folder, state));
  return openWorkspace(folder, { ...options, stateDir: state, terminal, program: programFile() });
}

/** For verbs that only a person may use: the exit code to leave with, or null to go on. */
export function refuseUnlessPerson(workspace: Pick<Workspace, "hosts">, io: Io, what: string): number | null {
  const standing = { hasTerminal: io.isTerminal, pid: process.pid, hosts: workspace.hosts };
  const no: Problem | null = whyNotAPerson(what, standing);
  if (no === null) return null;
  complainAbout(io, [no]);
  return exitCodes.denied;
}

/** For verbs that change what a person declared: no terminal is needed (scripts), but no agent may run them. */
export function refuseAgents(workspace: Pick<Workspace, "hosts">, io: Io, what: string): number | null {
  const standing = { hasTerminal: true, pid: process.pid, hosts: workspace.hosts };
  const no = whyNotAPerson(what, standing);
  if (no === null) return null;
  complainAbout(io, [no]);
  return exitCodes.denied;
}

export function personName(io: Io): string {
  return io.env.USER ?? io.env.LOGNAME ?? "person";
}

/** For verbs that read or answer what a governed root keeps: without a sidecar there is nothing to work on. */
export function governedHere(io: Io, folder: string = io.cwd): Workspace {
  const workspace = workspaceHere(io, folder);
  if (!existsSync(workspace.home.sidecar)) throw new ProblemError([sidecarMissing(workspace.home)]);
  return workspace;
}

/** For verbs that change what people declare: the governed workspace, or the exit code where an agent started this. */
export function governedForPeople(io: Io, what: string): Workspace | number {
  const workspace = governedHere(io);
  return refuseAgents(workspace, io, what) ?? workspace;
}
