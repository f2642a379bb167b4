import { decodeUtf8 } from "@intentgate/documents";

const PROBED_BYTES = 8 * 1024;

/** Has no lines to speak of: a NUL byte near the start, or bytes that are not UTF-8. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, PROBED_BYTES).includes(0) || decodeUtf8(bytes) === null;
}
