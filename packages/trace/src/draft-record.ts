/** From what a call really changed to a record of it, without any of the content. */
import type { FileBytes, FileChange } from "@intentgate/engine";
import { contentHash } from "./content-hash.ts";
import { describeChanges } from "./describe-changes.ts";
import { type LineChanges, lineChangesOf } from "./line-ranges.ts";
import type { EntityType, MutationClass, TraceConversation, TraceDraft, TraceFile } from "./record.ts";

/** Comparing more bytes than these line by line would hold the gate up; the hashes are kept all the same. */
const MAX_COMPARED_BYTES = 64 * 1024 * 1024;

export interface DraftInput {
  id: string;
  /** RFC 3339. */
  timestamp: string;
  intentId: string;
  session: string;
  entityType: EntityType;
  /** Null where the host did not say. */
  model: string | null;
  mutationClass: MutationClass;
  tool: string;
  decision: { id: string; approval: string; outcome: TraceDraft["decision"]["outcome"] };
  revision: string;
  changes: readonly FileChange[];
}

export function draftRecord(input: DraftInput): TraceDraft {
  const looked = input.changes.map((change) => ({ change, kind: kindOf(change), lines: linesOf(change) }));
  return {
    id: input.id,
    timestamp: input.timestamp,
    intent_id: input.intentId,
    mutation_class: input.mutationClass,
    description: describeChanges(
      input.tool,
      looked.map(({ change, kind, lines }) => ({
        path: change.relativePath,
        kind,
        movedFrom: change.movedFrom,
        lines,
      })),
    ),
    vcs: { revision_id: input.revision },
    files: looked.map(({ change, kind, lines }) => fileOf(change, kind, lines, conversationOf(input, lines))),
    decision: {
      id: input.decision.id,
      tool: input.tool,
      approval: input.decision.approval,
      outcome: input.decision.outcome,
    },
  };
}

function kindOf(change: FileChange): TraceFile["change"] {
  if (change.movedFrom !== null && change.after.state !== "absent") return "renamed";
  if (change.after.state === "absent") return "deleted";
  if (change.before.state === "absent") return "created";
  return change.modeChanged && sameBytes(change.before, change.after) ? "mode" : "modified";
}

function sameBytes(before: FileBytes, after: FileBytes): boolean {
  if (before.state !== "present" || after.state !== "present") return false;
  return Buffer.compare(before.bytes, after.bytes) === 0;
}

function linesOf(change: FileChange): LineChanges | "unknown" {
  const { before, after } = change;
  if (before.state === "unknown" || after.state === "unknown") return "unknown";
  const beforeBytes = before.state === "present" ? before.bytes : null;
  const afterBytes = after.state === "present" ? after.bytes : null;
  if ((beforeBytes?.length ?? 0) + (afterBytes?.length ?? 0) > MAX_COMPARED_BYTES) return "unknown";
  return lineChangesOf(beforeBytes, afterBytes);
}

function fileOf(
  change: FileChange,
  kind: TraceFile["change"],
  lines: LineChanges | "unknown",
  conversation: TraceConversation,
): TraceFile {
  return {
    relative_path: change.relativePath,
    change: kind,
    ...(kind === "renamed" && change.movedFrom !== null ? { renamed_from: change.movedFrom } : {}),
    ...(change.before.state === "present" ? { before_hash: contentHash(change.before.bytes) } : {}),
    ...(change.after.state === "present" ? { after_hash: contentHash(change.after.bytes) } : {}),
    ...(lines !== "unknown" && lines.binary ? { binary: true as const } : {}),
    conversations: [conversation],
  };
}

function conversationOf(input: DraftInput, lines: LineChanges | "unknown"): TraceConversation {
  return {
    url: input.session,
    contributor: { entity_type: input.entityType, model_identifier: input.model ?? "unknown" },
    ranges: lines === "unknown" ? "unknown" : lines.ranges,
    related: [{ type: "specification", value: input.intentId }],
  };
}
