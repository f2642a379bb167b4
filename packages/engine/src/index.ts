export type {
  AskApproval,
  CallDetails,
  CallFacts,
  FileBytes,
  FileChange,
  HookContext,
  InstallRun,
  KindOfRun,
  Outcome,
  OwnPostHookFn,
  OwnPreHookFn,
  PostHookContext,
  PostHookFn,
  PreHookFn,
  PreToolUseContext,
  PreToolUseResult,
  Reach,
  Session,
  ToolCall,
} from "./call.ts";
export { codeWords } from "./code-words.ts";
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
  committedPaths,
  type Effect,
  type Effects,
  type Risk,
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
export type { Approver, EngineParts, Phase, PhaseEntry } from "./parts.ts";
export type { CallAnswer, CallRequest, Notice, RunCall } from "./request.ts";
