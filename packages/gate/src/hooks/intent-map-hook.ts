/** Keeps `intent_map.md` in step with what was changed. */
import type { PostHookContext, PostHookFn } from "@intentgate/engine";
import { addToIntentMap, type GovernedRoot } from "@intentgate/sidecar";

export interface IntentMapHookParts {
  roots: readonly GovernedRoot[];
  now(): Date;
  intentIn(root: GovernedRoot, context: PostHookContext): string | null;
  /** The definitions that the call changed in this file. */
  symbolsOf(invocationId: string, relativePath: string): readonly string[];
}

export function intentMapHook(parts: IntentMapHookParts): PostHookFn {
  return async (context) => {
    if (context.outcome.kind !== "succeeded") return;
    for (const root of parts.roots) {
      const intentId = parts.intentIn(root, context);
      if (intentId === null) continue;
      const files = context.changes
        .filter((change) => change.root === root.root && change.predicted)
        .map((change) => ({
          path: change.relativePath,
          change: kindOf(change),
          symbols: parts.symbolsOf(context.invocationId, change.relativePath),
        }));
      if (files.length === 0) continue;
      const rules = root.rules();
      const name = (rules.ok && rules.value.intents.get(intentId)?.name) || intentId;
      await addToIntentMap(root, { intentId, name, files, at: parts.now().toISOString() });
    }
  };
}

function kindOf(change: { before: { state: string }; after: { state: string }; movedFrom: string | null }) {
  if (change.movedFrom !== null) return "renamed" as const;
  if (change.after.state === "absent") return "deleted" as const;
  return change.before.state === "absent" ? ("created" as const) : ("modified" as const);
}
