export type { AskInTerminal } from "./approvals/approver.ts";
export { printable } from "./approvals/shown-call.ts";
export { locksIn } from "./files/locks-in.ts";
export { intentMapOf } from "./intent-map-file.ts";
export { snapshotTree } from "./observe/tree-snapshot.ts";
export { openWorkspace } from "./open-workspace.ts";
export { createSidecar, machineFiles } from "./roots/create-sidecar.ts";
export { type FoundRoot, findRoot } from "./roots/find-root.ts";
export { findRepository } from "./roots/git-facts.ts";
export { type GovernedRoot, type RootRules, sidecarMissing } from "./roots/governed-root.ts";
export { createRootRegistry, type RootRegistry } from "./roots/registry.ts";
export { stateDir } from "./roots/state-dir.ts";
export { foldHistory, takeIntent } from "./sessions.ts";
export { deadCalls } from "./settle.ts";
export type {
  DecisionRow,
  OpenApproval,
  PersonsAnswer,
  SessionState,
  ShownCall,
  Store,
} from "./store/store.ts";
export { type AuthoredName, authoredNames } from "./trust/authored-files.ts";
export { whyNotAPerson } from "./trust/person.ts";
export { createRecordedHosts, type RecordedHosts } from "./trust/recorded-hosts.ts";
export type { CallAnswer, CallRequest, DryAnswer, Notice, Workspace, WorkspaceOptions } from "./workspace.ts";
