/** Keeps `intent_map.md` in step with what was changed. */
import type { OwnPostHookFn, PostHookContext } from "@intentgate/engine";
import { addToIntentMap, type GovernedRoot } from "@intentgate/sidecar";
import type { Call } from "../calls/call.ts";

export interface IntentMapHookParts {
  roots: readonly GovernedRoot[];
  now(): Date;
  intentIn(root: GovernedRoot, context: PostHookContext): string | null;
}

export function intentMapHook(parts: IntentMapHookParts): OwnPostHookFn<Call> {
  return async (context, { symbols }) => {
    if (context.outcome.kind !== "succeeded") return;
    for (const root of parts.roots) {
      const intentId = parts.intentIn(root, context);
      if (intentId === null) continue;
      const files = context.changes
        .filter((change) => change.root === root.root && change.predicted)
        .map((change) => ({
          path: change.relativePath,
          change: kindOf(change),
          symbols: symbols.get(change.relativePath) ?? [],
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
