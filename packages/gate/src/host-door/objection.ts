/** A blocking event hook's no to something that is no tool call, as one text. */
import type { HookRefusal } from "@intentgate/event-hooks";

export function objection({ hook, reason, remedy }: HookRefusal): string {
  return `The event hook ${hook} says no: ${reason} ${remedy}`.trim();
}
