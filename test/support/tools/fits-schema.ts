/** Just enough of JSON Schema to hold an input against a tool's schema without the library that wrote it. */

export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema;
  propertyNames?: JsonSchema;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

const known = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "propertyNames",
  "anyOf",
  "items",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "description",
]);

export function fitsSchema(schema: JsonSchema, value: unknown): boolean {
  for (const word of Object.keys(schema)) if (!known.has(word)) throw new Error(`unknown schema word ${word}`);
  if (schema.anyOf && !schema.anyOf.some((choice) => fitsSchema(choice, value))) return false;
  if (schema.type !== undefined && !hasType(schema.type, value)) return false;
  if (typeof value === "string") return fitsText(schema, value);
  if (typeof value === "number")
    return (
      value >= (schema.minimum ?? -Infinity) &&
      value <= (schema.maximum ?? Infinity) &&
      value > (schema.exclusiveMinimum ?? -Infinity)
    );
  if (Array.isArray(value)) {
    const { items = {}, minItems = 0, maxItems = Infinity } = schema;
    return value.length >= minItems && value.length <= maxItems && value.every((item) => fitsSchema(items, item));
  }
  return typeof value === "object" && value !== null ? fitsFields(schema, value as Record<string, unknown>) : true;
}

function fitsText(schema: JsonSchema, value: string): boolean {
  const { minLength = 0, maxLength = Infinity, pattern = "" } = schema;
  return value.length >= minLength && value.length <= maxLength && new RegExp(pattern, "u").test(value);
}

function fitsFields(schema: JsonSchema, value: Record<string, unknown>): boolean {
  if (schema.required?.some((name) => value[name] === undefined)) return false;
  return Object.entries(value).every(([name, field]) => {
    if (schema.propertyNames && !fitsSchema(schema.propertyNames, name)) return false;
    const wanted = schema.properties?.[name] ?? schema.additionalProperties;
    return wanted === undefined || fitsSchema(wanted, field);
  });
}

function hasType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}
