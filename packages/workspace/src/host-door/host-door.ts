/** What stands behind the door while one event is answered. */
import type { Host } from "@intentgate/hosts";
import type { Notice, Workspace } from "../workspace.ts";

export interface HostDoor {
  workspace: Workspace;
  host: Host;
  /** Grows while the event is answered. */
  heard: readonly Notice[];
}
