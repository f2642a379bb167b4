/** Takes from a person's settings only what decides whether hooks run: no key, no account, no server of theirs. */
import { parseSettings } from "@intentgate/hosts";

/** The named members, as JSON text, together with ours. */
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
