/** Every check, in the order they are told. A new one is a file and a line here. */
import { authoredFiles } from "./authored-files.ts";
import { clock } from "./clock.ts";
import { deadCallsCheck } from "./dead-calls.ts";
import { decisionsFile } from "./decisions-file.ts";
import { diskSpace } from "./disk-space.ts";
import type { Check, Machine, Patient } from "./finding.ts";
import { gateMode } from "./gate-mode.ts";
import { gitIgnore } from "./git-ignore.ts";
import { gitProgram } from "./git-program.ts";
import { heldFiles } from "./held-files.ts";
import { hostHooks } from "./host-hooks.ts";
import { intentScopes } from "./intent-scopes.ts";
import { knownRoots } from "./known-roots.ts";
import { ledger } from "./ledger.ts";
import { locks } from "./locks.ts";
import { nodeVersion } from "./node-version.ts";
import { outerRoot } from "./outer-root.ts";
import { registeredRoot } from "./registered-root.ts";
import { residentGate } from "./resident-gate.ts";
import { deadGlobs, overlappingScopes } from "./scope-files.ts";
import { sessionStates } from "./session-states.ts";
import { sidecarFolder } from "./sidecar-folder.ts";
import { stateFolder } from "./state-folder.ts";

export const machineChecks: readonly Check<Machine>[] = [nodeVersion, gitProgram, stateFolder, knownRoots];

export const rootChecks: readonly Check<Patient>[] = [
  registeredRoot,
  outerRoot,
  sidecarFolder,
  gitIgnore,
  diskSpace,
  authoredFiles,
  heldFiles,
  gateMode,
  residentGate,
  hostHooks,
  decisionsFile,
  ledger,
  clock,
  locks,
  deadCallsCheck,
  intentScopes,
  deadGlobs,
  overlappingScopes,
  sessionStates,
];
