/**
 * Calls between their before and their after. What was decided and what stood there lies in the session's journal,
 * `opened` until it is `closed`; what stood around a program lies outside the workspace. A call whose after never comes
 * is settled here, and nowhere else: what it really changed is recorded, as nobody's who could be named.
 */
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { FileBytes, FileChange, HookContext, Notice } from "@intentgate/engine";
import { createScope } from "@intentgate/policy";
import {
  changingCalls,
  type DecisionLog,
  type GovernedRoot,
  isRecordedBy,
  type KeptBytes,
  type KeptCall,
  type OpenCall,
  type RunningCall,
  recordsSince,
  type SessionState,
} from "@intentgate/sidecar";
import { stagedBy } from "@intentgate/tools";
import type { TraceFile, TraceRecord } from "@intentgate/trace";
import {
  CLOSED,
  isAlive,
  leftSince,
  locksIn,
  makeFolder,
  readAfterwards,
  sweepLeftovers,
  tryFileLock,
  withFileLock,
} from "@intentgate/world";
import type { BeforeCall } from "../observe/observed.ts";
import { fileMode, type Observer, observedOf } from "../observe/observer.ts";
import type { ControlShots } from "../trust/control-shots.ts";
import { endRun, pathsByKind } from "../trust/end-run.ts";
import type { Stood } from "./call.ts";
import { modeBefore, writeAgain } from "./opened.ts";
import { candidatesAmong, type Recorder } from "./record.ts";

/** The before ran in another process: its hashes are in the journal, its bytes in the cache. */
export function stoodElsewhere(
  context: HookContext,
  parts: { roots: readonly GovernedRoot[]; cache: Pick<KeptBytes, "find"> },
): Stood | null {
  const files: BeforeCall["files"] = new Map();
  for (const root of parts.roots) {
    const call = root.store.sessions.read(context.session.id).open.get(context.invocationId);
    for (const [absolute, hash] of Object.entries(call?.before ?? {})) {
      const mode = call ? modeBefore(call, absolute) : null;
      files.set(absolute, { hash, bytes: keptBytes(hash, parts.cache), mode });
    }
  }
  const kept = parts.roots.flatMap((root) => {
    const found = root.running.find(context.invocationId);
    return found ? [[root, found] as const] : [];
  });
  if (files.size === 0 && kept.length === 0) return null;
  const looks = new Map(kept.flatMap(([{ root }, { look }]) => (look ? [[root, look] as const] : [])));
  const runs = new Map(kept.map(([root, { call }]) => [root, call]));
  return { decided: files, before: { files, looks }, after: null, runs };
}

/** As another process wrote it down when the call began. */
export function openedElsewhere(
  { session, invocationId, cwd }: HookContext,
  { rootAt }: { rootAt(call: Pick<HookContext, "cwd">): GovernedRoot },
): OpenCall | null {
  return rootAt({ cwd }).store.sessions.read(session.id).open.get(invocationId) ?? null;
}

export function keptBytes(hash: string | null, cache: Pick<KeptBytes, "find">): FileBytes {
  if (hash === null) return { state: "absent" };
  const bytes = cache.find(hash);
  return bytes ? { state: "present", bytes } : { state: "unknown" };
}

/** Open calls that may have changed files, and whose process is gone. */
export function deadCalls(session: SessionState): OpenCall[] {
  return deadAmong(changingCalls(session));
}

/** Those that were to read only: what steers was compared around them. */
function deadReaders({ open }: SessionState): OpenCall[] {
  return deadAmong([...open.values()].filter(({ control }) => control !== undefined));
}

function deadAmong(calls: readonly OpenCall[]): OpenCall[] {
  // Most of a session's calls belong to one process.
  const alive = new Map<string, boolean>();
  return calls.filter(({ pid, pidStartedAt }) => {
    const key = `${pid} ${pidStartedAt}`;
    const isKnown = alive.get(key) ?? isAlive(pid, pidStartedAt);
    alive.set(key, isKnown);
    return !isKnown;
  });
}

