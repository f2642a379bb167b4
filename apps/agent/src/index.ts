export type { EndReason, NotACall, TaskEnd, TaskEvent, Usage } from "./events/events.ts";
export { listTranscripts, transcriptFolder } from "./events/transcript.ts";
export type { RunOptions } from "./main.ts";
export { connectMcp } from "./mcp/connect.ts";
export { type McpTool, type McpTools, noMcpTools } from "./mcp/mcp-tools.ts";
export { type McpConfig, type McpServer, readMcpConfig } from "./mcp/read-config.ts";
export type { Model } from "./models/model.ts";
export {
  howToConfigure,
  isModelConfigured,
  keyVariables,
  type ModelWish,
  type ResolvedModel,
  resolveModel,
} from "./models/resolve-model.ts";
export {
  createScriptedModel,
  createUnconfiguredModel,
  type Plan,
  type PlannedCall,
  type PlannedTurn,
  type Seen,
  steps,
} from "./models/scripted-model.ts";
export {
  type AgentWorkspace,
  type AgentWorkspaceOptions,
  type AskPerson,
  openAgentWorkspace,
} from "./task/agent-workspace.ts";
export { bindIntent, type Work, workOf } from "./task/bind-intent.ts";
export { systemPrompt } from "./task/system-prompt.ts";
export type { TaskLimits } from "./task/take-turns.ts";
export { createTask, defaultTaskLimits, type Task, type TaskOptions } from "./task/task.ts";
