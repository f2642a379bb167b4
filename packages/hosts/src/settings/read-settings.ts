/** What stands in the settings of a host: JSON with comments and trailing commas. */
import { type Json, type JsonMap, plainValue, readJsonTree } from "./json-tree.ts";

/** Empty where they are no object. */
export function parseSettings(text: string): Record<string, unknown> {
  const tree = readJsonTree(text);
  const value = tree.ok && tree.root !== null ? plainValue(tree.root) : null;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Undefined where it does not stand there, or the file is not JSON. */
export function valueIn(text: string, key: readonly string[]): Json | undefined {
  const tree = readJsonTree(text);
  if (!tree.ok || tree.root === null) return undefined;
  let value: Json | undefined = plainValue(tree.root);
  for (const name of key) {
    value = value === undefined ? undefined : member(value, name);
  }
  return value;
}

export function member(value: Json, key: string): Json | undefined {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap && Object.hasOwn(value, key) ? (value as JsonMap)[key] : undefined;
}

/** The named members, as JSON text, together with ours: nothing else of a person's settings is taken over. */
export function picked(text: string | null, keys: readonly string[], ours: Record<string, unknown> = {}): string {
  const given = text === null ? {} : parseSettings(text);
  const kept = keys.flatMap((key) => (Object.hasOwn(given, key) ? [[key, given[key]] as const] : []));
  return `${JSON.stringify({ ...Object.fromEntries(kept), ...ours }, null, 2)}\n`;
}

/** What a file says under a name; undefined where it says nothing. */
export function settingIn(text: string | null, key: string): unknown {
  const given = text === null ? {} : parseSettings(text);
  return Object.hasOwn(given, key) ? given[key] : undefined;
}

/** The keys of an object in a file; none where it is something else. */
export function keysIn(text: string | null, key: string): string[] {
  const value = settingIn(text, key);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}
