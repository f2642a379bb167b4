/** A call that the host has made: what it really changed is recorded, and what came of that is told. */
import type { Outcome } from "@intentgate/engine";
import type { HostOutcome, Reply } from "@intentgate/hosts";
import { type EventOf, toolCallOf } from "./host-call.ts";
import type { HostDoor } from "./host-door.ts";
import { joined, noticesForModel, noticesForPerson } from "./host-texts.ts";

export async function afterTool(door: HostDoor, event: EventOf<"after_tool">): Promise<Reply> {
  const { workspace, host, heard, telling } = door;
  // Null: answered already, at another level or by our own server.
  const warnings = (await workspace.after(toolCallOf(event), outcomeOf(event.outcome), telling)) ?? [];
  const lines = warnings.map(({ meta, message }) => `${meta.hook_name}: ${message}`);
  return host.tell({ model: noticesForModel(heard), person: joined([noticesForPerson(heard), ...lines]) }, event);
}

function outcomeOf(outcome: HostOutcome): Outcome {
  return outcome.kind === "succeeded"
    ? { kind: "succeeded", result: undefined }
    : { kind: "failed", error: outcome.error, result: undefined };
}
