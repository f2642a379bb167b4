/** Runs every post-hook, each on its own: one that fails leaves a warning and undoes nothing. */
import type { HookContext, OwnPostHookFn } from "./call.ts";
import { type Afterwards, postCopyFor } from "./context.ts";
import type { HookWarning } from "./decision.ts";
import type { Clock } from "./parts.ts";
import { homeFor } from "./pre-hooks.ts";
import { warning } from "./refusal.ts";
import type { Registered } from "./registry.ts";
import { withinTime } from "./time-limit.ts";

export async function runPostHooks<Home>(
  hooks: readonly Registered<OwnPostHookFn<Home>>[],
  context: HookContext,
  home: Home,
  afterwards: Afterwards,
  clock: Clock,
): Promise<HookWarning[]> {
  const warnings: HookWarning[] = [];
  for (const hook of hooks) {
    try {
      await withinTime(clock, hook.timeoutMs, () => hook.fn(postCopyFor(context, afterwards), homeFor(hook, home)));
    } catch (error) {
      warnings.push(warning(context, hook.name, error));
    }
  }
  return warnings;
}
