/** What the session of a call may change, asked after the fact: the same rules that decide beforehand. */
import type { HookContext } from "@intentgate/engine";
import { createScope, type Intent } from "@intentgate/policy";
import type { GovernedRoot, RootRules } from "@intentgate/sidecar";
import type { CallScope } from "./observer.ts";

/** Who wants to know. */
type Caller = Pick<HookContext, "cwd" | "intentId" | "session">;

export interface CallScopeParts {
  roots: readonly GovernedRoot[];
  intentIn(root: GovernedRoot, context: Caller): string | null;
}

export function callScope(context: Caller, { roots, intentIn }: CallScopeParts): CallScope {
  function found(path: string): { rules: RootRules; intent: Intent } | null {
    const root = roots.find((one) => one.root === path);
    const rules = root?.lastRules();
    if (!root || !rules?.ok) return null;
    const id = intentIn(root, context);
    const intent = id === null ? undefined : rules.value.intents.get(id);
    return intent ? { rules: rules.value, intent } : null;
  }
  const covers = (globs: readonly string[], relative: string) =>
    createScope(globs, { ignoreCase: false }).covers(relative);

  return {
    globs: (root) => found(root)?.intent.owned_scope ?? [],
    covers(root, relative) {
      const known = found(root);
      if (!known) return false;
      const { rules, intent } = known;
      const excluded = rules.ignore.filter(
        ({ kind, intentId }) => kind === "exclude" && (intentId === null || intentId === intent.id),
      );
      const closed = [...rules.policy.protected, ...excluded.map(({ glob }) => glob)];
      return (
        covers(intent.owned_scope, relative) &&
        (intent.narrowed_to === null || covers(intent.narrowed_to, relative)) &&
        !closed.some((glob) => covers([glob], relative))
      );
    },
  };
}
