export { type Gated, gatedAnswer, type Level } from "./gated/gated.ts";
export type { AcpCall, AcpReading } from "./host/acp.ts";
export type { Around, FileLook, Silence } from "./host/around.ts";
export type {
  Decision,
  EventKind,
  HeardEvent,
  HostCall,
  HostEvent,
  HostName,
  HostOutcome,
  HostSession,
  Ignored,
  Reply,
  Told,
} from "./host/event.ts";
export type { Can, Host, HostControl } from "./host/host.ts";
export type { Install, InstallFile, InstallMode, InstallSettings } from "./host/install.ts";
export type { LiveHost, LiveStage } from "./host/live.ts";
export type { Environment, FileRules, RuledCall, RuledFiles, Rules, RuleVerdict } from "./host/rules.ts";
export { agentName, hostNamed, hostNames, hosts } from "./hosts/hosts.ts";
export { addTo, changedEntries, removeFrom, switchedOff } from "./install/edit-file.ts";
export { otherHooks, silencesOfShell } from "./silence/around-settings.ts";
export { shownPlace } from "./silence/places.ts";
export { type SeenFile, silencesOf, watchedFiles } from "./silence/silences.ts";
export { variablesIn } from "./silence/steering.ts";
export { gateServer, gateTools } from "./tools/gate-tools.ts";
