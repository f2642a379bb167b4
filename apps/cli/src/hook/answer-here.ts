/** Finds the root that an event belongs to, opens it, and answers. */
import { existsSync, fstatSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { isatty } from "node:tty";
import { ProblemError } from "@intentgate/documents";
import type { Notice } from "@intentgate/engine";
import {
  admitSession,
  answerHostEvent,
  type CommandRules,
  type FromOutside,
  fromOutside,
  leaveFloors,
  openWorkspace,
  type StandsOn,
  sessionOf,
  type Workspace,
  type WorkspaceOptions,
} from "@intentgate/gate";
import { type Around, type HeardEvent, type Host, hostNamed, type Reply } from "@intentgate/hosts";
import {
  createRootRegistry,
  findRoot,
  homeOfUser,
  otherState,
  recordedHostsAt,
  stateDir,
  unusableState,
} from "@intentgate/sidecar";
import { ancestorsOf, commandLine, hostProcess } from "@intentgate/world";
import { aroundHost, type HostPlace } from "../hosts/around-host.ts";
import { settingsWithHook } from "../hosts/user-files.ts";
import { programFile } from "../program/app-folder.ts";

export interface Asked {
  /** Which settings name this command, as far as its arguments tell. */
  level: HookLevel;
  /** The root that the settings of a project name; null where the event's folder says it. */
  root: string | null;
}

/** Settings of the user's own and plugins hold everywhere: folders that nobody governs are none of their business. */
export type HookLevel = "personal" | "team" | "user" | "plugin";

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
  /** What whoever asks stands on, as the system knows it; null: no floor. */
  standsOn: StandsOn | null;
}

/** Below what the host waits, so that a question that nobody answered still becomes a refusal. */
const SPARE_MS = 10_000;

const ELSEWHERE =
  "this session is at work elsewhere, and not on the floor that this event came from. A session goes on here once the agent that it belongs to has ended.";

export async function answerHere(host: Host, event: HeardEvent, asked: Asked, opened: Opened): Promise<Reply> {
  const { root, level } = asked;
  const isEverywhere = level === "user" || level === "plugin";
  const { stateDir: state, env, userHome, folder: own, caller, waitedMs, open, standsOn } = opened;
  const folder = root === null ? (event.cwd ?? own) : worktreeOf(resolve(own, root), event.cwd, state);
  const unusable = unusableState(state);
  if (unusable !== null) throw new ProblemError([unusable]);
  const doubt = otherState({ folder, stateDir: state, env, userHome });
  if (doubt !== null) {
    recordedHostsAt(folder, state).record(caller); // whatever its state folder is, it is a host
    throw new ProblemError([doubt]);
  }
  const program = programFile();
  const hookedSettings = () => settingsWithHook(env);
  const found: FromOutside =
    isEverywhere && !isGoverned(folder, state)
      ? fromOutside(event, { folder, stateDir: state, program, env, hookedSettings })
      : { kind: "governed", roots: [folder] };
  if (found.kind === "nobody's") return host.tell({ model: null, person: null }, event);
  if (found.kind === "refused") return refusedOutside(host, event, found.reason);
  const heard: Notice[] = [];
  const options: WorkspaceOptions = {
    stateDir: state,
    ownerPid: caller,
    longestApprovalMs: host.can.waitsMs - SPARE_MS - waitedMs,
    ...{ program, isOnFloor: standsOn !== null },
    onNotice: (notice) => void heard.push(notice),
  };
  const workspace = open(found.roots, options);
  workspace.hosts.record(caller);
  const session = sessionOf(event);
  if (standsOn === null) leaveFloors(state, session.id);
  else if (!admitSession(workspace, standsOn, session)) return host.refuse(ELSEWHERE, event.event);
  const place = { root: workspace.home.root, env, caller, hooksIn: isEverywhere ? "user" : "root" } as const;
  const ruled = hostNamed(event.host);
  return answerHostEvent(workspace, host, event, heard, level, ruled === undefined ? null : rulesOf(ruled, place));
}

type RuledPlace = Pick<HostPlace, "root" | "env"> & Pick<Opened, "caller"> & Pick<Around, "hooksIn">;

/** Of the host that calls, which may have come through the settings of another. */
function rulesOf(host: Host, { root, env, caller, hooksIn }: RuledPlace): CommandRules {
  return (call, startedIn) => {
    const around = aroundHost(host, { root, env, startedIn }, hooksIn);
    const startedWith = wordsOf(caller);
    if ("command" in call) return host.rules({ ...call, startedWith }, around, env);
    const why = "which of its rules are about files is not known";
    return host.fileRules?.({ ...call, startedWith }, around, env) ?? { kind: "unclear", where: host.name, why };
  };
}

/** Of the host and of what started it, an empty word before each; null where its own cannot be read. */
function wordsOf(host: number): string[] | null {
  const wordsIn = (pid: number) => commandLine(pid).filter((word) => word !== "");
  const own = wordsIn(host);
  return own.length === 0 ? null : [...own, ...ancestorsOf(host).flatMap((pid) => ["", ...wordsIn(pid)])];
}

/** In the shape of all refusals; there is no root whose decisions could have it. */
function refusedOutside(host: Host, event: HeardEvent, message: string): Reply {
  const remedy = "Leave it alone. If it must change, tell the person what to change and why: they do it themselves.";
  const refusal = { type: "tool_error", code: "CONTROL_FILE", message, meta: { hook_name: "host", remedy } };
  return host.encode({ kind: "deny", reason: JSON.stringify(refusal) }, event);
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
    standsOn: null,
  };
}

/** Asked of the file first: node need not load what it knows of terminals for a pipe. */
function isTerminal(file: number): boolean {
  return fstatSync(file).isCharacterDevice() && isatty(file);
}

/** The linked worktree of this root that the event comes from: it has the root's rules and files of its own. Else the root. */
function worktreeOf(root: string, cwd: string | null, state: string): string {
  if (cwd === null || !existsSync(cwd) || !existsSync(root)) return root;
  const here = findRoot(cwd, createRootRegistry(state));
  const isLinked = here.registered && here.root !== here.authoredAt && here.authoredAt === realpathSync(root);
  return isLinked ? cwd : root;
}

/** Also where a sidecar came with a clone: it may not allow, and it may forbid. */
function isGoverned(folder: string, state: string): boolean {
  const found = findRoot(folder, createRootRegistry(state));
  return found.registered || existsSync(found.sidecar);
}
