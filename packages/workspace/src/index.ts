export type { AskInTerminal } from "./approvals/approver.ts";
export { type Choice, choicesFor, renderApproval, toAnswer, unpainted } from "./approvals/render-approval.ts";
export { requestDetails } from "./approvals/request-details.ts";
export { clippedText, commandLines, printable } from "./approvals/shown-text.ts";
export { acceptDemands } from "./blame/accepted-demands.ts";
export { anchorCommit, anchorRewrites } from "./blame/anchor-commit.ts";
export type { Blame, BlamedFile } from "./blame/blame.ts";
export { type Coverage, coverageOf, filesOf } from "./blame/coverage.ts";
export { type ExplainedIntent, type ExplainedLine, type ExplainedRecord, explainLine } from "./blame/explain-line.ts";
export { findNumbers, findRecords, type SourcedRecord } from "./blame/find-records.ts";
export { gitHookStates, gitHooks, type HookState, installGitHooks, removeGitHooks } from "./blame/git-hooks.ts";
export type { GitWord } from "./blame/git-word.ts";
export { type Impact, impactOf } from "./blame/impact.ts";
export type { LedgerReader } from "./blame/ledger-reader.ts";
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
export { identity } from "./files/file-identity.ts";
export { keepHolderFiles } from "./files/holder-files.ts";
export { locksIn } from "./files/locks-in.ts";
export { contextOf, shownIntent } from "./gate-tools.ts";
export { grammarReader, openSyntax } from "./grammars.ts";
export { answerHostEvent } from "./host-door/answer-host-event.ts";
export { governedTargets } from "./host-door/governed-targets.ts";
export { hostProcess } from "./host-door/host-process.ts";
export { intentMapOf } from "./intent-map-file.ts";
export { acceptIntent, changeIntent, type IntentEdit } from "./intents/change-intent.ts";
export { declareIntent, readChecks } from "./intents/declare-intent.ts";
export { findIntent, intentIn, intentsOf, sessionsUnder, waitingNote } from "./intents/find-intent.ts";
export { type MoveName, movable, moveIntent } from "./intents/move-intent.ts";
export { nextId } from "./intents/next-id.ts";
export { scopeWarnings } from "./intents/scope-warnings.ts";
export { lineageOf } from "./lineage.ts";
export { snapshotTree } from "./observe/tree-snapshot.ts";
export { openWorkspace } from "./open-workspace.ts";
export type { OwnAnswer } from "./own-calls.ts";
export { checkLedger, type WholeCheck } from "./reports/check-ledger.ts";
export { grouped, type Invocation, isSound, newestInvocations, reasonOf, summarise } from "./reports/invocations.ts";
export { allSessions, liveSessions, sessionData, sessionDetail, stopLimit } from "./reports/live-sessions.ts";
export { type LoggedRun, loggedRuns } from "./reports/logged-runs.ts";
export { readSince } from "./reports/read-since.ts";
export { type Report, summariseRows, type Tally } from "./reports/summarise-rows.ts";
export { isOver, waitingRequests } from "./reports/waiting-requests.ts";
export { callerOf } from "./resident/caller-of.ts";
export { type GatePlace, gatePlace, SOCKET } from "./resident/gate-place.ts";
export { createSidecar, machineFiles } from "./roots/create-sidecar.ts";
export { type FoundRoot, findRoot } from "./roots/find-root.ts";
export { findRepository } from "./roots/git-facts.ts";
export { type GovernedRoot, type RootRules, sidecarMissing } from "./roots/governed-root.ts";
export { homeOfUser, otherState } from "./roots/other-state.ts";
export { createRootRegistry, type RootRegistry } from "./roots/registry.ts";
export { rootStateDir } from "./roots/root-state-dir.ts";
export { stateDir } from "./roots/state-dir.ts";
export type { Routing, Suggestions, SuggestRequest, TaskRun, Tasks } from "./routing/routing.ts";
export type { SyncedIndex } from "./routing/sync-indexes.ts";
export { foldHistory, takeIntent } from "./sessions.ts";
export { deadCalls } from "./settle.ts";
export { ANCHOR_REF, readAnchor, writeAnchor } from "./store/git-anchor.ts";
export { redactText } from "./store/redact.ts";
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
export type { DescribeCall, ThroughRequest } from "./through-calls.ts";
export { type AuthoredName, authoredNames } from "./trust/authored-files.ts";
export { whyNotAPerson } from "./trust/person.ts";
export { environmentOf } from "./trust/process-environment.ts";
export { createRecordedHosts, type RecordedHosts } from "./trust/recorded-hosts.ts";
export type { HeardCall, UnaskedCall, UnaskedEnd } from "./unasked-calls.ts";
export type {
  CallAnswer,
  CallRequest,
  DryAnswer,
  HostEvent,
  Notice,
  Workspace,
  WorkspaceOptions,
} from "./workspace.ts";
