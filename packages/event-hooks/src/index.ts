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
  statuses,
} from "./event-hook.ts";
export { emptyResult, type FollowUpAction, type HookLog, type HookResult } from "./hook-result.ts";
export { hookSchema } from "./hook-schema.ts";
export {
  abilityNames,
  failingKey,
  failingName,
  type Matched,
  type MatchFacts,
  matchesName,
  matchFacts,
  matchHook,
  type PathGlobs,
} from "./match-hook.ts";
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
