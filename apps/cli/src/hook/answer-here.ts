/** Finds the root that an event belongs to, opens it, and answers. */
import { existsSync, fstatSync } from "node:fs";
import { resolve } from "node:path";
import { isatty } from "node:tty";
import { ProblemError } from "@intentgate/documents";
import type { Notice } from "@intentgate/engine";
import {
  answerHostEvent,
  governedTargets,
  openWorkspace,
  type Workspace,
  type WorkspaceOptions,
} from "@intentgate/gate";
import type { HeardEvent, Host, Reply } from "@intentgate/hosts";
import { createRootRegistry, findRoot, homeOfUser, otherState, stateDir } from "@intentgate/sidecar";
import { hostProcess } from "@intentgate/world";
import { programFile } from "../program/app-folder.ts";

export interface Asked {
  /** The root that the settings of a project name; null where the event's folder says it. */
  root: string | null;
  /** From the settings of a user: folders that nobody governs are none of our business. */
  user: boolean;
}

/** Who asks, and where a workspace comes from: opened anew in a process of its own, kept open in a gate that stays. */
export interface Opened {
  stateDir: string;
  env: Readonly<Record<string, string | undefined>>;
  userHome(): string | null;
  /** Taken where neither the settings nor the event name a folder. */
  folder: string;
  /** The host's process: what it starts does not speak for a person. */
  caller: number;
  /** How long the host has been waiting already. */
  waitedMs: number;
  open(folders: readonly string[], options: WorkspaceOptions): Workspace;
}

/** Below what the host waits, so that a question that nobody answered still becomes a refusal. */
const SPARE_MS = 10_000;

export async function answerHere(host: Host, event: HeardEvent, { root, user }: Asked, opened: Opened): Promise<Reply> {
  const { stateDir: state, env, userHome, folder: own, caller, waitedMs, open } = opened;
  const folder = root === null ? (event.cwd ?? own) : resolve(own, root);
  const doubt = otherState({ folder, stateDir: state, env, userHome });
  if (doubt !== null) throw new ProblemError([doubt]);
  const folders = user && !isGoverned(folder, state) ? governedTargets(event, folder, state) : [folder];
  if (folders.length === 0) return host.tell({ model: null, person: null }, event);
  const heard: Notice[] = [];
  const options: WorkspaceOptions = {
    stateDir: state,
    ownerPid: caller,
    longestApprovalMs: host.can.waitsMs - SPARE_MS - waitedMs,
    program: programFile(),
    onNotice: (notice) => void heard.push(notice),
  };
  const workspace = open(folders, options);
  workspace.hosts.record(caller);
  return answerHostEvent(workspace, host, event, heard);
}

/** For a process that the host started for this one event. */
export function openHere(): Opened {
  // Somebody who tries this out in a terminal is no host: their shell may go on answering for a person.
  const caller = isTerminal(1) || isTerminal(2) ? process.pid : (hostProcess(process.pid) ?? process.ppid);
  return {
    stateDir: stateDir(process.env),
    env: process.env,
    userHome: homeOfUser,
    folder: process.cwd(),
    caller,
    waitedMs: 0,
    open: openWorkspace,
  };
}

/** Asked of the file first: node need not load what it knows of terminals for a pipe. */
function isTerminal(file: number): boolean {
  return fstatSync(file).isCharacterDevice() && isatty(file);
}

/** Also where a sidecar came with a clone: it may not allow, and it may forbid. */
function isGoverned(folder: string, state: string): boolean {
  const found = findRoot(folder, createRootRegistry(state));
  return found.registered || existsSync(found.sidecar);
}
