export type { AppliedUnit } from "./apply/apply-unit.ts";
export { changeEntry, type FormerEntry, removeEmpty } from "./apply/change-entry.ts";
export { type Replayed, replayRun, replayRuns } from "./apply/journal.ts";
export {
  applyKept,
  dropKept,
  keptBase,
  keptChanges,
  keptIds,
  keptLayer,
  renameKept,
  shrinkKept,
} from "./apply/kept-changes.ts";
export { copyAside, setAside } from "./apply/set-aside.ts";
export { throughItself } from "./apply/through-itself.ts";
export type { Change, Kind } from "./changes/change.ts";
export { type PlannedCopies, planCopies } from "./copies/plan-copies.ts";
export { endInSandbox } from "./end-in-sandbox.ts";
export { type HeldFolders, type HeldScope, heldFolders } from "./held/held-folders.ts";
export { type Held, listHeld, stopHeld } from "./held/held-record.ts";
export { type HoldEnd, type HoldOrder, holdCommand } from "./hold-command.ts";
export { forwardPort } from "./network/forward-port.ts";
export { allHolders, endHolder, ensureHolder, type Holder, holderOf } from "./network/holder.ts";
export { listeningPorts } from "./network/listening-ports.ts";
export { markOf, type ProcessMark } from "./network/process-mark.ts";
export type { Hidden, Network } from "./plan/box-plan.ts";
export { type FloorFacts, isWithin, type Mount, planFloor } from "./plan/floor-plan.ts";
export { floorWords, servicePlaces } from "./plan/floor-words.ts";
export { addedVariables, fromGiven } from "./plan/handed-down.ts";
export { hiddenPlaces } from "./plan/hidden-places.ts";
export { type BegunRun, endOf, type Finished, hide, type PreparedRun, prepareRun, type RunEnd } from "./prepare-run.ts";
export { probeBox } from "./probe.ts";
export { type AllowedHost, parseAllowedHost } from "./proxy/allow-list.ts";
export type { Resolve } from "./proxy/find-addresses.ts";
export { type Refused, type StartedProxy, startProxy } from "./proxy/start-proxy.ts";
export { type Rehearsal, rehearse, runWithStreams } from "./rehearse.ts";
export { floorCommand, floorProcess, probeFloor } from "./run/floor-command.ts";
export { endRuns, takeRun } from "./run/run-folder.ts";
export type { ProbeAnswer } from "./run/what-forbids.ts";
export { newHeldId, type StartedHeld, startHeld, superviseHeld } from "./start-held.ts";
export { runScript } from "./ticket/run-script.ts";
export { makeSandboxPlace } from "./ticket/sandbox-place.ts";
export {
  dropTicket,
  folderAfterFiles,
  isTicketAtWork,
  isTicketId,
  markTicket,
  newTicketId,
  oldTickets,
  placeItRanIn,
  readOrder,
  spoilTicket,
  type TicketState,
  ticketIds,
  ticketState,
  writeTicket,
} from "./ticket/ticket.ts";
export { FOLDER_NOW } from "./ticket/ticket-files.ts";
export {
  type Judged,
  judgeAgain,
  judgeChanges,
  losesBytes,
  unitOf,
  type Verdict,
} from "./verdict/judge-changes.ts";
