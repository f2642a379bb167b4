export type {
  EventContext,
  PostAbilityCallContext,
  PreAbilityCallContext,
  SessionEndContext,
  SessionStartContext,
  SessionStopContext,
  UserPromptSubmitContext,
} from "./event-context.ts";
export {
  type EventHook,
  type EventType,
  eventTypes,
  type Handler,
  type HookMatch,
  type Stage,
  type Status,
  stages,
} from "./event-hook.ts";
export type { FollowUpAction, HookResult } from "./hook-result.ts";
export { hookSchema } from "./hook-schema.ts";
export { type Matched, matchesName, matchHook, type PathGlobs } from "./match-hook.ts";
export { type Answered, type From, type MergedResult, mergeResults } from "./merge-results.ts";
export { readHook } from "./read-hook.ts";
export { type ReadResult, readResult, resultOf } from "./read-result.ts";
export {
  type Environments,
  type Registration,
  registrationOf,
  type Standing,
  standingHooks,
  standingOf,
} from "./register-hooks.ts";
