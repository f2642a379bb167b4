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
export { hostNamed } from "./host-named.ts";
export { hosts } from "./hosts.ts";
export { addTo, changedEntries, removeFrom, switchedOff } from "./install/edit-file.ts";
export type { Install, InstallFile, InstallMode, InstallSettings } from "./install/install.ts";
export { parseSettings } from "./silence/parse-settings.ts";
export { type Around, type Silence, silencesOf } from "./silence/silences-of.ts";
export { type LoadedFile, steersBy, variablesIn } from "./silence/steering.ts";
export { tomlTables } from "./silence/toml-tables.ts";
export { gateServer, gateTools } from "./tools/gate-tools.ts";
