/** The one way bytes are named: SHA-256 over them as they are, nothing normalised. */
import { createHash, createHmac } from "node:crypto";

export function contentHash(bytes: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/**
 * How the content of secret files is named: what a plain hash is taken over can be guessed where it is short, and records
 * are shared. Who has the key can still tell whether a content is the one that was recorded.
 */
const KEYED = "hmac-sha256:";

export function keyedHash(bytes: Uint8Array, key: Uint8Array): string {
  return `${KEYED}${createHmac("sha256", key).update(bytes).digest("hex")}`;
}

export function isKeyed(name: string): boolean {
  return name.startsWith(KEYED);
}

/** `key`: null where this machine has none, and so cannot tell. */
export function isContent(name: string, bytes: Uint8Array, key: Uint8Array | null): boolean {
  if (!isKeyed(name)) return contentHash(bytes) === name;
  return key !== null && keyedHash(bytes, key) === name;
}
