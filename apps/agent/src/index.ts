export type { TaskEvent } from "./events/events.ts";
export type { RunOptions } from "./main.ts";
export { isModelConfigured, keyVariables, type ResolvedModel, resolveModel } from "./models/resolve-model.ts";
export {
  createScriptedModel,
  createUnconfiguredModel,
  type Plan,
  type PlannedTurn,
  steps,
} from "./models/scripted-model.ts";
export { openAgentWorkspace } from "./task/agent-workspace.ts";
export { createTask, type Task } from "./task/task.ts";
