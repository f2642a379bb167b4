const PROBED_BYTES = 8 * 1024;

/** Has no lines to speak of: a NUL byte near the start, or bytes that are not UTF-8. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, PROBED_BYTES).includes(0) || !isUtf8(bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
