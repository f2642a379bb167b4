/** Writes down what came in, with its invocation id, before anything is decided. */
import type { OwnPreHookFn, Phase, PhaseEntry } from "@intentgate/engine";

export function logHook<Home>(log: (entry: PhaseEntry, home: Home) => void): OwnPreHookFn<Home> {
  return async (context, home) => {
    if (context.approved.length > 0) return; // the second pass after a yes is the same call
    const phase: Phase = "received";
    const entry: PhaseEntry = {
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
    };
    log(entry, home);
  };
}
