/** The two hooks of the gate that stand for all declared ones: before a call they may refuse it, after it they only learn of it. */
import type { HookContext, Notice, OwnPostHookFn, OwnPreHookFn, PhaseEntry } from "@intentgate/engine";
import {
  abilityOf,
  askedByHooks,
  type CallEventParts,
  combined,
  type EmittedRuns,
  postEvent,
  preEvent,
  type RanHook,
  type RootHooks,
  refusedByHook,
  withOutcome,
  withPlan,
} from "@intentgate/event-hooks";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { Call } from "../calls/call.ts";
import type { ObserveAgain } from "./observe-again.ts";

export interface DeclaredHooksParts extends CallEventParts {
  hooksOf(root: GovernedRoot): RootHooks;
  /** The roots that a call touches, else the one it was made from. */
  touchedRoots(context: HookContext): readonly GovernedRoot[];
  durationOf(call: Call): number | null;
  observeAgain: ObserveAgain;
  log(entry: PhaseEntry, call: Call): void;
  notify(notice: Notice): void;
}

const NAME = "declaredHooks";

export interface DeclaredHooks {
  pre: OwnPreHookFn<Call>;
  post: OwnPostHookFn<Call>;
}

export function createDeclaredHooks(parts: DeclaredHooksParts): DeclaredHooks {
  const pre: DeclaredHooks["pre"] = async (context, call) => {
    const asked: EmittedRuns["merged"]["confirmations"] = [];
    for (const root of parts.touchedRoots(context)) {
      const hooks = parts.hooksOf(root);
      if (!hooks.waitsFor("PreAbilityCall")) continue;
      const ability = abilityOf(root, context, call.toolCallPath, parts);
      const bare = preEvent(root, context, ability, parts);
      if (!hooks.matches(bare, context.isMutatingTool)) continue;
      const event = withPlan(bare, context);
      if (context.isDryRun) {
        const { refusal, notRun } = hooks.foresee(event, context.isMutatingTool);
        if (refusal) return refusedByHook(refusal, []);
        if (notRun.length > 0) parts.notify(wouldBeAsked(notRun));
        continue;
      }
      const spelled = JSON.stringify({ ...event, timestamp: "" });
      // After a person's yes only blocking hooks are asked again.
      const before = context.approved.length > 0 ? call.firstAnswers.get(root) : undefined;
      const known = before?.event === spelled ? before.ran : new Map<string, RanHook>();
      const emitted = await hooks.runOn(event, { mutates: context.isMutatingTool, known, around: (_, work) => work() });
      call.firstAnswers.set(root, { event: spelled, ran: emitted.ran });
      // What was said before the question was put is not said again.
      const isNew = ([id, ran]: [string, RanHook]) => known.get(id) !== ran;
      const said = known.size === 0 ? emitted : combined(new Map([...emitted.ran].filter(isNew)));
      await tell(hooks, context, event, said, "pre", call);
      if (emitted.refusal) return refusedByHook(emitted.refusal, emitted.merged.messages_to_user);
      asked.push(...emitted.merged.confirmations);
    }
    return asked.length === 0 ? undefined : { allow: "ask", request: askedByHooks(context, asked) };
  };

  const post: DeclaredHooks["post"] = async (context, call) => {
    for (const root of parts.touchedRoots(context)) {
      const hooks = parts.hooksOf(root);
      if (!hooks.waitsFor("PostAbilityCall")) continue;
      const ability = abilityOf(root, context, call.toolCallPath, parts);
      const known = { durationMs: parts.durationOf(call), toolCallPath: call.toolCallPath };
      const bare = postEvent(root, context, ability, known, parts);
      if (!hooks.matches(bare, context.isMutatingTool)) continue;
      const event = withOutcome(bare, context);
      const around = parts.observeAgain(root, context);
      const emitted = await hooks.runOn(event, { mutates: context.isMutatingTool, known: new Map(), around });
      await tell(hooks, context, event, emitted, "post", call);
    }
  };

  async function tell(
    hooks: RootHooks,
    context: HookContext,
    event: Parameters<RootHooks["settle"]>[0],
    emitted: EmittedRuns,
    phase: "pre" | "post",
    call: Call,
  ): Promise<void> {
    if (emitted.runs.length === 0 && emitted.refusal === null) return;
    const { invocationId, toolName: tool, intentId } = context;
    const { tags } = emitted.merged;
    const runs = emitted.runs.map(({ hook, outcome }) => `${hook} ${outcome}`);
    const ms = emitted.runs.reduce((sum, run) => sum + run.ms, 0);
    const row = { invocationId, phase, session: context.session.id, tool, intentId, hook: NAME, decision: "ran", ms };
    parts.log({ ...row, detail: { hooks: runs, ...(tags.length > 0 ? { tags } : {}) } }, call);
    // A no after the call changes nothing any more: it is told like a warning.
    const tooLate =
      phase === "post" && emitted.refusal ? [{ hook: emitted.refusal.hook, text: emitted.refusal.reason }] : [];
    for (const { hook, text } of [...emitted.warnings, ...tooLate]) {
      parts.notify({ kind: "warning", message: `event hook ${hook}: ${text}`, paths: [] });
    }
    for (const { hook, text } of emitted.merged.messages_to_user) {
      parts.notify({ kind: "message", message: `${hook}: ${text}`, paths: [] });
    }
    await hooks.settle(event, emitted);
  }

  return { pre, post };
}

function wouldBeAsked(ids: readonly string[]): Notice {
  const message = `nothing runs in a dry decision, so these event hooks were not asked: ${ids.join(", ")}`;
  return { kind: "warning", message, paths: [] };
}
