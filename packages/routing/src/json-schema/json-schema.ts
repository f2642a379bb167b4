/** The part of JSON Schema that abilities may use, checked when it is read so that it can be trusted when it judges. */
import { nearMiss, shown } from "@intentgate/documents";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonType = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

export interface JsonSchema {
  type?: JsonType | JsonType[];
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  enum?: JsonValue[];
  const?: JsonValue;
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  default?: JsonValue;
}

export interface SchemaFault {
  path: (string | number)[];
  message: string;
  remedy: string;
}

const MAX_DEPTH = 12;
const MAX_NODES = 500;
const types = ["object", "array", "string", "number", "integer", "boolean", "null"];

type Check = (value: unknown, at: Walk) => SchemaFault[];
interface Walk {
  path: (string | number)[];
  depth: number;
  nodes: { left: number };
}

const fault = (at: Walk, message: string, remedy: string): SchemaFault[] => [{ path: at.path, message, remedy }];
const isMap = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const aText: Check = (value, at) => (typeof value === "string" ? [] : fault(at, "must be text", "Write text."));
const aNumber: Check = (value, at) =>
  typeof value === "number" && Number.isFinite(value) ? [] : fault(at, "must be a number", "Write a number.");
const aCount: Check = (value, at) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? [] : fault(at, "must be a count", "Write 0, 1, 2 …");
const anything: Check = () => [];
const aSchema: Check = (value, at) => schemaFaults(value, at);
const schemaList: Check = (value, at) =>
  Array.isArray(value) && value.length > 0
    ? value.flatMap((one, index) => schemaFaults(one, below(at, index)))
    : fault(at, "must be a list of schemas", "Write `[…]` with at least one schema.");

const keywords: Record<string, Check> = {
  type: (value, at) => {
    const list = Array.isArray(value) ? value : [value];
    const isKnown = list.length > 0 && list.every((one) => types.includes(one as string));
    return isKnown ? [] : fault(at, `unknown type ${shown(String(value))}`, `Known types: ${types.join(", ")}.`);
  },
  required: (value, at) =>
    Array.isArray(value) && value.every((one) => typeof one === "string")
      ? []
      : fault(at, "required must be a list of names", 'Write `["name"]`.'),
  properties: (value, at) =>
    isMap(value)
      ? Object.entries(value).flatMap(([name, one]) => schemaFaults(one, below(at, name)))
      : fault(at, "properties must be a map", "Write `name: { type: string }`."),
  additionalProperties: (value, at) => (typeof value === "boolean" ? [] : schemaFaults(value, at)),
  enum: (value, at) =>
    Array.isArray(value) && value.length > 0 ? [] : fault(at, "enum must be a list of values", "Write `[a, b]`."),
  const: anything,
  items: aSchema,
  minimum: aNumber,
  maximum: aNumber,
  minLength: aCount,
  maxLength: aCount,
  minItems: aCount,
  maxItems: aCount,
  anyOf: schemaList,
  oneOf: schemaList,
  allOf: schemaList,
  default: anything,
  // For readers; they judge nothing. Of a pattern that is said where it matters: see `hasPattern`.
  pattern: aText,
  title: aText,
  description: aText,
  examples: anything,
  format: aText,
  $schema: aText,
  $comment: aText,
};

export function readJsonSchema(value: unknown): { ok: true; value: JsonSchema } | { ok: false; faults: SchemaFault[] } {
  const faults = schemaFaults(value, { path: [], depth: 0, nodes: { left: MAX_NODES } });
  return faults.length > 0 ? { ok: false, faults: faults.slice(0, 20) } : { ok: true, value: value as JsonSchema };
}

/** Whether somewhere in it stands a `pattern`: a promise that is not kept here, so whoever relies on it is told. */
export function hasPattern(schema: JsonSchema): boolean {
  const { properties = {}, additionalProperties, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const below = [...Object.values(properties), additionalProperties, items, ...anyOf, ...oneOf, ...allOf];
  return schema.pattern !== undefined || below.some((one) => typeof one === "object" && hasPattern(one));
}

function below(at: Walk, step: string | number): Walk {
  return { path: [...at.path, step], depth: at.depth + 1, nodes: at.nodes };
}

function schemaFaults(value: unknown, at: Walk): SchemaFault[] {
  at.nodes.left -= 1;
  if (at.depth > MAX_DEPTH || at.nodes.left < 0) return fault(at, "the schema is too large", "Write a smaller one.");
  if (!isMap(value)) return fault(at, "a schema must be a map of keywords", "Write `{ type: string }`.");
  return Object.entries(value).flatMap(([keyword, one]) => {
    const check = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
    if (check) return check(one, below(at, keyword));
    const meant = nearMiss(keyword, Object.keys(keywords));
    const message = `unknown keyword ${shown(keyword)}${meant ? `: did you mean "${meant}"?` : ""}`;
    return fault(below(at, keyword), message, `Known keywords: ${Object.keys(keywords).join(", ")}.`);
  });
}
