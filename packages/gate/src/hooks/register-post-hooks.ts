/** What follows every call, in this order; each is put together when the first call is over. */
import type { HookEngine, PostHookFn } from "@intentgate/engine";
import type { LessonsFile } from "@intentgate/sidecar";
import { createChangedSymbols } from "../calls/changed-symbols.ts";
import { late } from "../calls/late.ts";
import { intentMapHook } from "./intent-map-hook.ts";
import { lessonsHook } from "./lessons-hook.ts";
import { type SessionHookParts, sessionHook } from "./session-hook.ts";
import { type TraceHookParts, traceHook } from "./trace-hook.ts";

export interface PostHooksParts
  extends Omit<TraceHookParts, "onDraft" | "onRecorded">,
    Pick<SessionHookParts, "rootsOf" | "keepSeen"> {
  lessons: LessonsFile;
  /** All that the call changed is in the ledger. */
  onRecorded(invocationId: string): void;
  declaredHooks: { fn: PostHookFn; timeoutMs: number };
}

export function registerPostHooks(engine: HookEngine, parts: PostHooksParts): void {
  const symbols = createChangedSymbols();
  /** A call whose record could not be written stays open in the session's journal and is settled later. */
  const recorded = new Set<string>();
  const onRecorded = (invocationId: string) => {
    recorded.add(invocationId);
    parts.onRecorded(invocationId);
  };
  const isRecorded = (invocationId: string) => recorded.delete(invocationId);
  const trace = late(() => traceHook({ ...parts, onDraft: symbols.keep, onRecorded }));
  const intentMap = late(() => intentMapHook({ ...parts, symbolsOf: symbols.of }));
  const history = late(() => sessionHook({ ...parts, isRecorded }));
  const lessons = late(() => lessonsHook(parts.lessons));
  engine.registerPostHook("trace", trace);
  engine.registerPostHook("intentMap", intentMap);
  engine.registerPostHook("history", history);
  engine.registerPostHook("lessons", lessons);
  engine.registerPostHook("declaredHooks", parts.declaredHooks.fn, { timeoutMs: parts.declaredHooks.timeoutMs });
}
