export type { Ability, AbilityConfig, Registry } from "./abilities/ability.ts";
export { type Stage, stages } from "./knowledge/knowledge.ts";
export { openRoutings, routingThrough } from "./run/open-routings.ts";
export type { RootRouting, Routing, Suggestions, TaskRun } from "./run/routing.ts";
export type { AbilitySuggestion } from "./suggestions/matcher.ts";
export type { TaskAnswer } from "./tasks/create-task.ts";
export type { Task } from "./tasks/task.ts";
