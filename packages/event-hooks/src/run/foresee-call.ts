/** What declared hooks would say to a call, as far as that is known without running one. */
import type { EventContext } from "../declared/event-context.ts";
import type { PathGlobs } from "../declared/match-hook.ts";
import { isClosedTo, matchingHooks, unreadable } from "./emit-event.ts";
import type { HookRefusal } from "./event-hooks.ts";
import type { LoadedHooks } from "./load-hooks.ts";
import { type RunHookParts, whyUntrusted } from "./run-hook.ts";

export function foreseeCall(
  event: EventContext,
  mutates: boolean,
  loaded: LoadedHooks,
  globs: PathGlobs,
  parts: Pick<RunHookParts, "root" | "trusted">,
): { refusal: HookRefusal | null; notRun: readonly string[] } {
  const closed = isClosedTo(event, mutates, loaded) ? unreadable(loaded) : null;
  if (closed) return { refusal: closed, notRun: [] };
  const notRun: string[] = [];
  for (const one of matchingHooks(event, loaded, globs)) {
    const why = whyUntrusted(one, parts);
    if (why === null) notRun.push(one.hook.id);
    else if (one.hook.blocking) return { refusal: { hook: one.hook.id, kind: "untrusted", ...why }, notRun };
  }
  return { refusal: null, notRun };
}
