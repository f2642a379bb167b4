export { askThroughCall } from "./approve.ts";
export type { Execute, ToolCallbacks } from "./attempt.ts";
export type {
  AskApproval,
  CallDetails,
  CallFacts,
  ExpansionRequest,
  FileBytes,
  FileChange,
  HookContext,
  Outcome,
  OwnPostHookFn,
  OwnPreHookFn,
  PostHookContext,
  PostHookFn,
  PreHookFn,
  PreToolUseContext,
  PreToolUseResult,
  Session,
  ToldFacts,
  ToolCall,
} from "./call.ts";
export {
  type ApprovalAnswer,
  type ApprovalRequest,
  type Deny,
  type DenyCode,
  deny,
  denyCodes,
  type HookDecision,
  type HookWarning,
  mostGlobsAsked,
  type Refusal,
} from "./decision.ts";
export {
  changedFolders,
  changedPaths,
  type Effect,
  type Effects,
  type Risk,
  type RunKnown,
  readPaths,
  type Shown,
  type TouchedPath,
  type WriteManner,
} from "./effects.ts";
export {
  createHookEngine,
  type DryDecision,
  type ExecuteOptions,
  type ExecuteResult,
  type HookEngine,
} from "./engine.ts";
export { messageOf } from "./error-message.ts";
export type { Approver, Clock, EngineParts, Phase, PhaseEntry } from "./parts.ts";
export type { CallAnswer, CallRequest, Notice, RunCall } from "./request.ts";
