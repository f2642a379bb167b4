export type { EventContext } from "./declared/event-context.ts";
export { type EventType, eventTypes, stages, statuses } from "./declared/event-hook.ts";
export type { HookResult } from "./declared/hook-result.ts";
export { hookSchema } from "./declared/hook-schema.ts";
export { createPathGlobs } from "./declared/match-hook.ts";
export { readHook } from "./declared/read-hook.ts";
export type { ContainHandler } from "./handlers/handler.ts";
export {
  abilityOf,
  type CallEventParts,
  postEvent,
  preEvent,
  withOutcome,
  withPlan,
} from "./run/call-events.ts";
export { createEventHooks, type RootHooks } from "./run/create-event-hooks.ts";
export { combined, type EmittedRuns } from "./run/emit-event.ts";
export type {
  DeclaredHook,
  Emitted,
  EventHooks,
  Explanation,
  HookRefusal,
  HookReview,
  HookRun,
  QueuedAction,
  TriedHook,
} from "./run/event-hooks.ts";
export { declaredTimeoutMs } from "./run/event-time.ts";
export type { RunCommand } from "./run/follow-ups.ts";
export { declaresNothing } from "./run/hook-places.ts";
export { createHookReading, type HookReading } from "./run/hook-reading.ts";
export { askedByHooks, refusedByHook } from "./run/hook-refusals.ts";
export { createRunHandler } from "./run/run-handler.ts";
export type { RanHook } from "./run/run-hook.ts";
export { type HostEvent, sessionEvent } from "./run/session-events.ts";
