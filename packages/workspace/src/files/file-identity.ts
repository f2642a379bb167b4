import { statSync } from "node:fs";
import { cannotRead } from "./file-problem.ts";

/** Changes whenever the file is replaced, written or touched; "absent" where there is none. */
export function identity(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat ? `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}` : "absent";
  } catch (error) {
    throw cannotRead(error, path);
  }
}
