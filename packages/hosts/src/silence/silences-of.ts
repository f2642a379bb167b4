/** Everything that files tell about why a host's hooks do not run. */
import type { Host } from "../host.ts";
import { type Around, type Silence, switchedOffAround } from "./silence.ts";

export type { Around, Silence } from "./silence.ts";

export function silencesOf({ name, install }: Host, around: Around): Silence[] {
  return [...switchedOffAround({ name, switches: install.switches }, around), ...install.silences(around)];
}
