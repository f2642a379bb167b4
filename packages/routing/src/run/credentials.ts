/** What the program of an ability gets to see of the environment, and which of it must never be written down. */
import { createHandlerEnvironment } from "@intentgate/world";

export type Credentials =
  | { ok: true; environment: Record<string, string>; hide(text: string): string }
  | { ok: false; missing: string };

const SHORTEST_HIDDEN = 4;

/** `references`: from a variable of the program to `env:NAME`. Everything else is as for a handler: what programs need. */
export function credentialsFrom(
  references: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv,
  root: string,
): Credentials {
  const environment: Record<string, string> = { ...createHandlerEnvironment(env)(root) };
  const values: string[] = [];
  for (const [name, reference] of Object.entries(references)) {
    const from = reference.slice("env:".length);
    const value = env[from];
    if (value === undefined || value === "") return { ok: false, missing: from };
    environment[name] = value;
    values.push(value);
  }
  return { ok: true, environment, hide: hider(values) };
}

/** Longest first, so that no part of one is left beside another. Whatever is shorter would hide half of all words. */
function hider(values: readonly string[]): (text: string) => string {
  const inJson = values.map((value) => JSON.stringify(value).slice(1, -1));
  const hidden = [...new Set([...values, ...inJson])]
    .filter((value) => value.length >= SHORTEST_HIDDEN)
    .sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((rest, value) => rest.replaceAll(value, "(credential)"), text);
}
