/** Whether a root has no event hooks at all, told without putting together what would run them. */
import { ABSENT, identity } from "@intentgate/world";
import { folderIdentity, keptHooks } from "./hook-places.ts";

/**
 * Hooks that a program has just removed are still in force, and stand in the state folder; so do those that were ever
 * trusted, which count without their file where the policy says so (`trust: always`): whoever asks has ruled that out.
 */
export function declaresNothing(at: string, state: string): boolean {
  return folderIdentity(at) === ABSENT && identity(keptHooks(state)) === ABSENT;
}
