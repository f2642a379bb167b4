export type {
  Can,
  Decision,
  EventKind,
  HeardEvent,
  Host,
  HostCall,
  HostEvent,
  HostName,
  HostOutcome,
  HostSession,
  Ignored,
  Reply,
  Told,
} from "./host.ts";
export { hostNames } from "./host.ts";
export { hostNamed, hosts } from "./hosts.ts";
export { addTo, removeFrom, switchedOff } from "./install/edit-file.ts";
export type { Install, InstallFile, InstallMode, InstallSettings } from "./install/install.ts";
export { gateServer, gateTools } from "./tools/gate-tools.ts";
