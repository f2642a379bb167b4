/** Runs every post-hook, each on its own: one that fails leaves a warning and undoes nothing. */
import type { HookContext, PostHookFn } from "./call.ts";
import { type Afterwards, postCopyFor } from "./context.ts";
import type { Clock } from "./parts.ts";
import { type HookWarning, warning } from "./refusal.ts";
import type { Registered } from "./registry.ts";
import { withinTime } from "./time-limit.ts";

export async function runPostHooks(
  hooks: readonly Registered<PostHookFn>[],
  context: HookContext,
  afterwards: Afterwards,
  clock: Clock,
): Promise<HookWarning[]> {
  const warnings: HookWarning[] = [];
  for (const hook of hooks) {
    try {
      await withinTime(clock, hook.timeoutMs, () => hook.fn(postCopyFor(context, afterwards)));
    } catch (error) {
      warnings.push(warning(context, hook.name, error));
    }
  }
  return warnings;
}
