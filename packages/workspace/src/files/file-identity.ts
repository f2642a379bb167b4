import { statSync } from "node:fs";
import { cannotRead } from "./file-problem.ts";

/** Changes whenever the file is replaced, written or touched; "absent" where there is none. */
export function identity(path: string): string {
  try {
    // Plain numbers: a decision asks for a dozen identities, and their big integers were a sixth of its garbage.
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat ? `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}` : "absent";
  } catch (error) {
    throw cannotRead(error, path);
  }
}
