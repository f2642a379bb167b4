/** What stands behind the door while one event is answered. */

import type { Notice } from "@intentgate/engine";
import type { Host, RuledCall, RuledFiles, RuleVerdict } from "@intentgate/hosts";
import type { Telling } from "../calls/levels.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface HostDoor {
  workspace: Workspace;
  host: Host;
  /** Grows while the event is answered. */
  heard: readonly Notice[];
  telling: Telling;
  /** Null where nobody can tell, and nothing is handed over. */
  rules: CommandRules | null;
}

/** What the own rules of the host that calls say of a command in this folder. */
export type CommandRules = (
  call: Pick<RuledCall, "tool" | "command" | "naming" | "turn"> | Pick<RuledFiles, "tool" | "paths" | "turn">,
  folder: string,
) => RuleVerdict;
