/** What a tool of this server is: one definition gives its schemas, its texts and its behaviour. */
import { createNativeTools } from "@intentgate/tools";
import type { StandardSchemaV1, StandardSchemaWithJSON, ToolAnnotations } from "@modelcontextprotocol/server";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { Call, Gate } from "../gate/gate.ts";
import type { ToolOutcome } from "../gate/tool-outcome.ts";

export interface McpTool {
  name: string;
  title: string;
  /** Written for a model: when to call it, what comes back, what to do when it is refused. */
  description: string;
  input: StandardSchemaWithJSON;
  output: StandardSchemaWithJSON;
  annotations: Required<Omit<ToolAnnotations, "title">>;
  run(input: Record<string, unknown>, call: Call, gate: Gate): Promise<ToolOutcome>;
}

export function schemaOf(schema: v.GenericSchema): StandardSchemaWithJSON {
  return toStandardJsonSchema(schema);
}

/** Changes nothing, wherever it is called from. */
export const looks = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Adds something and takes nothing away. */
export const adds = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;

/** What several tools answer with. */
export const shownIntent = v.object({
  id: v.string(),
  name: v.string(),
  status: v.picklist(["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE"]),
  owned_scope: v.array(v.string()),
  constraints: v.array(v.string()),
  acceptance_criteria: v.array(v.string()),
  related_files: v.array(v.string()),
});

export const question = v.pipe(
  v.string(),
  v.nonEmpty("must not be empty"),
  v.maxLength(4_000, "must be at most 4000 characters long"),
);

const tools = createNativeTools();

/** The input of a native tool as a client sees it: the same schema, and nothing beside it is let pass in silence. */
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