export interface SettlerParts {
  record: Recorder;
  cache: Pick<KeptBytes, "find">;
  now(): Date;
  notify(notice: Notice): void;
  decisions: DecisionLog;
  observer: Observer;
  asking(): number;
  relative(absolute: string): { root: string; relative: string } | null;
  isControl(absolute: string): boolean;
  controlOf(root: GovernedRoot): RunningCall["control"];
  shots: Pick<ControlShots, "since">;
}

/** Most calls are at their files for no longer. */
const LONGEST_AT_WORK_MS = 10_000;

type Settled = Pick<RunningCall, "invocationId" | "session" | "tool" | "intentId">;

export interface Settler {
  /** Programs of calls that are not quite over: their process died, or a process they started lives on. Returns how many died. */
  settleRuns(root: GovernedRoot): Promise<number>;
  /** Calls of one session whose process died. Returns how many there were. */
  settleSession(root: GovernedRoot, session: string): Promise<number>;
  /** All that dead processes left in a root. */
  settleRoot(root: GovernedRoot): Promise<number>;
}

/**
 * `died`: the process that ran it is gone. `unseen`: it ended, and looking failed. `left`: it ended, its processes did
 * not. `old`: they are waited for no longer.
 */
type Ending = "died" | "unseen" | "left" | "old";

