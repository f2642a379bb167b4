/** Calls that ran programs and whose process died: control files are put back, authored files held, changes recorded. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FileChange } from "@intentgate/engine";
import { draftRecord } from "@intentgate/trace";
import { withFileLock } from "./files/file-lock.ts";
import { makeFolder } from "./files/make-folder.ts";
import { readWhole } from "./observe/file-reader.ts";
import { recordsSince } from "./observe/others-changes.ts";
import { changedBetween, snapshotTree } from "./observe/tree-snapshot.ts";
import type { GovernedRoot } from "./roots/governed-root.ts";
import { endRun } from "./trust/end-run.ts";
import type { RunningCall } from "./trust/running-calls.ts";
import type { Notice } from "./workspace.ts";

export interface SettleRunsParts {
  newId(): string;
  now(): Date;
  notify(notice: Notice): void;
  fileLimit(root: GovernedRoot): number;
}

/** Returns how many calls were settled. */
export async function settleRuns(root: GovernedRoot, parts: SettleRunsParts): Promise<number> {
  if (root.running.dead().length === 0) return 0;
  makeFolder(root.state);
  return withFileLock(join(root.state, "settle.lock"), async () => {
    const dead = root.running.dead();
    for (const call of dead) {
      for (const notice of endRun(root, call)) parts.notify(notice);
      // Without a sidecar there is no ledger; the call stays open until a person has brought it back.
      if (!existsSync(root.sidecar)) continue;
      await recordChanges(root, call, parts);
      root.running.forget(call.invocationId);
    }
    return dead.length;
  });
}

async function recordChanges(root: GovernedRoot, call: RunningCall, parts: SettleRunsParts): Promise<void> {
  const since = recordsSince(root.store.ledger, call.at);
  if (since.some((record) => record.decision.id === call.invocationId)) return; // it died after its record was written
  const theirs = new Set(
    since.flatMap((one) => (one.timestamp >= call.at ? one.files : [])).map((file) => file.relative_path),
  );
  const before = { files: new Map(call.tree.files), whole: call.tree.whole };
  const changed = changedBetween(before, snapshotTree(root.root, parts.fileLimit(root)));
  const changes = changed
    .filter((path) => !theirs.has(path))
    .map((path) => changeOf(root, path, before.files.has(path)));
  if (changes.length === 0) return;
  await root.store.ledger.append(
    call.session,
    draftRecord({
      id: parts.newId(),
      timestamp: parts.now().toISOString(),
      intentId: call.intentId ?? "none",
      session: call.session,
      model: call.model,
      entityType: "UNKNOWN", // nobody saw who wrote last
      tool: call.tool,
      changes,
      revision: root.revision(),
      decision: { id: call.invocationId, approval: "none", outcome: "UNKNOWN" },
      mutationClass: "INTENT_EVOLUTION",
    }),
  );
  const paths = changes.map((change) => change.relativePath);
  const message = `The process of an earlier ${call.tool} call died; since it began these files changed: ${paths.slice(0, 10).join(", ")}`;
  parts.notify({ kind: "warning", message, paths });
}

function changeOf(root: GovernedRoot, path: string, stood: boolean): FileChange {
  const absolute = join(root.root, path);
  return {
    relativePath: path,
    absolute,
    root: root.root,
    movedFrom: null,
    before: stood ? { state: "unknown" } : { state: "absent" },
    after: readWhole(absolute).bytes,
    modeChanged: false,
    predicted: false,
  };
}
