/** What can be run (registry) and how (config), as read from `.system/registry/`. */
import type { JsonSchema } from "../json-schema/json-schema.ts";

export type AbilityLevel = "high" | "low";

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

export interface ScriptImplementation {
  kind: "script";
  path: string;
  /** One argument each; `{{name}}` stands for a value of the input. */
  argsTemplate: string[];
  timeoutSec: number;
  /** From a variable of the script to a reference such as `env:STAGING_TOKEN`; never a value. */
  credentials: Record<string, string>;
}

export interface McpImplementation {
  kind: "mcp";
  server: string;
  tool: string;
  /** How the server is started; null: this file does not say. */
  command: string[] | null;
  timeoutSec: number;
  credentials: Record<string, string>;
}

export interface ApiImplementation {
  kind: "api";
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  timeoutSec: number;
  credentials: Record<string, string>;
}

export type Implementation = ScriptImplementation | McpImplementation | ApiImplementation;

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
