/** What a call becomes where a declared hook says no, fails, or wants a person to be asked. */
import { type ApprovalRequest, changedPaths, type Deny, deny, type HookContext } from "@intentgate/engine";
import type { From } from "../declared/merge-results.ts";
import type { EmittedRuns } from "./emit-event.ts";
import type { HookRefusal } from "./event-hooks.ts";

/** A hook's own no and an untrusted hook block; one that failed, or that nobody can read, is an error. */
export function refusedByHook(
  { hook, kind, reason, remedy }: HookRefusal,
  said: EmittedRuns["merged"]["messages_to_user"],
): Deny {
  const messages = said.filter((one) => one.hook === hook).map(({ text }) => text);
  const about = { hook_id: hook, ...(messages.length > 0 ? { messages } : {}) };
  if (kind === "said_no") {
    const why = [reason, ...messages].join(" ");
    return deny("BLOCKED_BY_HOOK", `The hook ${hook} stopped this call: ${why}`, remedy, about);
  }
  if (kind === "untrusted") return deny("BLOCKED_BY_HOOK", reason, remedy, about);
  const what = kind === "failed" ? `The blocking hook ${hook} failed: ${reason}` : reason;
  return deny("HOOK_ERROR", what, remedy, { ...about, hook_name: hook, error: reason });
}

export function askedByHooks(context: HookContext, asked: readonly From<{ question: string }>[]): ApprovalRequest {
  const question = asked.map((one) => `${one.hook} asks: ${one.question}`).join(" ");
  const meta = {
    hook_id: asked[0]?.hook,
    normalized_tool_name: context.normalizedToolName,
    risk: context.effects.risk,
    mutation_class: "INTENT_EVOLUTION",
    affected_files: [...new Set(changedPaths(context.effects).map(({ path }) => path))],
  };
  return {
    topic: "hook",
    question,
    details: { hooks: asked.map(({ hook }) => hook), questions: asked.map((one) => one.question) },
    whenRejected: deny(
      "HITL_REJECT",
      `A person was asked by an event hook and did not say yes. ${question}`,
      "Do not repeat the call as it is. Ask the person what they want instead.",
      meta,
    ),
    whenUnreachable: deny(
      "NO_ANSWER",
      `An event hook wants a person to be asked, and nobody is asked here. ${question}`,
      "Find a way that needs no approval, and tell the person what is left to do.",
      meta,
    ),
  };
}
