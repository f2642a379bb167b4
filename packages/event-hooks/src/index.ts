export type {
  EventContext,
  PostAbilityCallContext,
  PreAbilityCallContext,
  SessionEndContext,
  SessionStartContext,
  SessionStopContext,
  UserPromptSubmitContext,
} from "./declared/event-context.ts";
export {
  type EventHook,
  type EventType,
  eventTypes,
  type Handler,
  type HookMatch,
  type Stage,
  type Status,
  stages,
  statuses,
} from "./declared/event-hook.ts";
export { emptyResult, type FollowUpAction, type HookLog, type HookResult } from "./declared/hook-result.ts";
export { hookSchema } from "./declared/hook-schema.ts";
export {
  abilityNames,
  createPathGlobs,
  failingKey,
  failingName,
  type Matched,
  type MatchFacts,
  matchFacts,
  matchHook,
  type PathGlobs,
} from "./declared/match-hook.ts";
export { type Answered, type From, type MergedResult, mergeResults } from "./declared/merge-results.ts";
export { readHook } from "./declared/read-hook.ts";
export { type ReadResult, readResult, resultOf } from "./declared/read-result.ts";
export {
  type Environments,
  type Registration,
  registrationOf,
  type Standing,
  standingHooks,
  standingOf,
} from "./declared/register-hooks.ts";
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
export { askedByHooks, refusedByHook } from "./run/hook-refusals.ts";
export { createRunHandler } from "./run/run-handler.ts";
export type { RanHook } from "./run/run-hook.ts";
export { type HostEvent, sessionEvent } from "./run/session-events.ts";
