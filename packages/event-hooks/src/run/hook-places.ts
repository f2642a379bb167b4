/** Where hook files lie, and where they are kept after reading. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { ABSENT, identity, onSystemError } from "@intentgate/world";

export const HOOKS_FOLDER = ".system/hooks";

/** In the state of a root. */
export function keptHooks(state: string): string {
  return join(state, "compiled-hooks.json");
}

/**
 * Whether nothing is declared in a root, told without loading what would run hooks. Those that a program has just
 * removed are still in force, and stand in the state folder; so do those that were ever trusted, which count without
 * their file where the policy says so (`trust: always`): whoever asks has ruled that out.
 */
export function declaresNothing(at: string, state: string): boolean {
  return isAbsent(join(at, HOOKS_FOLDER)) && identity(keptHooks(state)) === ABSENT;
}

function isAbsent(folder: string): boolean {
  return onSystemError("any", false, () => lstatSync(folder, { throwIfNoEntry: false }) === undefined);
}
