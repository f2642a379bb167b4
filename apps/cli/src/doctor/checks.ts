/** Every check, in the order they are told. A new one is a check beside those of its matter and a line here. */
import { containment, hostHooks, residentGate } from "./agents.ts";
import type { Check, Machine, Patient } from "./finding.ts";
import { clock, diskSpace, gitProgram, nodeVersion } from "./machine.ts";
import { decisionsFile, ledger } from "./records.ts";
import { knownRoots, outerRoot, registeredRoot } from "./roots.ts";
import { authoredFiles, gateMode, heldFiles } from "./rules.ts";
import { deadGlobs, intentScopes, overlappingScopes } from "./scopes.ts";
import { deadCallsCheck, sessionStates } from "./sessions.ts";
import { gitIgnore, sidecarFolder } from "./sidecar.ts";
import { locks, stateFolder } from "./state-folder.ts";

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
  containment,
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
