/** Writes down what came in, with its invocation id, before anything is decided. */
import type { Phase, PhaseEntry, PreHookFn } from "@intentgate/engine";

export function logHook(log: (entry: PhaseEntry) => void): PreHookFn {
  return async (context) => {
    if (context.approved.length > 0) return; // the second pass after a yes is the same call
    const phase: Phase = "received";
    log({
      invocationId: context.invocationId,
      phase,
      session: context.session.id,
      tool: context.toolName,
      intentId: context.intentId,
      ms: 0,
      detail: {
        payload: context.payload,
        cwd: context.cwd,
        risk: context.effects.risk,
        host: context.session.host,
        model: context.session.model,
      },
    });
  };
}
