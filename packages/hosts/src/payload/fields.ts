/** Reads the fields of one payload and gathers what is wrong with them: loose on what we do not use, strict on the rest. */

import { type Checked, hasInvisible } from "@intentgate/documents";
import { field, isPayload, type Payload, unreadable } from "./read-payload.ts";

const MAX_NAME = 256;
/** No `/`: it stands between a session and its subagent. */
const id = /^[A-Za-z0-9][A-Za-z0-9._:@#+=~-]{0,255}$/;

export interface Fields {
  text(key: string): string;
  /** Null where it is left out or null. */
  textOr(key: string): string | null;
  /** One line that may be shown: the name of a tool, an event, a model. */
  name(key: string): string;
  nameOr(key: string): string | null;
  id(key: string): string;
  idOr(key: string): string | null;
  /** An absolute folder. */
  folder(key: string): string;
  folderOr(key: string): string | null;
  flag(key: string): boolean;
  list(key: string): unknown[];
  map(key: string): Payload;
  mapOr(key: string): Payload | null;
  /** The fields of an object in it; what is wrong there is wrong here. */
  inside(key: string): Fields;
  value(key: string): unknown;
  has(key: string): boolean;
  wrong(why: string): void;
  done<T>(value: T): Checked<T>;
}

export function fieldsOf(payload: Payload, faults: string[] = [], place = ""): Fields {
  function required<T>(key: string, read: (value: unknown) => T | null, kind: string, instead: T): T {
    const value = read(field(payload, key));
    if (value !== null) return value;
    faults.push(`${place}${key} is ${field(payload, key) === undefined ? "missing" : `not ${kind}`}`);
    return instead;
  }
  function optional<T>(key: string, read: (value: unknown) => T | null, kind: string): T | null {
    const given = field(payload, key);
    return given === undefined || given === null ? null : required<T | null>(key, read, kind, null);
  }

  return {
    text: (key) => required(key, asText, "text", ""),
    textOr: (key) => optional(key, asText, "text"),
    name: (key) => required(key, asName, "a name", ""),
    nameOr: (key) => optional(key, asName, "a name"),
    id: (key) => required(key, asId, "an id", ""),
    idOr: (key) => optional(key, asId, "an id"),
    folder: (key) => required(key, asFolder, "an absolute path", ""),
    folderOr: (key) => optional(key, asFolder, "an absolute path"),
    flag: (key) => optional(key, (value) => (typeof value === "boolean" ? value : null), "true or false") ?? false,
    list: (key) => optional(key, (value) => (Array.isArray(value) ? value : null), "a list") ?? [],
    map: (key) => required(key, asMap, "an object", {}),
    mapOr: (key) => optional(key, asMap, "an object"),
    inside: (key) => fieldsOf(required(key, asMap, "an object", {}), faults, `${place}${key}.`),
    value: (key) => field(payload, key),
    has: (key) => field(payload, key) !== undefined,
    wrong: (why) => {
      faults.push(why);
    },
    done: (value) => (faults.length === 0 ? { ok: true, value } : unreadable(faults.slice(0, 5).join("; "))),
  };
}

function asText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function asName(value: unknown): string | null {
  if (typeof value !== "string" || value === "" || value.length > MAX_NAME) return null;
  return hasInvisible(value) ? null : value;
}

function asId(value: unknown): string | null {
  return typeof value === "string" && id.test(value) ? value : null;
}

function asFolder(value: unknown): string | null {
  const fits = typeof value === "string" && !value.includes("\0") && /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(value);
  return fits ? value : null;
}

function asMap(value: unknown): Payload | null {
  return isPayload(value) ? value : null;
}
