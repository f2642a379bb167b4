/** What the model says it last saw: `observed_content_hash`, one hash or a map from path to hash. */
import { jsonObject } from "@intentgate/documents";
import { isPayload } from "./payload.ts";

/** Stands where no hash could be read: the lock refuses it, it equals no file's hash. */
export const invalidHash = "invalid";

const hash = /^(?:sha256:)?([0-9a-f]{64})$/i;

/** Lower-case `sha256:<hex>`, or `invalidHash`. */
function normalizedHash(value: unknown): string {
  const found = typeof value === "string" ? hash.exec(value) : null;
  return found?.[1] ? `sha256:${found[1].toLowerCase()}` : invalidHash;
}

/** `same` tells whether two spellings name one file, so that `./a.ts` in the map meets `a.ts` in the call. */
export function observedHashes(
  given: unknown,
  changed: readonly string[],
  same: (a: string, b: string) => boolean,
): Record<string, string> {
  if (given === undefined || given === null) return {};
  const map = mapOf(given);
  if (map === null) {
    // One hash cannot speak for several files.
    const value = changed.length === 1 ? normalizedHash(given) : invalidHash;
    return Object.fromEntries((changed.length === 0 ? [""] : changed).map((path) => [path, value]));
  }
  const entries = new Map<string, string>();
  for (const [key, value] of Object.entries(map)) {
    const path = changed.find((each) => each === key) ?? changed.find((each) => same(each, key));
    const read = path === undefined ? invalidHash : normalizedHash(value);
    const before = entries.get(path ?? key);
    entries.set(path ?? key, before !== undefined && before !== read ? invalidHash : read);
  }
  return Object.fromEntries(entries);
}

function mapOf(given: unknown): Record<string, unknown> | null {
  if (isPayload(given)) return given;
  if (typeof given !== "string" || !given.trimStart().startsWith("{")) return null;
  // Not JSON after all: it is then judged as a hash, and is none.
  return jsonObject(given);
}
