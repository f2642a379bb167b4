export { classifyShell, type ShellResult } from "./classify/classify-command.ts";
export type { Explained } from "./classify/explain.ts";
export { type Canonical, canonicalCommand, isSameCommand, scriptLine } from "./facts/canonical-command.ts";
export { checkingStart, isTestScript } from "./facts/checking-start.ts";
export {
  changesFolder,
  factsOf,
  factsOfProgram,
  leadsElsewhere,
  runsNamedFiles,
} from "./facts/facts-of.ts";
export { goesOn, heldLine, isLoopback, needsBoth, serves } from "./facts/goes-on.ts";
export { FETCHES, leadsOut, needsMore, needsOf, OTHER_USER, SENDS, startedBy } from "./facts/needs-of-command.ts";
export { clientNeed } from "./facts/network-clients.ts";
export { isOnlyShells } from "./facts/only-shells.ts";
export { saysOnlyHow } from "./facts/own-options.ts";
export type { ScriptWords } from "./facts/program-facts.ts";
export { type InstallSettings, type SettingsFile, settingsInHome } from "./install/ecosystems.ts";
export { type Install, installOf } from "./install/install-of.ts";
export { lockFiles, proposeHosts } from "./install/propose-hosts.ts";
export { askedGate, steersTheGate } from "./programs/intentgate.ts";
export { shownOfProcess } from "./state/place-effect.ts";
export type { DeclaredUse } from "./state/walker.ts";
export { splitLine } from "./syntax/split-line.ts";
export type { Dropping, GitMove, Staging } from "./uses/program.ts";
export { mayStartOthers } from "./values/influential-variables.ts";
