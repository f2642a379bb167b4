/** The part of the state that belongs to one root. */
import { createHash } from "node:crypto";
import { join } from "node:path";

export function rootStateDir(state: string, root: string): string {
  return join(state, "roots", createHash("sha256").update(root).digest("hex").slice(0, 24));
}
