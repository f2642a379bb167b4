/** What a program gets that imports `intentgate`: named one by one, watched by `test/surface.test.ts`. */

export { formatProblem, type Problem, type ProblemCode, ProblemError } from "@intentgate/documents";
export type { CallAnswer, CallRequest, Notice } from "@intentgate/engine";
export {
  type ApprovalAnswer,
  type ApprovalRequest,
  type AskApproval,
  type CallFacts,
  changedPaths,
  createHookEngine,
  type Deny,
  type DenyCode,
  type DryDecision,
  deny,
  denyCodes,
  type Effect,
  type Effects,
  type EngineParts,
  type ExecuteOptions,
  type ExecuteResult,
  type FileChange,
  type HookContext,
  type HookDecision,
  type HookEngine,
  type HookWarning,
  type Outcome,
  type PhaseEntry,
  type PostHookContext,
  type PostHookFn,
  type PreHookFn,
  type PreToolUseContext,
  type PreToolUseResult,
  type Refusal,
  readPaths,
  type Session,
  type ToolCall,
} from "@intentgate/engine";
export type { DeclaredTool } from "@intentgate/policy";
export type { ShownCall } from "@intentgate/sidecar";
export type { ToolDefinition } from "@intentgate/tools";
export type { ApprovalQuestion, AskPerson, PersonsAnswer } from "./library/ask-person.ts";
export { openWorkspace } from "./library/open-workspace.ts";
export type {
  BeforeAndAfter,
  DecideRequest,
  ThroughRequest,
  Workspace,
  WorkspaceOptions,
} from "./library/workspace.ts";
