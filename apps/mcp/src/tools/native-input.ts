/** The input of a native tool as a client sees it: the same schema, and nothing beside it is let pass in silence. */
import { createNativeTools } from "@intentgate/tools";
import type { StandardSchemaV1, StandardSchemaWithJSON } from "@modelcontextprotocol/server";

const tools = createNativeTools();

export function nativeInput(name: string): StandardSchemaWithJSON {
  const definition = tools.definitions.find((one) => one.name === name || one.aliases.includes(name));
  if (!definition) throw new Error(`there is no native tool ${name}`);
  const schema = { ...definition.jsonSchema, additionalProperties: false } as Record<string, unknown>;
  const known = new Set(Object.keys((schema.properties ?? {}) as object));

  function validate(value: unknown): StandardSchemaV1.Result<unknown> {
    const checked = tools.check(name, value);
    if (!checked.ok) return { issues: [{ message: checked.problem }] };
    const strange = Object.keys(value as object).filter((key) => !known.has(key));
    if (strange.length === 0) return { value };
    const named = strange.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 60)));
    return {
      issues: [{ message: `Unknown field ${named.join(", ")}. It takes: ${[...known].join(", ") || "none"}.` }],
    };
  }

  const jsonSchema = { input: () => schema, output: () => schema };
  return { "~standard": { version: 1, vendor: "intentgate", validate, jsonSchema } };
}
