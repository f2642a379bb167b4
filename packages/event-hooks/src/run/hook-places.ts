/** Where hook files lie, and where they are kept after reading. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "@intentgate/world";

export const HOOKS_FOLDER = ".system/hooks";

/** In the state of a root. */
export function keptHooks(state: string): string {
  return join(state, "compiled-hooks.json");
}

/** Of the folder alone: changes when files come, go or are replaced, not when one is written in place. */
export function folderIdentity(at: string): string {
  try {
    const stat = lstatSync(join(at, HOOKS_FOLDER), { throwIfNoEntry: false });
    return stat ? `${stat.ino}:${stat.mode}:${stat.mtimeMs}:${stat.ctimeMs}` : "absent";
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return `closed ${code}`;
  }
}
