export type { AskInTerminal } from "./approvals/approver.ts";
export {
  type Choice,
  choicesFor,
  commandLines,
  renderApproval,
  toAnswer,
  unpainted,
} from "./approvals/render-approval.ts";
export { requestDetails } from "./approvals/request-details.ts";
export type { DescribeCall } from "./calls/call.ts";
export type { DecidedAnswer } from "./calls/decided-calls.ts";
export { contextOf, shownIntent } from "./calls/gate-tools.ts";
export { deadCalls } from "./calls/open-calls.ts";
export type { HeardCall, WatchedCall, WatchedEnd } from "./calls/watched-calls.ts";
export type { RunRequest } from "./calls/ways-in.ts";
export { answerHostEvent } from "./host-door/answer-host-event.ts";
export { governedTargets } from "./host-door/governed-targets.ts";
export { acceptIntent, changeIntent, type IntentEdit } from "./intents/change-intent.ts";
export { declareIntent, readChecks } from "./intents/declare-intent.ts";
export { findIntent, intentIn, intentsOf, scopeWarnings, sessionsUnder, waitingNote } from "./intents/find-intent.ts";
export { type MoveName, movable, moveIntent } from "./intents/move-intent.ts";
export { nextId } from "./intents/next-id.ts";
export { createFileMemory } from "./observe/file-memory.ts";
export { changesSince } from "./observe/root-changes.ts";
export { createRootEye } from "./observe/root-look.ts";
export { openWorkspace } from "./open-workspace.ts";
export { callerOf } from "./resident/caller-of.ts";
export { type GatePlace, gatePlace, SOCKET } from "./resident/gate-place.ts";
export { grammarReader, openSyntax } from "./syntax/grammars.ts";
export { isControlName } from "./trust/control-rules.ts";
export { whyNotAPerson } from "./trust/person.ts";
export type { Workspace, WorkspaceOptions } from "./workspace/workspace.ts";
