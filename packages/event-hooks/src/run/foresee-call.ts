/** What declared hooks would say to a call, as far as that is known without running one. */
import type { EventContext } from "../declared/event-context.ts";
import { isClosedTo, unreadable, wantedBy } from "./emit-event.ts";
import type { HookRefusal } from "./event-hooks.ts";
import type { HooksInForce } from "./hooks-in-force.ts";
import type { TopGlobs } from "./path-globs.ts";
import { type RunHookParts, whyUntrusted } from "./run-hook.ts";

export function foreseeCall(
  event: EventContext,
  mutates: boolean,
  inForce: HooksInForce,
  globs: TopGlobs,
  parts: Pick<RunHookParts, "root" | "trusted">,
): { refusal: HookRefusal | null; notRun: readonly string[] } {
  const closed = isClosedTo(event, mutates, inForce) ? unreadable(inForce) : null;
  if (closed) return { refusal: closed, notRun: [] };
  const notRun: string[] = [];
  for (const one of wantedBy(event, inForce, globs)) {
    const why = whyUntrusted(one, parts);
    if (why === null) notRun.push(one.hook.id);
    else if (one.hook.blocking) return { refusal: { hook: one.hook.id, kind: "untrusted", ...why }, notRun };
  }
  return { refusal: null, notRun };
}
