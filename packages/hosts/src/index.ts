export type { AcpCall, AcpReading } from "./host/acp.ts";
export type { Around, LoadedFile, Silence } from "./host/around.ts";
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
export { hostNamed, hostNames, hosts } from "./hosts/hosts.ts";
export { addTo, changedEntries, removeFrom, switchedOff } from "./install/edit-file.ts";
export { silencesOf } from "./silence/silences.ts";
export { steersBy, variablesIn } from "./silence/steering.ts";
export { gateServer, gateTools } from "./tools/gate-tools.ts";
