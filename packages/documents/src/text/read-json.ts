/** Bytes and JSON that others wrote. That they are none is an answer, not an exception. */

export type ReadJson = { ok: true; value: unknown } | { ok: false; why: string };

export function readJson(text: string): ReadJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, why: error.message };
    throw error;
  }
}

/** Null for anything but an object: a list, a lone word, no JSON at all. */
export function jsonObject(text: string): Record<string, unknown> | null {
  const read = readJson(text);
  return read.ok && typeof read.value === "object" && read.value !== null && !Array.isArray(read.value)
    ? (read.value as Record<string, unknown>)
    : null;
}

/** The fields of a JSON object; of anything else none, which is for readers that then miss what they need. */
export function jsonFields(text: string): Record<string, unknown> {
  return jsonObject(text) ?? {};
}

/** Null where the bytes are not UTF-8: what stood there instead would be written into files. A byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The same value always gives the same text, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
