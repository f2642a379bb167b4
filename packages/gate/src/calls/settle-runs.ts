/**
 * Calls that ran programs and are not quite over: their process died, or a process they started lives on. Control files
 * are put back, authored files held, and what changed is recorded.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FileChange, Notice } from "@intentgate/engine";
import { createScope } from "@intentgate/policy";
import {
  type DecisionLog,
  type GovernedRoot,
  intentTextDigest,
  isRecordedBy,
  type KeptCall,
  type RootLook,
  type RunningCall,
  recordsSince,
} from "@intentgate/sidecar";
import { draftRecord } from "@intentgate/trace";
import { leftSince, makeFolder, withFileLock } from "@intentgate/world";
import { type Observer, observedOf } from "../observe/observer.ts";
import { candidatesAmong } from "../record/candidates.ts";
import { secretsIn } from "../record/secrets-in.ts";
import { controlState } from "../trust/control-watch.ts";
import { endRun } from "../trust/end-run.ts";
import { programStamps } from "../trust/program-stamps.ts";

export interface SettleRunsParts {
  newId(): string;
  now(): Date;
  notify(notice: Notice): void;
  decisions: DecisionLog;
  observer: Observer;
  asking(): number;
  userHome: string;
  isControl(absolute: string): boolean;
  handlerScripts(root: GovernedRoot): readonly string[];
  /** What the running gate is made of. */
  programs(): readonly string[];
  isSecret(root: string, relative: string): boolean;
}

/**
 * `died`: the process that ran it is gone. `unseen`: it ended, and looking failed. `left`: it ended, its processes did
 * not. `old`: they are waited for no longer.
 */
type Ending = "died" | "unseen" | "left" | "old";

/** Returns how many calls whose process died were settled. */
export async function settleRuns(root: GovernedRoot, parts: SettleRunsParts): Promise<number> {
  if (root.running.since() === null) return 0;
  if (root.running.dead().length === 0 && !root.running.others("").some(({ isLeft }) => isLeft)) return 0;
  makeFolder(root.state);
  return withFileLock(join(root.state, "settle.lock"), async () => {
    const dead = root.running.dead();
    for (const kept of dead) await settle(root, kept, "died", parts);
    // While another call runs programs, its own comparison sees what these do.
    const isQuiet = root.running.others("").every(({ isLeft }) => isLeft);
    const left = isQuiet ? root.running.left() : [];
    for (const { isOld, ...kept } of left) {
      const ending = kept.call.wasLookedAt ? (isOld ? "old" : "left") : "unseen";
      await settle(root, kept, ending, parts);
    }
    return dead.length;
  });
}

async function settle(root: GovernedRoot, { call, look }: KeptCall, ending: Ending, parts: SettleRunsParts) {
  // Before looking: whatever is written after the look is written by somebody who lives now.
  const alive = ending === "old" ? [] : leftSince(call.birth, [root.root], parts.asking());
  // Where it cannot be known, one more look is all that can be done.
  const goesOn = alive === null ? ending === "died" : alive.length > 0;
  for (const notice of endRun(root, call)) parts.notify(notice);
  // Without a sidecar there is no ledger; the call stays open until a person has brought it back.
  if (!existsSync(root.sidecar)) return;
  const changes = look ? unrecorded(root, call, look, ending, parts) : [];
  if (changes.length > 0) await record(root, call, changes, ending, parts);
  if (!goesOn) return root.running.forget(call.invocationId);
  const authored = root.authored.beforeCall();
  const control = controlState(
    root.root,
    parts.userHome,
    parts.handlerScripts(root),
    programStamps(root.root, parts.programs()),
  );
  const next = { ...call, at: parts.now().toISOString(), authored, control, wasLookedAt: true };
  root.running.leave(next, parts.observer.look(root.root, call.globs));
}

function unrecorded(
  root: GovernedRoot,
  call: RunningCall,
  look: RootLook,
  ending: Ending,
  { observer, isControl, notify }: SettleRunsParts,
): FileChange[] {
  const since = recordsSince(root.store.ledger, call.at);
  // It died after its record was written.
  if (ending === "died" && since.some(({ decision }) => decision.id === call.invocationId)) return [];
  const scope = createScope(call.globs, { ignoreCase: false });
  const matters = (path: string) => scope.covers(path) || isControl(join(root.root, path));
  const { entries, closed } = observer.since(root.root, look, call.globs, matters);
  if (closed.length > 0) {
    const message = `Not all that an earlier ${call.tool} call may have changed could be looked at: ${closed.slice(0, 10).join(", ")}`;
    notify({ kind: "warning", message, paths: [] });
  }
  const changes = entries.map((entry) => observedOf(root.root, entry, false).change);
  return changes.filter((change) => !isRecordedBy(since, change, root));
}

async function record(
  root: GovernedRoot,
  call: RunningCall,
  changes: readonly FileChange[],
  ending: Ending,
  parts: SettleRunsParts,
): Promise<void> {
  await root.store.ledger.append(
    call.session,
    draftRecord({
      id: parts.newId(),
      timestamp: parts.now().toISOString(),
      intentId: call.intentId ?? "none",
      session: call.session,
      model: null,
      entityType: "UNKNOWN", // nobody saw who wrote last
      candidates: candidatesAmong([call]),
      tool: call.tool,
      changes,
      revision: root.revision(),
      decision: { id: call.invocationId, approval: "none", outcome: "UNKNOWN" },
      mutationClass: "INTENT_EVOLUTION",
      intentDigest: intentTextDigest(root, call.intentId),
      secrets: secretsIn(changes, root, parts.isSecret),
    }),
  );
  const paths = changes.map((change) => change.relativePath);
  const { invocationId, session, tool, intentId } = call;
  parts.decisions.log({
    invocationId,
    phase: "post",
    session,
    tool,
    intentId,
    ms: 0,
    decision: ending === "died" ? "changed_by_dead_call" : "changed_after_call",
    detail: { paths: paths.slice(0, 100) },
  });
  parts.decisions.flush(invocationId);
  const shown = `${paths.slice(0, 10).join(", ")}${paths.length > 10 ? ` and ${paths.length - 10} more` : ""}`;
  const message =
    ending === "unseen"
      ? `What an earlier ${tool} call changed could not be looked at when it ended; since it began these files changed, by it or by a person: ${shown}`
      : ending === "died"
        ? `The process of an earlier ${tool} call died; since it began these files changed: ${shown}`
        : `An earlier ${tool} call left a process running; since then these files changed, by it or by a person: ${shown}`;
  parts.notify({ kind: "warning", message, paths });
}
