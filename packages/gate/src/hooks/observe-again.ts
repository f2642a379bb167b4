/** A handler may change the files of the call it learned of, as a formatter does: that is recorded as its own doing. */
import { changedPaths, type FileChange, type PostHookContext } from "@intentgate/engine";
import { type GovernedRoot, isRecordedBy, recordsSince, type SessionEvent } from "@intentgate/sidecar";
import { CLOSED, type FileReading, readAfterwards } from "@intentgate/world";
import type { Recorder } from "../calls/record.ts";
import { fileMode } from "../observe/observer.ts";

export interface ObserveAgainParts {
  record: Recorder;
  now(): Date;
  relative(absolute: string): { root: string; relative: string } | null;
  intentIn(root: GovernedRoot, context: PostHookContext): string | null;
}

interface Changed {
  change: FileChange;
  /** Of what the handler left. */
  hash: string | null;
}

/** Stands around each handler of a call that is over. */
export type ObserveAgain = (
  root: GovernedRoot,
  context: PostHookContext,
) => <T>(hook: string, work: () => Promise<T>) => Promise<T>;

export function createObserveAgain(parts: ObserveAgainParts): ObserveAgain {
  return (root, context) => {
    const files = filesOf(root, context);
    return async (hook, work) => {
      if (files.length === 0) return work();
      const at = parts.now().toISOString();
      const before = new Map(files.map((absolute) => [absolute, readAfterwards(absolute)]));
      const result = await work();
      const changed = files.flatMap((absolute) => changeOf(root, absolute, before.get(absolute)));
      const others = changed.length > 0 ? recordsSince(root.store.ledger, at).filter((one) => one.timestamp >= at) : [];
      const own = changed.filter(({ change }) => !isRecordedBy(others, change, root));
      const by = { ...context, intentId: parts.intentIn(root, context) };
      if (own.length > 0) await recordAsHook(root, by, hook, own, parts.record);
      return result;
    };
  };

  function filesOf(root: GovernedRoot, { changes, effects, outcome }: PostHookContext): string[] {
    if (outcome.kind === "denied") return [];
    const named = [...changes, ...changedPaths(effects)].map(({ absolute }) => absolute);
    return [...new Set(named)].filter((absolute) => parts.relative(absolute)?.root === root.root);
  }

  function changeOf(root: GovernedRoot, absolute: string, then: FileReading | undefined): Changed[] {
    const now = readAfterwards(absolute);
    const place = parts.relative(absolute);
    if (!place || !then || then === CLOSED || now === CLOSED) return [];
    const modeChanged = then.mode !== null && now.mode !== null && then.mode !== now.mode;
    if (then.hash === now.hash && !modeChanged) return [];
    const path = { relativePath: place.relative, absolute, root: root.root, movedFrom: null };
    const modes = { before: fileMode(then.mode), after: fileMode(now.mode) };
    const change = { ...path, before: then.bytes, after: now.bytes, modeChanged, modes, predicted: true };
    return [{ change, hash: now.hash }];
  }
}

type RecordedFor = Pick<PostHookContext, "intentId" | "invocationId" | "session">;

export async function recordAsHook(
  root: GovernedRoot,
  { session, intentId, invocationId }: RecordedFor,
  hook: string,
  changed: readonly Changed[],
  record: Recorder,
): Promise<void> {
  await record(root, {
    session: session.id,
    intentId,
    by: { entityType: "HOOK", model: hook },
    tool: `event hook ${hook}`,
    changes: changed.map(({ change }) => change),
    decision: { id: invocationId, approval: "none", outcome: "OK" },
    isParsed: true,
  });
  // What the session wrote is no longer what stands there, and nobody else changed it.
  const seen = changed.map(({ change, hash }): SessionEvent => ({ kind: "saw", path: change.absolute, hash }));
  root.store.sessions.append(session.id, seen);
}
