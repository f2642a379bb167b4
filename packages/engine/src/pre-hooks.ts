/** Runs the pre-hooks in order. This is the one place where a hook's error is caught, and it becomes a no. */
import type { HookContext, OwnPreHookFn } from "./call.ts";
import { copyFor } from "./context.ts";
import { type ApprovalRequest, type Deny, deny, type HookDecision } from "./decision.ts";
import { messageOf } from "./error-message.ts";
import type { EngineParts } from "./parts.ts";
import { readDecision } from "./read-decision.ts";
import type { Registered } from "./registry.ts";
import { heldWhileAsking, withinTime } from "./time-limit.ts";

export type PreHooksResult =
  | { kind: "refused"; hook: string; deny: Deny }
  | { kind: "open"; asks: ApprovalRequest[]; contextPatch: Record<string, unknown> };

type LogObjection = (hook: string, decision: string, code: string | undefined, reason: string) => void;

export async function runPreHooks<Home>(
  hooks: readonly Registered<OwnPreHookFn<Home>>[],
  context: HookContext,
  home: Home,
  parts: Pick<EngineParts<Home>, "clock" | "letsPass">,
  logObjection: LogObjection,
): Promise<PreHooksResult> {
  const asks: ApprovalRequest[] = [];
  const contextPatch: Record<string, unknown> = {};
  for (const hook of hooks) {
    let decision: HookDecision;
    try {
      decision = readDecision(hook.name, await consult(hook, context, home, parts));
    } catch (error) {
      const what = messageOf(error);
      if (!hook.critical) {
        logObjection(hook.name, "warning", undefined, what);
        continue;
      }
      decision = hookError(hook.name, what);
    }
    if (decision.allow === true) {
      if (decision.contextPatch) Object.assign(contextPatch, decision.contextPatch);
    } else if (decision.allow === "ask") {
      const passes = parts.letsPass(context, decision.request.whenRejected, hook.name, home);
      logObjection(hook.name, passes ? "would_ask" : "ask", undefined, decision.request.question);
      if (!passes) asks.push(decision.request);
    } else {
      const passes = parts.letsPass(context, decision, hook.name, home);
      logObjection(hook.name, passes ? "would_deny" : "deny", decision.code, decision.reason);
      if (!passes) return { kind: "refused", hook: hook.name, deny: decision };
    }
  }
  return { kind: "open", asks, contextPatch };
}

function consult<Home>(
  hook: Registered<OwnPreHookFn<Home>>,
  context: HookContext,
  home: Home,
  parts: Pick<EngineParts<Home>, "clock">,
) {
  return withinTime(parts.clock, hook.timeoutMs, (watch) =>
    hook.fn(copyFor(context, heldWhileAsking(context.askApproval, watch)), homeFor(hook, home)),
  );
}

/** Hooks of others are typed without it, and get none. */
export function homeFor<Home>({ isOwn }: { isOwn: boolean }, home: Home): Home {
  return isOwn ? home : (undefined as Home);
}

export function hookError(hookName: string, what: string): Deny {
  return deny(
    "HOOK_ERROR",
    `The check "${hookName}" could not be completed: ${what}`,
    "Nothing was changed. Repeat the call once; if it fails again, tell the person: `intentgate doctor` shows what is wrong.",
    { hook_name: hookName, error: what },
  );
}
