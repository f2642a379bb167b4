export { createLessonsFile, type LessonsFile } from "./lessons/lessons-file.ts";
export { checkLedger, type WholeCheck } from "./reports/check-ledger.ts";
export { addToIntentMap, intentMapOf } from "./reports/intent-map-file.ts";
export { grouped, type Invocation, isSound, newestInvocations, reasonOf, summarise } from "./reports/invocations.ts";
export {
  allSessions,
  liveSessions,
  sessionData,
  sessionDetail,
  silentSessions,
  stopLimit,
} from "./reports/live-sessions.ts";
export { type LoggedRun, loggedRuns } from "./reports/logged-runs.ts";
export { afterOthers, isRecordedBy, recordsSince } from "./reports/others-changes.ts";
export { type Report, readSince, summariseRows, type Tally } from "./reports/summarise-rows.ts";
export { createSidecar, machineFiles, machineLines } from "./roots/create-sidecar.ts";
export { findRoot, isGovernedPlace, recordedHostsAt, rootsThatSaw } from "./roots/find-root.ts";
export { freeIntentId } from "./roots/free-intent-id.ts";
export { ELSEWHERE, type GovernedRoot, openRoot, type RootRules, sidecarMissing } from "./roots/governed-root.ts";
export { homeOfUser, otherState } from "./roots/other-state.ts";
export { createRootRegistry, type RootRegistry } from "./roots/registry.ts";
export { expectFolder, systemFolder } from "./roots/system-folder.ts";
export { demandsDigest, intentTextDigest, lineageOf, type SessionStop } from "./sessions/lineage.ts";
export { foldHistory, historyOf, takeIntent } from "./sessions/sessions.ts";
export { type Doubt, doubtAbout, type OfferedTool } from "./state/accepted-tools.ts";
export { type AuthoredBefore, type AuthoredName, authoredNames } from "./state/authored-files.ts";
export { doubtedFolders, doubtIgnores, isIgnoreFile } from "./state/doubted-ignores.ts";
export { createKeptBytes, KEPT_DAYS, type KeptBytes } from "./state/kept-bytes.ts";
export { type FolderChange, folderCalls, foldersOf, keepFolders } from "./state/kept-folders.ts";
export type { RootLook } from "./state/kept-look.ts";
export { FLOOR_MARK, floorHere } from "./state/on-floor.ts";
export { createRecordedHosts, type RecordedHosts } from "./state/recorded-hosts.ts";
export type { ControlEntry, ControlState, KeptCall, ProgramStamps, RunningCall } from "./state/running-calls.ts";
export { createSecretKey } from "./state/secret-key.ts";
export { rootStateDir, rootStates, stateDir, unusableState } from "./state/state-dir.ts";
export { isExpired, waitingRequests } from "./store/approval-rules.ts";
export { believedSegments, linesOfSegments } from "./store/believed-segments.ts";
export { changingCalls } from "./store/changing-calls.ts";
export { createDecisionLog, type DecisionLog, type LoggedCall } from "./store/decision-log.ts";
export { createFileStore } from "./store/file-store.ts";
export { ANCHOR_REF, writeAnchor } from "./store/git-anchor.ts";
export { archivedSegments, LIVE_NAME } from "./store/ledger-segments.ts";
export { redact, redactText } from "./store/redact.ts";
export { countOldJournals } from "./store/sessions-store.ts";
export { shareLedger } from "./store/share-ledger.ts";
export { SHARED_NAME, sharedSegments, writeShared } from "./store/shared-segments.ts";
export type {
  DecidedCall,
  DecisionRow,
  GitAround,
  Heard,
  LedgerHead,
  LedgerStore,
  OpenApproval,
  OpenCall,
  OwnCall,
  PersonsAnswer,
  SessionEvent,
  SessionState,
  ShownCall,
  Stop,
  Store,
} from "./store/store.ts";
