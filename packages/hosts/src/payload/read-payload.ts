/** The door: bytes that a host, or somebody in its place, wrote to us; one JSON object or nothing. */
import { type Checked, decodeUtf8, type Problem, readJson } from "@intentgate/documents";

export type Payload = Record<string, unknown>;

const MAX_BYTES = 32_000_000;
const MAX_DEPTH = 100;

export function readPayload(given: string | Uint8Array): Checked<Payload> {
  if (given.length > MAX_BYTES) return unreadable(`it is larger than ${MAX_BYTES} bytes`);
  const text = typeof given === "string" ? given : decodeUtf8(given);
  if (text === null) return unreadable("it is not UTF-8");
  const json = readJson(text);
  if (!json.ok) return unreadable("it is not one JSON value");
  const { value } = json;
  if (!isPayload(value)) return unreadable("it is not an object");
  const found = keysIn(value);
  if (typeof found === "string") return unreadable(found);
  // JSON.parse keeps the last of two equal keys; another reader may keep the first.
  if (found !== colonsIn(text)) return unreadable("a key occurs twice");
  return { ok: true, value };
}

export function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own keys only. */
export function field(payload: Payload, key: string): unknown {
  return Object.hasOwn(payload, key) ? payload[key] : undefined;
}

/** Written out here: the door of the hook command loads nothing that it does not need. */
export function unreadable(why: string): { ok: false; problems: [Problem] } {
  const message = `the payload cannot be read: ${why}`;
  const remedy = "Send the event as the host documents it; `intentgate doctor` tells which versions were tried.";
  const place = { file: null, line: null, column: null, excerpt: null };
  return { ok: false, problems: [{ code: "BAD_INPUT", message, remedy, ...place }] };
}

/** How many keys there are, or what is wrong with the value. */
function keysIn(payload: Payload): number | string {
  let keys = 0;
  const open: { value: object; depth: number }[] = [{ value: payload, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels`;
    const isList = Array.isArray(next.value);
    for (const [key, inner] of Object.entries(next.value)) {
      if (!isList) keys += 1;
      if (key === "__proto__") return 'it has a key "__proto__"';
      if (typeof inner === "object" && inner !== null) open.push({ value: inner, depth: next.depth + 1 });
    }
  }
  return keys;
}

/** In JSON every key is followed by one colon, and no other colon stands outside of strings. */
function colonsIn(json: string): number {
  let colons = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === ":") colons += 1;
    if (char !== '"') continue;
    for (at += 1; json[at] !== '"'; at += 1) if (json[at] === "\\") at += 1;
  }
  return colons;
}
