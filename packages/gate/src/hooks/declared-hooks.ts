/** The two hooks of the gate that stand for all declared ones: before a call they may refuse it, after it they only learn of it. */
import type { HookContext, Notice, PhaseEntry, PostHookContext, PostHookFn, PreHookFn } from "@intentgate/engine";
import {
  abilityOf,
  askedByHooks,
  type CallEventParts,
  changedBy,
  combined,
  type EmittedRuns,
  plannedPlaces,
  postEvent,
  preEvent,
  type RanHook,
  type RootHooks,
  refusedByHook,
  withOutcome,
  withPlan,
} from "@intentgate/event-hooks";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { ObserveAgain } from "./observe-again.ts";

export interface DeclaredHooksParts extends CallEventParts {
  hooksOf(root: GovernedRoot): RootHooks;
  /** The roots that a call touches, else the one it was made from. */
  touchedRoots(context: HookContext): readonly GovernedRoot[];
  durationOf(context: PostHookContext): number | null;
  observeAgain: ObserveAgain;
  log(entry: PhaseEntry): void;
  notify(notice: Notice): void;
}

const NAME = "declaredHooks";
const MOST_REMEMBERED = 200;

export function createDeclaredHooks(parts: DeclaredHooksParts): { pre: PreHookFn; post: PostHookFn } {
  /** Answers of the first pass: after a person's yes only blocking hooks are asked again. */
  const firstPass = new Map<string, { event: string; ran: ReadonlyMap<string, RanHook> }>();

  const pre: PreHookFn = async (context) => {
    const asked: EmittedRuns["merged"]["confirmations"] = [];
    for (const root of parts.touchedRoots(context)) {
      const hooks = parts.hooksOf(root);
      if (!hooks.waitsFor("PreAbilityCall")) continue;
      const ability = abilityOf(root, context, parts);
      if (!hooks.mayConcern("PreAbilityCall", ability, () => plannedPlaces(root, context, parts))) continue;
      const bare = preEvent(root, context, ability, parts);
      if (!hooks.isWanted(bare, context.isMutatingTool)) continue;
      const event = withPlan(bare, context);
      if (context.isDryRun) {
        const { refusal, notRun } = hooks.foresee(event, context.isMutatingTool);
        if (refusal) return refusedByHook(refusal, []);
        if (notRun.length > 0) parts.notify(wouldBeAsked(notRun));
        continue;
      }
      const key = `${context.invocationId} ${root.root}`;
      const spelled = JSON.stringify({ ...event, timestamp: "" });
      const before = context.approved.length > 0 ? firstPass.get(key) : undefined;
      const known = before?.event === spelled ? before.ran : new Map<string, RanHook>();
      const emitted = await hooks.runOn(event, { mutates: context.isMutatingTool, known, around: (_, work) => work() });
      if (firstPass.size >= MOST_REMEMBERED) firstPass.clear();
      firstPass.set(key, { event: spelled, ran: emitted.ran });
      // What was said before the question was put is not said again.
      const isNew = ([id, ran]: [string, RanHook]) => known.get(id) !== ran;
      await tell(
        hooks,
        context,
        event,
        known.size === 0 ? emitted : combined(new Map([...emitted.ran].filter(isNew))),
        "pre",
      );
      if (emitted.refusal) return refusedByHook(emitted.refusal, emitted.merged.messages_to_user);
      asked.push(...emitted.merged.confirmations);
    }
    return asked.length === 0 ? undefined : { allow: "ask", request: askedByHooks(context, asked) };
  };

  const post: PostHookFn = async (context) => {
    for (const root of parts.touchedRoots(context)) {
      firstPass.delete(`${context.invocationId} ${root.root}`);
      const hooks = parts.hooksOf(root);
      if (!hooks.waitsFor("PostAbilityCall")) continue;
      const ability = abilityOf(root, context, parts);
      if (!hooks.mayConcern("PostAbilityCall", ability, () => changedBy(root, context))) continue;
      const bare = postEvent(root, context, ability, parts.durationOf(context), parts);
      if (!hooks.isWanted(bare, context.isMutatingTool)) continue;
      const event = withOutcome(bare, context);
      const around = parts.observeAgain(root, context);
      const emitted = await hooks.runOn(event, { mutates: context.isMutatingTool, known: new Map(), around });
      await tell(hooks, context, event, emitted, "post");
    }
  };

  async function tell(
    hooks: RootHooks,
    context: HookContext,
    event: Parameters<RootHooks["settle"]>[0],
    emitted: EmittedRuns,
    phase: "pre" | "post",
  ): Promise<void> {
    if (emitted.runs.length === 0 && emitted.refusal === null) return;
    const { invocationId, toolName: tool, intentId } = context;
    const { tags } = emitted.merged;
    const runs = emitted.runs.map(({ hook, outcome }) => `${hook} ${outcome}`);
    parts.log({
      ...{ invocationId, phase, session: context.session.id, tool, intentId, hook: NAME, decision: "ran" },
      ms: emitted.runs.reduce((sum, run) => sum + run.ms, 0),
      detail: { hooks: runs, ...(tags.length > 0 ? { tags } : {}) },
    });
    // A no after the call changes nothing any more: it is told like a warning.
    const late =
      phase === "post" && emitted.refusal ? [{ hook: emitted.refusal.hook, text: emitted.refusal.reason }] : [];
    for (const { hook, text } of [...emitted.warnings, ...late]) {
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
