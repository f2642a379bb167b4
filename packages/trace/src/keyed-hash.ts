/**
 * How the content of secret files is named: what a plain hash is taken over can be guessed where it is short, and records
 * are shared. Who has the key can still tell whether a content is the one that was recorded.
 */
import { createHmac } from "node:crypto";
import { contentHash } from "./content-hash.ts";

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
