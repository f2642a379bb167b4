export type { Ability, AbilityConfig, AbilityLevel, Implementation, Registry } from "./abilities/ability.ts";
export {
  abilityIndexProblems,
  type IndexRow,
  readAbilityIndex,
  renderAbilityIndex,
} from "./abilities/ability-index.ts";
export type { Here } from "./abilities/in-scope.ts";
export { type AbilitySources, lintAbilities } from "./abilities/lint-abilities.ts";
export { type RegistryReading, readRegistry } from "./abilities/read-registry.ts";
export { configSchema, highLevelSchema, lowLevelSchema } from "./abilities/registry-schema.ts";
export { hasPattern, type JsonSchema, type JsonValue } from "./json-schema/json-schema.ts";
export {
  type DocType,
  type DocUsage,
  type Knowledge,
  type KnowledgeDocument,
  type Stage,
  stages,
} from "./knowledge/knowledge.ts";
export { frontMatterSchema, routeFileSchema, routingSchema } from "./knowledge/knowledge-schema.ts";
export { type KnowledgeLintSources, lintKnowledge } from "./knowledge/lint-knowledge.ts";
export { type KnowledgeReading, type KnowledgeSources, readKnowledge } from "./knowledge/read-knowledge.ts";
export {
  createDocumentSelector,
  type DocumentSelector,
  type SelectedDocument,
  type StructuredIntent,
} from "./knowledge/select-documents.ts";
export type { SourceFile } from "./reading/source-file.ts";
export { openRoutings, routingThrough } from "./run/open-routings.ts";
export type { RootRouting, Routing, Suggestions, TaskRun } from "./run/routing.ts";
export { type AbilityHint, withHints } from "./suggestions/hints.ts";
export type { AbilitySuggestion, Matcher, MatchRequest, MatchResult } from "./suggestions/matcher.ts";
export {
  createModelMatcher,
  type ModelMatcherParts,
  type Rank,
  type RankCandidate,
} from "./suggestions/model-matcher.ts";
export { type ModelSettings, readModelSettings, settingsSchema } from "./suggestions/model-settings.ts";
export { renderSuggestedAbilities, renderSuggestedDocuments } from "./suggestions/render-suggestions.ts";
export { createTextMatcher } from "./suggestions/text-matcher.ts";
export {
  type AbilityUsage,
  noUsage,
  readAbilityUsage,
  type UsedAbility,
  type UseOfAbility,
  withUse,
  withWeights,
  writeAbilityUsage,
} from "./suggestions/usage.ts";
export {
  type CreatedTask,
  createTask,
  outcomeOf,
  type TaskAnswer,
  type TaskRequest,
  updateTask,
} from "./tasks/create-task.ts";
export { readTask, writeTask } from "./tasks/read-task.ts";
export {
  asOf,
  deleteTask,
  endTask,
  startTask,
  TASK_LIFETIME_MS,
  type Task,
  type TaskOutcome,
  type TaskState,
  type TaskStep,
} from "./tasks/task.ts";
export { renderToolCall } from "./tasks/tool-call-page.ts";
