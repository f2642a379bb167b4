/** What stands in the settings of a host: JSON with comments and trailing commas, or TOML. */
import { parse } from "smol-toml";
import { type Json, type JsonMap, plainValue, readJsonTree } from "./json-tree.ts";

export type SettingsReading = { ok: true; value: Json } | { ok: false; why: string };

/** An empty file is an empty object. */
export function readSettingsText(text: string, kind: "json" | "toml"): SettingsReading {
  return kind === "json" ? readJsonText(text) : readToml(text);
}

function readJsonText(text: string): SettingsReading {
  const tree = readJsonTree(text);
  if (!tree.ok) return tree;
  return { ok: true, value: tree.root === null ? {} : plainValue(tree.root) };
}

/** Its dates and large numbers are nothing that we ask for. */
export function readToml(text: string): SettingsReading {
  try {
    return { ok: true, value: parse(text, { integersAsBigInt: "asNeeded" }) as JsonMap };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { ok: false, why: error.message.split("\n", 1)[0] ?? "it is not TOML" };
  }
}

/** Empty where they are no object. */
function parseSettings(text: string): JsonMap {
  const read = readJsonText(text);
  return read.ok && isMap(read.value) ? read.value : {};
}

/** Undefined where it does not stand there, or the file is not JSON. */
export function valueIn(text: string, key: readonly string[]): Json | undefined {
  const read = readJsonText(text);
  return read.ok ? valueAt(read.value, key) : undefined;
}

export function valueAt(value: Json, key: readonly string[]): Json | undefined {
  return key.reduce<Json | undefined>((at, name) => (at === undefined ? undefined : member(at, name)), value);
}

/** Every value at a key in which `*` stands for any name, with the names that it stood for. */
export function valuesAt(value: Json, [name, ...rest]: readonly string[]): { key: string[]; value: Json }[] {
  if (name === undefined) return [{ key: [], value }];
  const names = name === "*" ? (isMap(value) ? Object.keys(value) : []) : [name];
  return names.flatMap((one) => {
    const inner = member(value, one);
    return inner === undefined ? [] : valuesAt(inner, rest).map((found) => ({ ...found, key: [one, ...found.key] }));
  });
}

export function member(value: Json, key: string): Json | undefined {
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The named members, as JSON text, together with ours: nothing else of a person's settings is taken over. */
export function picked(text: string | null, keys: readonly string[], ours: Record<string, unknown> = {}): string {
  const given = text === null ? {} : parseSettings(text);
  const kept = keys.flatMap((key) => (Object.hasOwn(given, key) ? [[key, given[key]] as const] : []));
  return `${JSON.stringify({ ...Object.fromEntries(kept), ...ours }, null, 2)}\n`;
}

/** What a file says under a name; undefined where it says nothing. */
export function settingIn(text: string | null, key: string): Json | undefined {
  return text === null ? undefined : member(parseSettings(text), key);
}

/** The keys of an object in a file; none where it is something else. */
export function keysIn(text: string | null, key: string): string[] {
  const value = settingIn(text, key);
  return isMap(value) ? Object.keys(value) : [];
}
