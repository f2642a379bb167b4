/** Writes down each phase of one call with its id and the time since the phase's process began with it. */
import type { HookContext } from "./call.ts";
import type { EngineParts, Phase, PhaseEntry } from "./parts.ts";

export type LogPhase = (
  phase: Phase,
  hook: string | undefined,
  decision: string,
  code?: string,
  detail?: Record<string, unknown>,
) => void;

/** `context` is read at each entry: the intent is known only after the call was described. */
export function phaseLog<Home>(
  parts: Pick<EngineParts<Home>, "clock" | "log">,
  context: HookContext,
  home: Home,
): LogPhase {
  const startedAt = parts.clock.now();
  return (phase, hook, decision, code, detail) => {
    const entry: PhaseEntry = {
      invocationId: context.invocationId,
      phase,
      session: context.session.id,
      tool: context.toolName,
      intentId: context.intentId,
      ms: parts.clock.now() - startedAt,
      decision,
    };
    if (hook !== undefined) entry.hook = hook;
    if (code !== undefined) entry.code = code;
    if (detail !== undefined) entry.detail = detail;
    parts.log(entry, home);
  };
}
