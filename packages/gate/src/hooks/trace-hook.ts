/** Writes what really changed to the ledger, and what the session has now seen to its journal. */
import type { FileChange, PostHookContext, PostHookFn } from "@intentgate/engine";
import { type GovernedRoot, intentTextDigest } from "@intentgate/sidecar";
import { type Candidate, draftRecord, readChangeSyntax, type Syntax, type TraceDraft } from "@intentgate/trace";
import { findRepository } from "@intentgate/world";
import { type CopySource, copiedFiles } from "../record/copied-files.ts";
import { type Credit, creditChanges } from "../record/credit.ts";
import { recordEditsBetween } from "../record/edits-between.ts";
import { secretsIn } from "../record/secrets-in.ts";

export interface TraceHookParts {
  roots: readonly GovernedRoot[];
  newId(): string;
  now(): Date;
  /** The intent that the session works under in this root. */
  intentIn(root: GovernedRoot, context: PostHookContext): string | null;
  /** Bytes by their hash, where the gate kept them. */
  keptBytes(hash: string): Uint8Array | null;
  isSecret(root: string, relative: string): boolean;
  syntax: Syntax;
  /** Who may have made what a call did not announce. */
  candidatesOf(invocationId: string): Candidate[];
  /** What was written to the ledger about this call. */
  onDraft(invocationId: string, draft: TraceDraft): void;
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
    if (changes.length === 0) return;
    const copies = copiedFiles(context, root.root, changes);
    // First: what a person did since the last record must not stand behind what the call made of it.
    await recordEditsBetween(root, context, [...changes, ...sourcesOf(copies, root)], parts);
    const credits = creditChanges(changes, {
      root: root.root,
      repository: findRepository(root.root),
      effects: context.effects,
      beganAt: beganAt(root, context, parts.now()),
    });
    for (const credit of ["agent", "git", "nobody"] as const) {
      const its = changes.filter((change) => credits.get(change) === credit);
      if (its.length > 0) await record(root, context, its, credit, copies);
    }
  }

  async function record(
    root: GovernedRoot,
    context: PostHookContext,
    changes: FileChange[],
    credit: Credit,
    copies: ReadonlyMap<string, CopySource>,
  ) {
    const draft = draftRecord({
      id: parts.newId(),
      timestamp: parts.now().toISOString(),
      intentId: parts.intentIn(root, context) ?? "none",
      session: context.session.id,
      model: credit === "agent" ? (context.session.model ?? "unknown") : null,
      entityType: credit === "agent" ? "AI" : "UNKNOWN",
      ...(credit === "nobody" ? { candidates: parts.candidatesOf(context.invocationId) } : {}),
      isFromGit: credit === "git",
      copies,
      tool: context.normalizedToolName,
      changes,
      revision: root.revision(),
      decision: {
        id: context.invocationId,
        approval: approvalLabel(root, context, parts.intentIn(root, context)),
        outcome: outcomeLabel(context),
      },
      mutationClass: "INTENT_EVOLUTION",
      syntax: await readChangeSyntax(changes, parts.syntax),
      intentDigest: intentTextDigest(root, parts.intentIn(root, context)),
      secrets: secretsIn(changes, root, parts.isSecret),
    });
    await root.store.ledger.append(context.session.id, draft);
    parts.onDraft(context.invocationId, draft);
  }
}

/** What was copied may have been edited before, too. */
function sourcesOf(copies: ReadonlyMap<string, CopySource>, { root }: GovernedRoot): FileChange[] {
  return [...copies.values()].map(({ path, bytes }) => {
    const content = { state: "present" as const, bytes };
    const place = { relativePath: path, absolute: `${root}/${path}`, root, movedFrom: null };
    return { ...place, before: content, after: content, modeChanged: false, predicted: false };
  });
}

function beganAt(root: GovernedRoot, { invocationId }: PostHookContext, now: Date): number {
  return root.running.beganAt(invocationId) ?? now.getTime(); // only calls that run programs can bring anything
}

function approvalLabel(root: GovernedRoot, context: PostHookContext, intentId: string | null): string {
  if (context.approval?.answer === "approved") return `${context.approval.how}:${context.approval.id}`;
  // The host ran it without asking; the reason is the code that would have refused it.
  if (context.approval?.answer === "unanswered") return ["unasked", context.approval.reason].filter(Boolean).join(":");
  const session = root.store.sessions.read(context.session.id);
  const standing = intentId === null ? undefined : session.standing.get(intentId);
  return standing === undefined ? "none" : `standing:${standing}`;
}

function outcomeLabel(context: PostHookContext): "OK" | "FAILED" | "UNKNOWN" {
  if (context.outcome.kind === "succeeded") return "OK";
  return context.outcome.kind === "failed" ? "FAILED" : "UNKNOWN";
}
