/** For hosts that call us once before and once after a tool, each time in a new process. */
import { createHash } from "node:crypto";
import type { HookEngine, HookWarning, Outcome, PreToolUseResult, ToolCall } from "@intentgate/engine";
import { canonicalJson } from "./approvals/binding.ts";
import type { GovernedRoot } from "./roots/governed-root.ts";
import type { DecidedCall } from "./store/store.ts";

export interface TwoPhase {
  /** Delivered twice, it answers the same twice: nobody is asked again and nothing is counted again. */
  before(call: ToolCall): Promise<PreToolUseResult>;
  /** Null where no decision is known for this call, or it was answered already. */
  after(call: ToolCall, outcome: boolean | Outcome): Promise<HookWarning[] | null>;
}

export function createTwoPhase(engine: HookEngine, rootOf: (call: ToolCall) => GovernedRoot): TwoPhase {
  const callsOf = (call: ToolCall) => rootOf(call).store.sessions.read(call.session.id).decided.get(keyOf(call)) ?? [];

  return {
    async before(call) {
      // Without an id a repeated call cannot be told from a new one; an allow whose after has come is used up.
      const known = callsOf(call).find((one) => call.callId !== null && !(one.allowed && one.answered));
      if (known) return stored(known);
      const result = await engine.preToolUse(call);
      const decided: DecidedCall = {
        invocationId: result.context.invocationId,
        allowed: result.allowExecution,
        errorMessage: result.errorMessage ?? null,
        context: result.context,
        answered: !result.allowExecution,
      };
      rootOf(call).store.sessions.append(call.session.id, [{ kind: "decided", key: keyOf(call), call: decided }]);
      // No after-event will come for a refused call.
      if (!result.allowExecution) await engine.postToolUse(call, result.context, refusedOutcome(result));
      return result;
    },

    async after(call, outcome) {
      const waiting = callsOf(call).find((one) => !one.answered);
      if (!waiting) return null;
      const { invocationId } = waiting;
      rootOf(call).store.sessions.append(call.session.id, [{ kind: "answered", key: keyOf(call), invocationId }]);
      return engine.postToolUse(call, waiting.context, outcome);
    },
  };
}

/**
 * The host's own id together with what is called: hosts have been seen to use an id again for another call. Without an
 * id, equal calls share a key and are answered first in, first out.
 */
function keyOf(call: ToolCall): string {
  const text = canonicalJson([call.callId, call.session.id, call.toolName, call.payload, call.cwd]);
  return createHash("sha256").update(text).digest("hex");
}

function stored(call: DecidedCall): PreToolUseResult {
  const { context, allowed, errorMessage } = call;
  return errorMessage === null
    ? { allowExecution: allowed, context }
    : { allowExecution: false, errorMessage, refusal: JSON.parse(errorMessage), context };
}

function refusedOutcome(result: PreToolUseResult): Outcome {
  return { kind: "denied", code: result.refusal?.code ?? "HOOK_ERROR", reason: result.refusal?.message ?? "" };
}
