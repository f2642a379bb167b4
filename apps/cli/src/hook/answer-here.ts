/** Finds the root that an event belongs to, opens it, and answers. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isatty } from "node:tty";
import type { HeardEvent, Host, Reply } from "@intentgate/hosts";
import {
  answerHostEvent,
  createRootRegistry,
  findRoot,
  hostProcess,
  type Notice,
  openWorkspace,
  stateDir,
} from "@intentgate/workspace";
import { programFile } from "../app-folder.ts";
import type { HookArgs } from "./run-hook.ts";

/** Below what the host waits, so that a question that nobody answered still becomes a refusal. */
const SPARE_MS = 10_000;

export async function answerHere(host: Host, event: HeardEvent, { root, user }: HookArgs): Promise<Reply> {
  const folder = root === null ? (event.cwd ?? process.cwd()) : resolve(root);
  const state = stateDir(process.env);
  if (user && !isGoverned(folder, state)) return host.tell({ model: null, person: null }, event);
  // Somebody who tries this out in a terminal is no host: their shell may go on answering for a person.
  const caller = isatty(1) || isatty(2) ? process.pid : (hostProcess(process.pid) ?? process.ppid);
  const heard: Notice[] = [];
  const workspace = openWorkspace(folder, {
    stateDir: state,
    ownerPid: caller,
    longestApprovalMs: host.can.waitsMs - SPARE_MS,
    program: programFile(),
    onNotice: (notice) => void heard.push(notice),
  });
  workspace.hosts.record(caller);
  return answerHostEvent(workspace, host, event, heard);
}

/** Also where a sidecar came with a clone: it may not allow, and it may forbid. */
function isGoverned(folder: string, state: string): boolean {
  const found = findRoot(folder, createRootRegistry(state));
  return found.registered || existsSync(found.sidecar);
}
