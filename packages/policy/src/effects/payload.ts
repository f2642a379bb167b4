/** Reading a payload nobody vouches for: bounded, own keys only, wrong types are answers and not accidents. */

export type Payload = Record<string, unknown>;

const MAX_DEPTH = 64;

export function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own keys only: `constructor` and `__proto__` are names like any other here. */
export function field(payload: Payload, key: string): unknown {
  return Object.hasOwn(payload, key) ? payload[key] : undefined;
}

/** Null where the payload is an object of JSON values within the limits. */
export function payloadProblem(payload: unknown, maxBytes: number): string | null {
  if (!isPayload(payload)) return "the input is not an object";
  let bytes = 0;
  const open: { value: unknown; depth: number }[] = [{ value: payload, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    bytes += typeof value === "string" ? Buffer.byteLength(value) + 2 : 1;
    if (typeof value === "object" && value !== null) {
      if (depth > MAX_DEPTH) return `the input is nested deeper than ${MAX_DEPTH} levels`;
      for (const [key, inner] of Object.entries(value)) {
        bytes += key.length;
        open.push({ value: inner, depth: depth + 1 });
      }
    } else if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") {
      return `the input holds a ${typeof value}, which no JSON has`;
    }
    if (bytes > maxBytes) return `the input is larger than ${maxBytes} bytes`;
  }
  return null;
}

export type SpelledPath = { ok: true; path: string } | { ok: false; problem: string };

/** `path` and `file_path` mean the same; two that differ mean nothing. */
export function spelledPath(payload: Payload): SpelledPath {
  const given = ["path", "file_path"].map((key) => field(payload, key)).filter((value) => value !== undefined);
  const [first, second] = given;
  if (given.length === 0) return { ok: false, problem: "no path is given" };
  if (typeof first !== "string") return { ok: false, problem: "the path is not text" };
  if (given.length === 2 && first !== second) return { ok: false, problem: "path and file_path differ" };
  return { ok: true, path: first };
}

/** What dotted field names lead to, lists gone through one by one; null where a field is missing or holds no path. */
export function stringsAt(payload: Payload, dotted: string): string[] | null {
  let values: unknown[] = [payload];
  for (const key of dotted.split(".")) {
    const inner = values.flat().map((value) => (isPayload(value) ? field(value, key) : undefined));
    if (inner.length === 0) return null;
    values = inner;
  }
  const found = values.flat();
  if (found.length === 0) return null;
  return found.every((value) => typeof value === "string") ? found : null;
}

/** Some programs read `Path` for `path`: then nobody knows which of the two counts. */
export function caseTwins(input: unknown): string | null {
  const keys = Object.keys((input ?? {}) as Payload);
  const folded = new Set(keys.map((key) => key.toLowerCase()));
  return folded.size === keys.length ? null : "two fields of the input differ in case only";
}
