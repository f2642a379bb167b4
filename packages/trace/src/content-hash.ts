/** The one way bytes are named: SHA-256 over them as they are, nothing normalised. */
import { createHash } from "node:crypto";

export function contentHash(bytes: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
