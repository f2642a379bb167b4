/** Fills the argument template of a script: every entry becomes one argument, whatever the values hold. */
import { shown } from "@intentgate/documents";
import type { JsonValue } from "../json-schema/json-schema.ts";

const MAX_ARGUMENT = 32_000;
const placeholder = /\{\{([A-Za-z_][A-Za-z0-9_]{0,63})\}\}/g;

/** The names a template uses; null where a brace stands that is no `{{name}}`. */
export function placeholdersIn(template: string): string[] | null {
  const names = [...template.matchAll(placeholder)].map(([, name]) => name!);
  return /\{\{|\}\}/.test(template.replace(placeholder, "")) ? null : names;
}

export type RenderedArguments = { ok: true; value: string[] } | { ok: false; why: string };

export function renderArguments(
  templates: readonly string[],
  input: Readonly<Record<string, JsonValue>>,
): RenderedArguments {
  const rendered: string[] = [];
  for (const template of templates) {
    const names = placeholdersIn(template);
    if (names === null) return { ok: false, why: `the template ${shown(template)} has a brace that is no {{name}}` };
    const missing = names.find((name) => !Object.hasOwn(input, name));
    if (missing !== undefined) return { ok: false, why: `the input lacks ${shown(missing)}` };
    const bad = names.map((name) => unfit(name, input[name]!)).find((why) => why !== null);
    if (bad) return { ok: false, why: bad };
    const argument = template.replace(placeholder, (_, name: string) => asText(input[name]!));
    if (argument.length > MAX_ARGUMENT)
      return { ok: false, why: `an argument is longer than ${MAX_ARGUMENT} characters` };
    // A value must not become an option of the script, unless the template has said that none follow.
    const startsWithValue = template.startsWith("{{") && typeof input[names[0]!] !== "number";
    if (startsWithValue && argument.startsWith("-") && !templates.slice(0, rendered.length).includes("--")) {
      return { ok: false, why: `the value of ${shown(names[0]!)} starts with \`-\` and would be read as an option` };
    }
    rendered.push(argument);
  }
  return { ok: true, value: rendered };
}

function unfit(name: string, value: JsonValue): string | null {
  if (value === null) return `${shown(name)} is null and cannot be an argument`;
  return asText(value).includes("\0") ? `the value of ${shown(name)} holds a NUL character` : null;
}

function asText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
