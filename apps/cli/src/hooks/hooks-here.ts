/** The hooks of the root that this process stands in, judged by the rules as they stand now. */
import type { EventHooks } from "@intentgate/event-hooks";
import type { Workspace } from "@intentgate/gate";
import type { Io } from "../terminal/io.ts";
import { governedHere } from "../workspace/governed-here.ts";

export function hooksHere(io: Io): { workspace: Workspace; hooks: EventHooks } {
  const workspace = governedHere(io);
  workspace.home.rules(); // which environment this is stands in the policy
  return { workspace, hooks: workspace.eventHooks() };
}
