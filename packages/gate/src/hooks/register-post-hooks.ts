/** What follows every call, in this order; each is put together when the first call is over. */
import type { HookEngine, OwnPostHookFn } from "@intentgate/engine";
import type { LessonsFile } from "@intentgate/sidecar";
import type { Call } from "../calls/call.ts";
import { lazily } from "../calls/lazily.ts";
import { intentMapHook } from "./intent-map-hook.ts";
import { lessonsHook } from "./lessons-hook.ts";
import { type SessionHookParts, sessionHook } from "./session-hook.ts";
import { type TraceHookParts, traceHook } from "./trace-hook.ts";

export interface PostHooksParts extends TraceHookParts, Pick<SessionHookParts, "rootsOf" | "keepSeen"> {
  lessons: LessonsFile;
  declaredHooks: { fn: OwnPostHookFn<Call>; timeoutMs: number };
}

export function registerPostHooks(engine: HookEngine<Call>, parts: PostHooksParts): void {
  const trace = lazily(() => traceHook(parts));
  const intentMap = lazily(() => intentMapHook(parts));
  const history = lazily(() => sessionHook(parts));
  const lessons = lazily(() => lessonsHook(parts));
  engine.registerPostHook("trace", trace);
  engine.registerPostHook("intentMap", intentMap);
  engine.registerPostHook("history", history);
  engine.registerPostHook("lessons", lessons);
  engine.registerPostHook("declaredHooks", parts.declaredHooks.fn, { timeoutMs: parts.declaredHooks.timeoutMs });
}
