/** A call that finds another content than the last record left: somebody wrote in between, and it was not the agent. */
import type { FileBytes, FileChange, PostHookContext } from "@intentgate/engine";
import { changingCalls, type GovernedRoot, isRecordedBy, recordsSince } from "@intentgate/sidecar";
import { isContent } from "@intentgate/trace";
import { createCheckedOut, findRepository, type GitThen } from "@intentgate/world";
import type { Recorder } from "./record.ts";

export interface EditsBetweenParts {
  record: Recorder;
  now(): Date;
  keptBytes(hash: string): Uint8Array | null;
}

/** The tool that a person's own edits are recorded under. */
const BETWEEN_CALLS = "between_calls";

export async function recordEditsBetween(
  root: GovernedRoot,
  context: PostHookContext,
  changes: readonly FileChange[],
  parts: EditsBetweenParts,
  /** How git stood before the call, where the call may have given it something. */
  then: GitThen | null,
): Promise<void> {
  const edits = changes.flatMap((change) => editBefore(change, root, parts));
  if (edits.length === 0) return;
  // Another call that is still at work on the file may have written it: its own record will say so.
  const quiet = edits.filter((edit) => !isAtWork(edit.absolute, root, context.invocationId));
  if (quiet.length === 0) return;
  // Read after that: a call that has ended meanwhile has its record, and calls on one file may be recorded out of order.
  const records = recordsSince(root.store.ledger, parts.now().toISOString());
  const own = quiet.filter((edit) => !isRecordedBy(records, edit, root));
  for (const changes of throughGit(own, root, then)) {
    await parts.record(root, {
      session: context.session.id,
      intentId: null,
      by: { entityType: "HUMAN" },
      tool: BETWEEN_CALLS,
      changes,
      decision: { id: "none", approval: "none", outcome: "OK" },
      isParsed: false,
    });
  }
}

/** What git put in between is told first, step by step: what it took away and somebody typed again is theirs. */
function throughGit(edits: readonly FileChange[], { root }: GovernedRoot, then: GitThen | null): FileChange[][] {
  const checkedOut = createCheckedOut(findRepository(root), root, then);
  const steps: FileChange[][] = [];
  const last = edits.map((edit): FileChange => {
    const { before, after, relativePath } = edit;
    if (before.state !== "present" || after.state !== "present") return edit;
    let from: FileBytes = before;
    for (const [at, bytes] of checkedOut(relativePath, before.bytes, after.bytes).entries()) {
      const middle: FileBytes = { state: "present", bytes };
      steps[at] = [...(steps[at] ?? []), { ...edit, before: from, after: middle }];
      from = middle;
    }
    return { ...edit, before: from };
  });
  return [...steps, last].filter((changes) => changes.length > 0);
}

function editBefore(change: FileChange, root: GovernedRoot, parts: EditsBetweenParts): FileChange[] {
  const path = change.movedFrom ?? change.relativePath;
  const last = root.store.ledger.lastKnown(path);
  if (last === undefined || change.before.state === "unknown") return [];
  if (isAsLeft(change.before, last, root)) return [];
  return [
    {
      relativePath: path,
      absolute: change.movedFrom === null ? change.absolute : `${root.root}/${path}`,
      root: root.root,
      movedFrom: null,
      before: last === null ? { state: "absent" } : keptOrUnknown(parts.keptBytes(last)),
      after: change.before,
      modeChanged: false,
      predicted: true,
    },
  ];
}

function isAsLeft(before: FileBytes, last: string | null, { secretKey }: GovernedRoot): boolean {
  if (before.state !== "present" || last === null) return before.state !== "present" && last === null;
  return isContent(last, before.bytes, secretKey.read());
}

function keptOrUnknown(bytes: Uint8Array | null): FileBytes {
  return bytes === null ? { state: "unknown" } : { state: "present", bytes };
}

function isAtWork(absolute: string, root: GovernedRoot, invocationId: string): boolean {
  return root.store.sessions
    .list()
    .some((session) =>
      changingCalls(session).some((call) => call.invocationId !== invocationId && absolute in call.before),
    );
}
