import { realpathSync } from "node:fs";
import { codeOf } from "../errors/file-problem.ts";

/** Where a path really lies; null where that cannot be told. The system's own way: node's looks at every name itself. */
export function realFolder(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== null) return null;
    throw error;
  }
}