export function createSettler(parts: SettlerParts): Settler {
  return { settleRuns, settleSession, settleRoot };

  async function settleRoot(root: GovernedRoot): Promise<number> {
    let settled = await settleRuns(root);
    for (const session of root.store.sessions.list()) settled += await settleSession(root, session.id);
    sweepRoot(root);
    return settled;
  }

  async function settleSession(root: GovernedRoot, session: string): Promise<number> {
    const found = root.store.sessions.read(session);
    if (deadCalls(found).length + deadReaders(found).length === 0) return 0;
    const locks = join(root.sidecar, "locks");
    makeFolder(locks);
    // The processes of one session may all find the same dead call.
    return withFileLock(join(locks, "settle.lock"), async () => {
      const state = root.store.sessions.read(session);
      const dead = deadCalls(state).filter((call) => !isBesideLiving(call, root));
      for (const call of deadReaders(state)) {
        tellReader(root, session, call);
        closeSettled(root, session, call);
      }
      for (const call of dead) {
        await recordAsUnknown(
          root,
          { ...call, session, model: state.model ?? "unknown" },
          changesOf(call, root, parts),
        );
        for (const folder of new Set(Object.keys(call.before).map(dirname))) sweepLeftovers(folder, stagedBy);
        closeSettled(root, session, call);
      }
      if (dead.length > 0) sweepRoot(root);
      return dead.length;
    });
  }

  /** Another call is at one of its files right now: whose doing is what stands there can be told once that one is recorded. */
  function isBesideLiving(dead: OpenCall, root: GovernedRoot): boolean {
    const since = parts.now().getTime() - LONGEST_AT_WORK_MS;
    const others = root.store.sessions.list().flatMap(changingCalls);
    return others.some(
      ({ at, before, pid, pidStartedAt, invocationId }) =>
        invocationId !== dead.invocationId &&
        Date.parse(at) >= since &&
        Object.keys(dead.before).some((path) => path in before) &&
        isAlive(pid, pidStartedAt || null),
    );
  }

  async function settleRuns(root: GovernedRoot): Promise<number> {
    if (root.running.since() === null) return 0;
    if (root.running.dead().length === 0 && !root.running.others("").some(({ isLeft }) => isLeft)) return 0;
    makeFolder(root.state);
    return withFileLock(join(root.state, "settle.lock"), async () => {
      const dead = root.running.dead();
      for (const kept of dead) await settleRun(root, kept, "died");
      // While another call runs programs, its own comparison sees what these do.
      const isQuiet = root.running.others("").every(({ isLeft }) => isLeft);
      for (const { isOld, ...kept } of isQuiet ? root.running.left() : []) {
        await settleRun(root, kept, kept.call.wasLookedAt ? (isOld ? "old" : "left") : "unseen");
      }
      return dead.length;
    });
  }

  async function settleRun(root: GovernedRoot, kept: KeptCall, ending: Ending): Promise<void> {
    const { call, look } = kept;
    // Before looking: whatever is written after the look is written by somebody who lives now.
    const alive = ending === "old" ? [] : leftSince(call.birth, [root.root], parts.asking());
    // Where it cannot be known, one more look is all that can be done.
    const goesOn = alive === null ? ending === "died" : alive.length > 0;
    const notices = endRun(root, call);
    for (const notice of notices) parts.notify(notice);
    const steering = notices.filter(({ kind }) => kind !== "warning");
    if (steering.length > 0) log(call, "violation", pathsByKind(steering));
    // Without a sidecar there is no ledger; the call stays open until a person has brought it back.
    if (!existsSync(root.sidecar)) return;
    const changes = look ? unrecorded(root, kept, ending) : [];
    await recordAsUnknown(root, call, changes);
    const paths = changes.map((change) => change.relativePath);
    if (paths.length > 0) tellSettled(call, paths, ending);
    if (!goesOn) return root.running.forget(call.invocationId);
    const authored = root.authored.beforeCall();
    const control = parts.controlOf(root);
    const next = { ...call, at: parts.now().toISOString(), authored, control, wasLookedAt: true };
    root.running.leave(next, parts.observer.look(root.root, call.globs));
  }

  function unrecorded(root: GovernedRoot, { call, look }: KeptCall, ending: Ending): FileChange[] {
    if (!look) return [];
    const since = recordsSince(root.store.ledger, call.at);
    // It died after its record was written.
    if (ending === "died" && since.some(({ decision }) => decision.id === call.invocationId)) return [];
    const scope = createScope(call.globs, { ignoreCase: false });
    const matters = (path: string) => scope.covers(path) || parts.isControl(join(root.root, path));
    const { entries, closed } = parts.observer.since(root.root, look, call.globs, matters);
    if (closed.length > 0) {
      const message = `Not all that an earlier ${call.tool} call may have changed could be looked at: ${closed.slice(0, 10).join(", ")}`;
      parts.notify({ kind: "warning", message, paths: [] });
    }
    const changes = entries.map((entry) => observedOf(root.root, entry, false).change);
    return changes.filter((change) => !isRecordedBy(since, change, root));
  }

  /** Nobody saw who wrote last. */
  async function recordAsUnknown(
    root: GovernedRoot,
    call: Pick<RunningCall, "invocationId" | "session" | "model" | "tool" | "intentId">,
    changes: readonly FileChange[],
  ): Promise<void> {
    if (changes.length === 0) return;
    await parts.record(root, {
      session: call.session,
      intentId: call.intentId,
      by: { entityType: "UNKNOWN", candidates: candidatesAmong([call]) },
      tool: call.tool,
      changes,
      decision: { id: call.invocationId, approval: "none", outcome: "UNKNOWN" },
      isParsed: false,
    });
  }

  /** Nothing is put back or held: nobody waited for its end, and people change these files too. */
  function tellReader(root: GovernedRoot, session: string, call: OpenCall): void {
    const name = call.control?.[root.root];
    const stood = name === undefined ? "same" : parts.shots.since(root, name);
    if (stood === "same") return;
    const paths =
      stood === "lost" ? ["what steers was not kept"] : stood.changed.map((path) => relative(root.root, path));
    tellSettled({ ...call, session }, paths, "died");
  }

  function tellSettled(call: Settled, paths: readonly string[], ending: Ending): void {
    log(call, ending === "died" ? "changed_by_dead_call" : "changed_after_call", { paths: paths.slice(0, 100) });
    const shown = `${paths.slice(0, 10).join(", ")}${paths.length > 10 ? ` and ${paths.length - 10} more` : ""}`;
    parts.notify({ kind: "warning", message: `${whyTold(call.tool, ending)}: ${shown}`, paths: [...paths] });
  }

  function log({ invocationId, session, tool, intentId }: Settled, decision: string, detail: Record<string, unknown>) {
    const row = { invocationId, phase: "post" as const, session, tool, intentId, ms: 0 };
    const settled = { phases: [] };
    parts.decisions.log({ ...row, decision, detail }, settled);
    parts.decisions.flush(settled);
  }
}

