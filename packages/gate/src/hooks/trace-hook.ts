/** Writes what really changed to the ledger. */
import type { FileChange, OwnPostHookFn, PostHookContext } from "@intentgate/engine";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { TraceDraft } from "@intentgate/trace";
import { findRepository } from "@intentgate/world";
import type { Call } from "../calls/call.ts";
import { type CopySource, copiedFiles } from "../calls/copied-files.ts";
import { type Credit, creditChanges } from "../calls/credit.ts";
import { recordEditsBetween } from "../calls/edits-between.ts";
import { candidatesAmong, type RecordedBy, type Recorder } from "../calls/record.ts";

export interface TraceHookParts {
  roots: readonly GovernedRoot[];
  record: Recorder;
  now(): Date;
  /** The intent that the session works under in this root. */
  intentIn(root: GovernedRoot, context: PostHookContext): string | null;
  /** Bytes by their hash, where the gate kept them. */
  keptBytes(hash: string): Uint8Array | null;
  /** All that the call changed is in the ledger: only now it may count as ended. */
  onRecorded(invocationId: string, call: Call): void;
}

export function traceHook(parts: TraceHookParts): OwnPostHookFn<Call> {
  return async (context, call) => {
    for (const root of parts.roots) {
      await recordIn(root, context, call);
      await recordShared(root, context, call);
    }
    parts.onRecorded(context.invocationId, call);
  };

  /** Nobody's who could be named: the calls that announced the file are among those who may have changed it. */
  async function recordShared(root: GovernedRoot, context: PostHookContext, call: Call): Promise<void> {
    const shared = call.shared.filter(({ change }) => change.root === root.root);
    const own = { invocationId: context.invocationId, session: context.session.id };
    const beside = new Map(shared.flatMap((one) => one.beside.map((other) => [other.invocationId, other] as const)));
    if (shared.length === 0) return;
    const intentId = parts.intentIn(root, context);
    await parts.record(root, {
      session: context.session.id,
      intentId,
      by: {
        entityType: "UNKNOWN",
        candidates: candidatesAmong([{ ...own, model: context.session.model ?? "unknown" }, ...beside.values()]),
      },
      tool: context.normalizedToolName,
      changes: shared.map(({ change }) => change),
      decision: {
        id: context.invocationId,
        approval: approvalLabel(root, context, intentId),
        outcome: outcomeLabel(context),
      },
      isParsed: true,
    });
  }

  async function recordIn(root: GovernedRoot, context: PostHookContext, call: Call): Promise<void> {
    const changes = context.changes.filter((change) => change.root === root.root);
    if (changes.length === 0) return;
    const copies = copiedFiles(context, root.root, changes);
    // First: what a person did since the last record must not stand behind what the call made of it.
    await recordEditsBetween(root, context, [...changes, ...sourcesOf(copies, root)], parts);
    const credits = creditChanges(changes, {
      root: root.root,
      repository: findRepository(root.root),
      effects: context.effects,
      beganAt: beganAt(root, context, call, parts.now()),
      isExact: call.exact !== null,
    });
    const intentId = parts.intentIn(root, context);
    for (const credit of ["agent", "git", "nobody"] as const) {
      const its = changes.filter((change) => credits.get(change) === credit);
      if (its.length === 0) continue;
      const draft = await parts.record(root, {
        session: context.session.id,
        intentId,
        by: creditedTo(credit, context, call),
        isFromGit: credit === "git",
        copies,
        tool: context.normalizedToolName,
        changes: its,
        decision: {
          id: context.invocationId,
          approval: approvalLabel(root, context, intentId),
          outcome: outcomeLabel(context),
        },
        isParsed: true,
      });
      for (const file of draft.files) call.symbols.set(file.relative_path, symbolsIn(file));
    }
  }
}

function creditedTo(credit: Credit, { session }: PostHookContext, { candidates }: Call): RecordedBy {
  if (credit === "agent") return { entityType: "AI", model: session.model ?? "unknown" };
  return { entityType: "UNKNOWN", candidates: credit === "nobody" ? candidates : null };
}

function symbolsIn({ conversations }: TraceDraft["files"][number]): string[] {
  const ranges = conversations.flatMap((one) => (one.ranges === "unknown" ? [] : one.ranges));
  const named = ranges.flatMap(({ symbol, symbols }) => [
    ...(symbol === undefined ? [] : [symbol]),
    ...(symbols ?? []),
  ]);
  return [...new Set(named)];
}

/** What was copied may have been edited before, too. */
function sourcesOf(copies: ReadonlyMap<string, CopySource>, { root }: GovernedRoot): FileChange[] {
  return [...copies.values()].map(({ path, bytes }) => {
    const content = { state: "present" as const, bytes };
    const place = { relativePath: path, absolute: `${root}/${path}`, root, movedFrom: null };
    return { ...place, before: content, after: content, modeChanged: false, predicted: false };
  });
}

function beganAt(root: GovernedRoot, { invocationId }: PostHookContext, call: Call, now: Date): number {
  if (call.exact !== null && call.beganAt !== null) return Date.parse(call.beganAt);
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
