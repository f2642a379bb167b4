/** What `hooks.log` says about one event: each run, what handlers had to log, and what was odd. */
import type { EventContext } from "../declared/event-context.ts";
import type { EmittedRuns } from "./emit-event.ts";
import type { HookLogLine } from "./hook-log.ts";

const levels = { ok: "info", failed: "warn", untrusted: "warn", refused: "error" } as const;

export function logLines(event: EventContext, { ran, merged, warnings, refusal }: EmittedRuns): HookLogLine[] {
  const about = { event: event.event_type, session: event.session_id };
  const runs = [...ran.values()].map(({ run, stderr }): HookLogLine => {
    const { hook, outcome, ms, blocking } = run;
    const facts = {
      outcome,
      blocking,
      ms: Math.round(ms),
      ...("ability_id" in event ? { ability_id: event.ability_id } : {}),
    };
    const said = stderr === "" ? {} : { stderr };
    return { level: levels[outcome], ...about, hook, message: run.message ?? "it ran", ...facts, ...said };
  });
  const logs = merged.logs.map(({ hook, level, message }): HookLogLine => ({ level, ...about, hook, message }));
  const odd = warnings.map(({ hook, text }): HookLogLine => ({ level: "warn", ...about, hook, message: text }));
  // A hook file that nobody could read has no run to tell of it.
  const closed =
    refusal?.kind === "unreadable"
      ? [{ level: "error" as const, ...about, hook: refusal.hook, message: refusal.reason }]
      : [];
  return [...runs, ...logs, ...odd, ...closed];
}