/** What stands otherwise in the files of an open call than it did before it. */
export function changesOf(
  call: OpenCall,
  root: GovernedRoot,
  parts: Pick<SettlerParts, "cache" | "relative">,
): FileChange[] {
  const since = recordsSince(root.store.ledger, call.at);
  if (since.some((record) => record.decision.id === call.invocationId)) return []; // it died after its record was written
  return Object.entries(call.before).flatMap(([absolute, hash]): FileChange[] => {
    const place = parts.relative(absolute);
    if (place?.root !== root.root) return [];
    const now = readAfterwards(absolute);
    // What another call recorded since is that call's doing; ours can only be what it found there.
    const next = nextOf(since, place.relative, call);
    const left = next ? foundBy(next, parts.cache) : now;
    if (left.hash === hash && left !== CLOSED) return [];
    const path = { relativePath: place.relative, absolute, root: root.root, movedFrom: null };
    const modes = { before: fileMode(modeBefore(call, absolute)), after: next ? null : fileMode(now.mode) };
    const bytes = { before: keptBytes(hash, parts.cache), after: left.bytes };
    return [{ ...path, ...bytes, modeChanged: false, modes, predicted: true }];
  });
}

/** Whoever runs its after in another process may still come: then it is open, with nothing left to settle. */
function closeSettled(root: GovernedRoot, session: string, { control: _, ...call }: OpenCall): void {
  if (call.decided !== null) writeAgain(root, session, { ...call, before: {} });
  else root.store.sessions.append(session, [{ kind: "closed", invocationId: call.invocationId }]);
}

function whyTold(tool: string, ending: Ending): string {
  if (ending === "unseen")
    return `What an earlier ${tool} call changed could not be looked at when it ended; since it began these files changed, by it or by a person`;
  return ending === "died"
    ? `The process of an earlier ${tool} call died; since it began these files changed`
    : `An earlier ${tool} call left a process running; since then these files changed, by it or by a person`;
}

/** What killed processes left: locks nobody holds, and files beside those they were about to replace. */
function sweepRoot(root: GovernedRoot): void {
  for (const { file, state } of [...locksIn(root.sidecar), ...locksIn(join(root.sidecar, "locks"))])
    if (state === "gone") tryFileLock(file)?.();
  const inSidecar = ["", "locks", "heads", "cache/recent", "cache/last"].map((name) => join(root.sidecar, name));
  for (const folder of [...inSidecar, root.authoredAt, root.state, join(root.authoredState, "kept")])
    sweepLeftovers(folder);
}

function nextOf(since: readonly TraceRecord[], relative: string, call: OpenCall): TraceFile | undefined {
  return since
    .filter((record) => record.timestamp >= call.at)
    .flatMap((record) => record.files)
    .find((file) => file.relative_path === relative);
}

function foundBy(
  { change, before_hash }: TraceFile,
  cache: Pick<KeptBytes, "find">,
): { hash?: string | null; bytes: FileBytes } {
  if (change === "created") return { hash: null, bytes: { state: "absent" } };
  if (before_hash === undefined) return { bytes: { state: "unknown" } };
  return { hash: before_hash, bytes: keptBytes(before_hash, cache) };
}
