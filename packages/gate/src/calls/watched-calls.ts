/**
 * Calls that a host runs without asking. They cannot be held back any more; what the gate would have said of them, and
 * what they change, can still be known.
 */
import {
  type CallFacts,
  changedPaths,
  type DryDecision,
  type HookContext,
  type HookEngine,
  type Outcome,
  type Refusal,
  type ToolCall,
} from "@intentgate/engine";
import { type DecisionLog, type GovernedRoot, recordsSince } from "@intentgate/sidecar";
import { type FileReading, hashOf, mayBeSince, readAfterwards, stampAt } from "@intentgate/world";
import { type Call, type DescribeCall, openCall } from "./call.ts";
import type { Watch } from "./watch.ts";

/** What whoever heard of the call knew at that moment. */
export interface HeardCall {
  /** It cannot have begun before this, in milliseconds: a file written since then no longer says what stood there before. */
  at: number;
  /** Bytes of files as they stood then, by the path as the call spells it; null where there was none. */
  files: ReadonlyMap<string, Uint8Array | null>;
}

export interface WatchedCall {
  /** Records what it has changed. */
  ended(outcome: Outcome): Promise<WatchedEnd>;
  /** It was asked about after all. */
  forget(): void;
}

export interface WatchedEnd {
  /** What it would have been told; null where nothing would have stood against it. */
  refusal: Refusal | null;
  /** Nobody can say what such a call touches. */
  isUnknown: boolean;
  /** Files that are in the ledger now because of it, relative to their roots. */
  changed: string[];
}

/** Begins to watch a call that runs already. */
export type WatchCall = (call: ToolCall, heard: HeardCall, describe?: DescribeCall) => Promise<WatchedCall>;

export interface WatchedCallsParts {
  engine: HookEngine<Call>;
  describe(made: ToolCall, call: Call): Promise<CallFacts>;
  watch: Pick<Watch, "lookOn">;
  roots: readonly GovernedRoot[];
  decisions: DecisionLog;
  now(): Date;
  relative(absolute: string): { root: string; relative: string } | null;
  /** Runs what the post-hooks asked for. */
  followUp<T>(call: ToolCall, work: Promise<T>): Promise<T>;
}

const NEVER_KNOWN: FileReading = { hash: "", bytes: { state: "unknown" }, mode: null };

export function createWatchCall(parts: WatchedCallsParts): WatchCall {
  const seenBy = (session: string, absolute: string) => {
    const root = parts.roots.find((one) => one.root === parts.relative(absolute)?.root);
    return root?.store.sessions.read(session).seen.get(absolute);
  };

  /** That somebody overwrote what nobody read can only be said where it is known what stood there. */
  function refusalOf(verdict: DryDecision, context: HookContext, before: ReadonlyMap<string, FileReading>) {
    if (verdict.decision === "allow") return null;
    const refusal = verdict.decision === "ask" ? verdict.otherwise : verdict.refusal;
    if (refusal.code !== "STALE_FILE") return refusal;
    const isBlind = ([absolute, { hash }]: [string, FileReading]) =>
      hash !== null && hash !== NEVER_KNOWN.hash && seenBy(context.session.id, absolute) !== hash;
    return [...before].some(isBlind) ? refusal : null;
  }

  function isRecorded(absolute: string, { hash }: FileReading, at: number): boolean {
    const place = parts.relative(absolute);
    const root = parts.roots.find((one) => one.root === place?.root);
    if (!root || !place) return false;
    const since = recordsSince(root.store.ledger, new Date(at).toISOString());
    const last = since.flatMap(({ files }) => files).findLast(({ relative_path }) => relative_path === place.relative);
    return last !== undefined && (last.after_hash ?? null) === hash;
  }

  function beforeOf({ effects }: HookContext, { at, files }: HeardCall): Map<string, FileReading> {
    const removed = new Set(
      effects.list.flatMap((one) =>
        one.kind === "delete" ? [one.absolute] : one.kind === "move" ? [one.from.absolute] : [],
      ),
    );
    return new Map(
      changedPaths(effects).map(({ path, absolute }): [string, FileReading] => {
        const now = readAfterwards(absolute);
        const heard = files.get(path);
        if (heard === null) return [absolute, { hash: null, bytes: { state: "absent" }, mode: null }];
        if (heard)
          return [absolute, { hash: hashOf(heard), bytes: { state: "present", bytes: heard }, mode: now.mode }];
        const isFresh =
          now.hash === null ? removed.has(absolute) : mayBeSince(Number(stampAt(absolute)?.mtimeMs ?? 0), at);
        return [absolute, isFresh && !isRecorded(absolute, now, at) ? NEVER_KNOWN : now];
      }),
    );
  }

  function recordedFor(invocationId: string, at: string): string[] {
    return parts.roots.flatMap(({ store }) =>
      recordsSince(store.ledger, at)
        .filter(({ decision }) => decision.id === invocationId)
        .flatMap(({ files }) => files.map(({ relative_path }) => relative_path)),
    );
  }

  return async (made, heard, describe) => {
    const call = openCall({ describe });
    const verdict = await parts.engine.decide(made, call);
    const { invocationId } = verdict;
    const beganAt = parts.now().toISOString();
    const context = await contextOf(made, invocationId, call);
    const before = beforeOf(context, heard);
    const refusal = refusalOf(verdict, context, before);
    if (context.isMutatingTool || context.details.runs === "programs")
      parts.watch.lookOn(context, before, refusal?.code === "CONTROL_FILE", call);

    return {
      forget() {
        call.stood = null;
      },
      async ended(outcome) {
        const approval = { answer: "unanswered" as const, id: invocationId, reason: refusal?.code ?? "" };
        const crossing = { ...context, approval, contextPatch: {} };
        await parts.followUp(made, parts.engine.postToolUse(made, crossing, outcome, call));
        const changed = recordedFor(invocationId, beganAt);
        const isUnknown = context.effects.risk === "UNKNOWN";
        if (refusal && (changed.length > 0 || (outcome.kind === "succeeded" && !isUnknown)))
          tell(context, refusal, changed);
        return { refusal, isUnknown, changed };
      },
    };
  };

  async function contextOf(made: ToolCall, invocationId: string, call: Call): Promise<HookContext> {
    const facts = await parts.describe(made, call);
    return {
      ...made,
      ...facts,
      invocationId,
      isMutatingTool: facts.effects.mutates,
      touchedPaths: changedPaths(facts.effects).map(({ path }) => path),
      askApproval: undefined,
      isDryRun: false,
      approved: [],
    };
  }

  function tell(context: HookContext, { code }: Refusal, changed: string[]): void {
    const { session, toolName: tool, intentId, invocationId } = context;
    const row = { invocationId, phase: "post" as const, session: session.id, tool, intentId, ms: 0, code };
    const told = { phases: [] };
    const detail = { paths: changed.slice(0, 100), unasked: true };
    parts.decisions.log({ ...row, decision: "violation", detail }, told);
    parts.decisions.keep(told);
  }
}
