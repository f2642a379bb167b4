export type { AskInTerminal } from "./approvals/approver.ts";
export { type Choice, choicesFor, renderApproval, toAnswer, unpainted } from "./approvals/render-approval.ts";
export { printable } from "./approvals/shown-call.ts";
export { acceptDemands } from "./blame/accepted-demands.ts";
export { anchorCommit, anchorRewrites } from "./blame/anchor-commit.ts";
export type { Blame, BlamedFile } from "./blame/blame.ts";
export { type Coverage, coverageOf } from "./blame/coverage.ts";
export { type ExplainedIntent, type ExplainedLine, type ExplainedRecord, explainLine } from "./blame/explain-line.ts";
export { findRecords, type SourcedRecord } from "./blame/find-records.ts";
export { gitHookStates, gitHooks, type HookState, installGitHooks, removeGitHooks } from "./blame/git-hooks.ts";
export type { GitWord } from "./blame/git-word.ts";
export { type Impact, impactOf } from "./blame/impact.ts";
export { type CreditedRecord, type LineCredit, whoOf } from "./blame/line-credit.ts";
export { commitNotes } from "./blame/record-commits.ts";
export { fitsQuery, type RecordQuery, sessionsOf } from "./blame/record-query.ts";
export type {
  DeclaredHook,
  Emitted,
  EventHooks,
  Explanation,
  HookRefusal,
  HookReview,
  HookRun,
  HookTrust,
  QueuedAction,
  TriedHook,
} from "./event-hooks/event-hooks.ts";
export { replaceFile } from "./files/atomic-write.ts";
export { locksIn } from "./files/locks-in.ts";
export { contextOf, shownIntent } from "./gate-tools.ts";
export { grammarReader } from "./grammars.ts";
export { answerHostEvent } from "./host-door/answer-host-event.ts";
export { hostProcess } from "./host-door/host-process.ts";
export { intentMapOf } from "./intent-map-file.ts";
export { snapshotTree } from "./observe/tree-snapshot.ts";
export { openWorkspace } from "./open-workspace.ts";
export type { OwnAnswer } from "./own-calls.ts";
export { createSidecar, machineFiles } from "./roots/create-sidecar.ts";
export { type FoundRoot, findRoot } from "./roots/find-root.ts";
export { findRepository } from "./roots/git-facts.ts";
export { type GovernedRoot, type RootRules, sidecarMissing } from "./roots/governed-root.ts";
export { createRootRegistry, type RootRegistry } from "./roots/registry.ts";
export { rootStateDir, stateDir } from "./roots/state-dir.ts";
export type { Routing, Suggestions, SuggestRequest, TaskRun, Tasks } from "./routing/routing.ts";
export type { SyncedIndex } from "./routing/sync-indexes.ts";
export { foldHistory, takeIntent } from "./sessions.ts";
export { deadCalls } from "./settle.ts";
export { ANCHOR_REF, readAnchor, writeAnchor } from "./store/git-anchor.ts";
export { type SharedLedger, shareLedger } from "./store/share-ledger.ts";
export { SHARED_NAME, sharedLines, sharedSegments, writeShared } from "./store/shared-segments.ts";
export type {
  DecisionRow,
  OpenApproval,
  PersonsAnswer,
  SessionState,
  ShownCall,
  SourcedLine,
  Store,
} from "./store/store.ts";
export { type AuthoredName, authoredNames } from "./trust/authored-files.ts";
export { whyNotAPerson } from "./trust/person.ts";
export { createRecordedHosts, type RecordedHosts } from "./trust/recorded-hosts.ts";
export type {
  CallAnswer,
  CallRequest,
  DryAnswer,
  HostEvent,
  Notice,
  Workspace,
  WorkspaceOptions,
} from "./workspace.ts";
