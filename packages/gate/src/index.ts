export type { AskInTerminal } from "./approvals/approver.ts";
export { editPolicy } from "./approvals/edit-policy.ts";
export {
  type Choice,
  choicesFor,
  classWords,
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
export { beginTrial, endTrial } from "./contained/live-trial.ts";
export { installSettings } from "./contained/reach-for.ts";
export { runScriptPath } from "./contained/run-script-file.ts";
export { doubtedHosts, doubtHost, trustHost } from "./contained/unboxed-hosts.ts";
export { commandOn, followFloor } from "./floor/follow-floor.ts";
export { type Floor, layFloor } from "./floor/lay-floor.ts";
export { admitSession, leaveFloors, type StandsOn, sessionsOnFloor } from "./floor/sessions-on-floor.ts";
export { answerHostEvent } from "./host-door/answer-host-event.ts";
export { type FromOutside, fromOutside } from "./host-door/from-outside.ts";
export { sessionOf } from "./host-door/host-call.ts";
export type { CommandRules } from "./host-door/host-door.ts";
export { acceptIntent, changeIntent, type IntentEdit } from "./intents/change-intent.ts";
export { declareIntent, readChecks } from "./intents/declare-intent.ts";
export {
  findIntent,
  intentIn,
  intentsOf,
  scopeWarnings,
  sessionsUnder,
  waitingNote,
} from "./intents/find-intent.ts";
export { type MoveName, movable, moveIntent } from "./intents/move-intent.ts";
export { type SeenCommand, type SeenWork, seenWork } from "./intents/seen-work.ts";
export { createFileMemory } from "./observe/file-memory.ts";
export { changesSince } from "./observe/root-changes.ts";
export { createRootEye } from "./observe/root-look.ts";
export { openWorkspace } from "./open-workspace.ts";
export { callerOf } from "./resident/caller-of.ts";
export { type GatePlace, gatePlace, SOCKET } from "./resident/gate-place.ts";
export {
  type ResumedSession,
  resumeSession,
  type StoppedSession,
  stopSession,
} from "./stop/stop-sessions.ts";
export { WITHDRAWN } from "./stop/withdraw-requests.ts";
export { grammarReader, openSyntax } from "./syntax/grammars.ts";
export { isControlName } from "./trust/control-rules.ts";
export { agentPlaces } from "./trust/gate-places.ts";
export { whyNotAPerson } from "./trust/person.ts";
export { canBeRestored } from "./undo/can-be-restored.ts";
export { type ChosenPath, UNDO, type Undo, type UndoneCall, type UndoOutcome } from "./undo/create-undo.ts";
export type { PlannedPath } from "./undo/plan-undo.ts";
export type { Workspace, WorkspaceOptions } from "./workspace/workspace.ts";
