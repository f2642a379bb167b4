/** What a tool of this server is: one definition gives its schemas, its texts and its behaviour. */
import type { StandardSchemaWithJSON, ToolAnnotations } from "@modelcontextprotocol/server";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import type { Call, Gate } from "../gate/gate.ts";
import type { Told } from "../gate/tool-outcome.ts";

export interface McpTool {
  name: string;
  title: string;
  /** Written for a model: when to call it, what comes back, what to do when it is refused. */
  description: string;
  input: StandardSchemaWithJSON;
  output: StandardSchemaWithJSON;
  annotations: Required<Omit<ToolAnnotations, "title">>;
  run(input: Record<string, unknown>, call: Call, gate: Gate): Promise<Told>;
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
