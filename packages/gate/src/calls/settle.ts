/** Calls whose process died between before and after: what they really changed is recorded all the same. */

import { dirname, join } from "node:path";
import type { FileBytes, FileChange } from "@intentgate/engine";
import {
  type BeforeCache,
  type GovernedRoot,
  intentTextDigest,
  type PendingCall,
  recordsSince,
  type SessionState,
} from "@intentgate/sidecar";
import { stagedBy } from "@intentgate/tools";
import { draftRecord, type TraceFile, type TraceRecord } from "@intentgate/trace";
import {
  CLOSED,
  isAlive,
  locksIn,
  makeFolder,
  readAfterwards,
  sweepLeftovers,
  tryFileLock,
  withFileLock,
} from "@intentgate/world";
import { candidatesAmong } from "../record/candidates.ts";
import { secretsIn } from "../record/secrets-in.ts";

export interface SettleParts {
  cache: BeforeCache;
  newId(): string;
  now(): Date;
  relative(absolute: string): { root: string; relative: string } | null;
  isSecret(root: string, relative: string): boolean;
}

/** Calls that began and whose process is gone. */
export function deadCalls(session: SessionState): PendingCall[] {
  // Most of a session's calls belong to one process.
  const alive = new Map<string, boolean>();
  return [...session.pending.values()].filter(({ pid, pidStartedAt }) => {
    const key = `${pid} ${pidStartedAt}`;
    const isKnown = alive.get(key) ?? isAlive(pid, pidStartedAt);
    alive.set(key, isKnown);
    return !isKnown;
  });
}

/** Returns how many calls were settled. */
export async function settleCalls(root: GovernedRoot, session: string, parts: SettleParts): Promise<number> {
  if (deadCalls(root.store.sessions.read(session)).length === 0) return 0;
  const locks = join(root.sidecar, "locks");
  makeFolder(locks);
  // The processes of one session may all find the same dead call.
  return withFileLock(join(locks, "settle.lock"), async () => {
    const state = root.store.sessions.read(session);
    const dead = deadCalls(state);
    for (const call of dead) {
      await recordDead(call, root, state, parts);
      for (const folder of new Set(Object.keys(call.before).map(dirname))) sweepLeftovers(folder, stagedBy);
      root.store.sessions.append(session, [{ kind: "ended", key: call.key }]);
    }
    if (dead.length > 0) sweepRoot(root);
    return dead.length;
  });
}

/** What killed processes left: locks nobody holds, and files beside those they were about to replace. */
export function sweepRoot(root: GovernedRoot): void {
  for (const { file, state } of [...locksIn(root.sidecar), ...locksIn(join(root.sidecar, "locks"))])
    if (state === "gone") tryFileLock(file)?.();
  const inSidecar = ["", "locks", "heads", "cache/before", "cache/recent"].map((name) => join(root.sidecar, name));
  for (const folder of [...inSidecar, root.authoredAt, root.state]) sweepLeftovers(folder);
}

async function recordDead(
  call: PendingCall,
  root: GovernedRoot,
  session: SessionState,
  parts: SettleParts,
): Promise<void> {
  const since = recordsSince(root.store.ledger, call.at);
  if (since.some((record) => record.decision.id === call.invocationId)) return; // it died after its record was written
  const changes = changesOf(call, root, since, parts);
  if (changes.length === 0) return;
  await root.store.ledger.append(
    session.id,
    draftRecord({
      id: parts.newId(),
      timestamp: parts.now().toISOString(),
      intentId: call.intentId ?? "none",
      session: session.id,
      model: null,
      entityType: "UNKNOWN", // nobody saw who wrote last
      candidates: candidatesAmong([
        { invocationId: call.invocationId, session: session.id, model: session.model ?? "unknown" },
      ]),
      tool: call.tool,
      changes,
      revision: root.revision(),
      decision: { id: call.invocationId, approval: "none", outcome: "UNKNOWN" },
      mutationClass: "INTENT_EVOLUTION",
      intentDigest: intentTextDigest(root, call.intentId),
      secrets: secretsIn(changes, root, parts.isSecret),
    }),
  );
}

function changesOf(
  call: PendingCall,
  root: GovernedRoot,
  since: readonly TraceRecord[],
  parts: SettleParts,
): FileChange[] {
  return Object.entries(call.before).flatMap(([absolute, hash]): FileChange[] => {
    const place = parts.relative(absolute);
    if (place?.root !== root.root) return [];
    const now = readAfterwards(absolute);
    // What another call recorded since is that call's doing; ours can only be what it found there.
    const next = nextOf(since, place.relative, call);
    const left = next ? foundBy(next, parts.cache) : now;
    if (left.hash === hash && left !== CLOSED) return [];
    return [
      {
        relativePath: place.relative,
        absolute,
        root: root.root,
        movedFrom: null,
        before: bytesOf(hash, parts.cache),
        after: left.bytes,
        modeChanged: false,
        predicted: true,
      },
    ];
  });
}

function nextOf(since: readonly TraceRecord[], relative: string, call: PendingCall): TraceFile | undefined {
  return since
    .filter((record) => record.timestamp >= call.at)
    .flatMap((record) => record.files)
    .find((file) => file.relative_path === relative);
}

function foundBy({ change, before_hash }: TraceFile, cache: BeforeCache): { hash?: string | null; bytes: FileBytes } {
  if (change === "created") return { hash: null, bytes: { state: "absent" } };
  if (before_hash === undefined) return { bytes: { state: "unknown" } };
  return { hash: before_hash, bytes: bytesOf(before_hash, cache) };
}

function bytesOf(hash: string | null, cache: BeforeCache): FileBytes {
  if (hash === null) return { state: "absent" };
  const bytes = cache.find(hash);
  return bytes ? { state: "present", bytes } : { state: "unknown" };
}
