/** Writes what really changed to the ledger, and what the session has now seen to its journal. */
import type { FileChange, PostHookContext, PostHookFn } from "@intentgate/engine";
import { draftRecord, type EntityType } from "@intentgate/trace";
import type { GovernedRoot } from "../roots/governed-root.ts";

export interface TraceHookParts {
  roots: readonly GovernedRoot[];
  newId(): string;
  now(): Date;
  /** The intent that the session works under in this root. */
  intentIn(root: GovernedRoot, context: PostHookContext): string | null;
  /** All that the call changed is in the ledger: only now it may count as ended. */
  onRecorded(invocationId: string): void;
}

export function traceHook(parts: TraceHookParts): PostHookFn {
  return async (context) => {
    for (const root of parts.roots) await recordIn(root, context);
    parts.onRecorded(context.invocationId);
  };

  async function recordIn(root: GovernedRoot, context: PostHookContext): Promise<void> {
    const changes = context.changes.filter((change) => change.root === root.root);
    const own = changes.filter((change) => change.predicted);
    const stray = changes.filter((change) => !change.predicted);
    if (own.length > 0) await record(root, context, own, "AI");
    if (stray.length > 0) await record(root, context, stray, "UNKNOWN");
  }

  async function record(root: GovernedRoot, context: PostHookContext, changes: FileChange[], by: EntityType) {
    const draft = draftRecord({
      id: parts.newId(),
      timestamp: parts.now().toISOString(),
      intentId: parts.intentIn(root, context) ?? "none",
      session: context.session.id,
      model: context.session.model ?? "unknown",
      entityType: by,
      tool: context.normalizedToolName,
      changes,
      revision: root.revision(),
      decision: {
        id: context.invocationId,
        approval: approvalLabel(root, context, parts.intentIn(root, context)),
        outcome: outcomeLabel(context),
      },
      mutationClass: "INTENT_EVOLUTION",
    });
    await root.store.ledger.append(context.session.id, draft);
  }
}

function approvalLabel(root: GovernedRoot, context: PostHookContext, intentId: string | null): string {
  if (context.approval?.answer === "approved") return `${context.approval.how}:${context.approval.id}`;
  const session = root.store.sessions.read(context.session.id);
  const standing = intentId === null ? undefined : session.standing.get(intentId);
  return standing === undefined ? "none" : `standing:${standing}`;
}

function outcomeLabel(context: PostHookContext): "OK" | "FAILED" | "UNKNOWN" {
  if (context.outcome.kind === "succeeded") return "OK";
  return context.outcome.kind === "failed" ? "FAILED" : "UNKNOWN";
}
