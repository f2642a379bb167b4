/** What can be run (registry) and how (config), as read from `.system/registry/`. */
import * as v from "valibot";
import type { JsonSchema } from "../json-schema/json-schema.ts";

interface AbilityFields {
  id: string;
  /** For a low-level ability the same as its id. */
  operationKey: string;
  version: number;
  summary: string;
  scope: { modules: string[]; environments: string[] };
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  keywords: string[];
  negativeKeywords: string[];
  notes: string;
  /** The registry file, from the root. */
  path: string;
  /** The folder of the module it belongs to; empty for the root itself. */
  moduleRoot: string;
}

export type Ability =
  | (AbilityFields & { level: "high"; type: "workflow" | "agent"; whenToUse: string })
  | (AbilityFields & { level: "low" });

const shared = {
  timeoutSec: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_600)),
  /** From a variable of the program to a reference such as `env:STAGING_TOKEN`; never a value. */
  credentials: v.record(v.string(), v.pipe(v.string(), v.regex(/^env:[A-Za-z_][A-Za-z0-9_]{0,99}$/))),
};

/** As a task keeps it. */
export const implementation = v.variant("kind", [
  v.strictObject({
    kind: v.literal("script"),
    path: v.string(),
    /** One argument each; `{{name}}` stands for a value of the input. */
    argsTemplate: v.array(v.string()),
    ...shared,
  }),
  v.strictObject({
    kind: v.literal("mcp"),
    server: v.string(),
    tool: v.string(),
    /** How the server is started; null: this file does not say. */
    command: v.nullable(v.array(v.string())),
    ...shared,
  }),
  v.strictObject({
    kind: v.literal("api"),
    method: v.picklist(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    url: v.string(),
    ...shared,
  }),
]);

export type Implementation = v.InferOutput<typeof implementation>;

export interface AbilityConfig {
  id: string;
  implementation: Implementation;
  path: string;
  moduleRoot: string;
}

/** Sorted by id; an id that was declared twice is in neither list. */
export interface Registry {
  abilities: Ability[];
  configs: AbilityConfig[];
}
