/** What stands behind the door while one event is answered. */

import type { Notice } from "@intentgate/engine";
import type { Host } from "@intentgate/hosts";
import type { Workspace } from "../workspace/workspace.ts";

export interface HostDoor {
  workspace: Workspace;
  host: Host;
  /** Grows while the event is answered. */
  heard: readonly Notice[];
}
