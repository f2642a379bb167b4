/** The hooks of the root that this process stands in, judged by the rules as they stand now. */
import type { EventHooks } from "@intentgate/event-hooks";
import type { Workspace } from "@intentgate/gate";
import { governedHere } from "../governed-here.ts";
import type { Io } from "../io.ts";

export function hooksHere(io: Io): { workspace: Workspace; hooks: EventHooks } {
  const workspace = governedHere(io);
  workspace.home.rules(); // which environment this is stands in the policy
  return { workspace, hooks: workspace.eventHooks() };
}
