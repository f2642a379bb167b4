/** Writes what really changed to the ledger. */
import type { FileChange, OwnPostHookFn, PostHookContext } from "@intentgate/engine";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { TraceDraft } from "@intentgate/trace";
import { findRepository } from "@intentgate/world";
import type { Call } from "../calls/call.ts";
import { type CopySource, copiedFiles } from "../calls/copied-files.ts";
import { type Credit, creditChanges } from "../calls/credit.ts";
import { recordEditsBetween } from "../calls/edits-between.ts";
import { contentsAside } from "../calls/git-contents.ts";
import { candidatesAmong, type Recorded, type RecordedBy, type Recorder } from "../calls/record.ts";

export interface TraceHookParts {
  roots: readonly GovernedRoot[];
  record: Recorder;
  now(): Date;
  rootAt(call: Pick<PostHookContext, "cwd">): GovernedRoot;
  /** The intent that the session works under in this root. */
  intentIn(root: GovernedRoot, context: PostHookContext): string | null;
  /** Bytes by their hash, where the gate kept them. */
  keptBytes(hash: string): Uint8Array | null;
  /** All that the call changed is in the ledger: only now it may count as ended. */
  onRecorded(invocationId: string, call: Call): void;
}

export function traceHook(parts: TraceHookParts): OwnPostHookFn<Call> {
  return async (context, call) => {
    for (const root of parts.roots) await recordIn(root, context, call);
    parts.onRecorded(context.invocationId, call);
  };

  async function recordIn(root: GovernedRoot, context: PostHookContext, call: Call): Promise<void> {
    const changes = context.changes.filter((change) => change.root === root.root);
    const git = root === parts.rootAt(context) ? (call.opened?.git ?? null) : null;
    const repository = git === null ? null : findRepository(root.root);
    const aside = git && repository ? contentsAside(git, changes, { root: root.root, repository }) : [];
    const behind = aside.flatMap(([first]) => (first === undefined ? [] : [first.change]));
    if (changes.length + behind.length === 0) return;
    const copies = copiedFiles(context, root.root, changes);
    const places = new Set(changes.map(({ relativePath }) => relativePath));
    const sources = [...sourcesOf(copies, root), ...behind.filter(({ relativePath }) => !places.has(relativePath))];
    const began = beganAt(root, context, call, parts.now());
    const then = git ?? (call.exact === null ? { since: began } : null);
    // First: what a person did since the last record must not stand behind what the call made of it.
    await recordEditsBetween(root, context, [...changes, ...sources], parts, then);
    const credits = creditChanges(changes, {
      root: root.root,
      repository: findRepository(root.root),
      effects: context.effects,
      beganAt: began,
      isExact: call.exact !== null,
    });
    const creditedAs = (credit: Credit) => ({ by: creditedTo(credit, context, call), isFromGit: credit === "git" });
    for (const credit of ["agent", "git", "nobody"] as const) {
      const its = changes.filter((change) => credits.get(change) === credit);
      if (its.length === 0) continue;
      const draft = await recordAs(root, context, { ...creditedAs(credit), copies, changes: its, isParsed: true });
      for (const file of draft.files) call.symbols.set(file.relative_path, symbolsIn(file));
    }
    // Last: what stands in the tree is the newest that is known of each file again.
    for (let at = 0; aside.some((steps) => at < steps.length); at += 1) {
      const steps = aside.flatMap((all) => all[at] ?? []);
      for (const credit of ["git", "agent", "nobody"] as const) {
        const its = steps.filter((step) => step.credit === credit).map(({ change }) => change);
        if (its.length > 0) await recordAs(root, context, { ...creditedAs(credit), changes: its, isParsed: false });
      }
    }
  }

  function recordAs(
    root: GovernedRoot,
    context: PostHookContext,
    what: Pick<Recorded, "by" | "changes" | "copies" | "isFromGit" | "isParsed">,
  ): Promise<TraceDraft> {
    const intentId = parts.intentIn(root, context);
    return parts.record(root, {
      ...{ session: context.session.id, intentId, tool: context.normalizedToolName },
      ...what,
      decision: {
        id: context.invocationId,
        approval: approvalLabel(root, context, intentId),
        outcome: outcomeLabel(context),
      },
    });
  }
}

function creditedTo(credit: Credit, { session, invocationId }: PostHookContext, call: Call): RecordedBy {
  const model = session.model ?? "unknown";
  if (credit === "agent") return { entityType: "AI", model };
  const candidates =
    call.exact === null ? call.candidates : candidatesAmong([{ invocationId, session: session.id, model }]);
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
  // Another process may have let it begin.
  const began = call.beganAt ?? call.opened?.at;
  if (call.exact !== null && began !== undefined) return Date.parse(began);
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
