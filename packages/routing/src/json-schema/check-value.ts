/** Judges a value by a schema that `readJsonSchema` accepted. */
import { plainLine, shown } from "@intentgate/documents";
import type { JsonSchema, JsonType, JsonValue } from "./json-schema.ts";

export interface ValueFault {
  /** As in `user.roles[2]`; empty for the value itself. */
  at: string;
  message: string;
}

const MAX_FAULTS = 20;
const MAX_CHECKS = 50_000;
const MAX_DEPTH = 40;

interface Walk {
  at: string;
  depth: number;
  budget: { left: number };
}

export function valueFaults(schema: JsonSchema, value: unknown): ValueFault[] {
  return check(schema, value, { at: "", depth: 0, budget: { left: MAX_CHECKS } }).slice(0, MAX_FAULTS);
}

function check(schema: JsonSchema, value: unknown, walk: Walk): ValueFault[] {
  walk.budget.left -= 1;
  const say = (message: string): ValueFault[] => [{ at: walk.at, message }];
  if (walk.budget.left < 0 || walk.depth > MAX_DEPTH) return say("is too large to be checked");
  const wanted = schema.type === undefined ? null : Array.isArray(schema.type) ? schema.type : [schema.type];
  if (wanted && !wanted.some((type) => isOfType(value, type))) return say(`must be ${wanted.join(" or ")}`);
  const found: ValueFault[] = [];
  if (schema.enum && !schema.enum.some((one) => isSame(one, value))) {
    found.push(...say(`must be one of ${plainLine(JSON.stringify(schema.enum), 160)}`));
  }
  if (schema.const !== undefined && !isSame(schema.const, value)) {
    found.push(...say(`must be ${plainLine(JSON.stringify(schema.const), 80)}`));
  }
  if (typeof value === "number") found.push(...numberFaults(schema, value, say));
  if (typeof value === "string") found.push(...textFaults(schema, value, say));
  if (Array.isArray(value)) found.push(...listFaults(schema, value, walk, say));
  else if (value !== null && typeof value === "object") {
    found.push(...mapFaults(schema, value as Record<string, unknown>, walk, say));
  }
  return [...found, ...combinedFaults(schema, value, walk, say)];
}

type Say = (message: string) => ValueFault[];

function numberFaults({ minimum, maximum }: JsonSchema, value: number, say: Say): ValueFault[] {
  if (minimum !== undefined && value < minimum) return say(`must not be less than ${minimum}`);
  return maximum !== undefined && value > maximum ? say(`must not be more than ${maximum}`) : [];
}

function textFaults({ minLength, maxLength }: JsonSchema, value: string, say: Say): ValueFault[] {
  const length = [...value].length;
  if (minLength !== undefined && length < minLength) return say(`must have at least ${minLength} characters`);
  return maxLength !== undefined && length > maxLength ? say(`must have at most ${maxLength} characters`) : [];
}

function listFaults({ minItems, maxItems, items }: JsonSchema, value: unknown[], walk: Walk, say: Say): ValueFault[] {
  if (minItems !== undefined && value.length < minItems) return say(`must have at least ${minItems} entries`);
  if (maxItems !== undefined && value.length > maxItems) return say(`must have at most ${maxItems} entries`);
  return items ? value.flatMap((one, index) => check(items, one, below(walk, `[${index}]`))) : [];
}

function mapFaults(schema: JsonSchema, value: Record<string, unknown>, walk: Walk, say: Say): ValueFault[] {
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
  const found = missing.flatMap((name) => say(`lacks ${shown(name)}`));
  const properties = schema.properties ?? {};
  for (const [name, one] of Object.entries(value)) {
    const at = below(walk, walk.at === "" ? plainLine(name, 60) : `.${plainLine(name, 60)}`);
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known) found.push(...check(known, one, at));
    else if (schema.additionalProperties === false) found.push(...say(`has the unknown entry ${shown(name)}`));
    else if (typeof schema.additionalProperties === "object")
      found.push(...check(schema.additionalProperties, one, at));
    if (found.length >= MAX_FAULTS) break;
  }
  return found;
}

function combinedFaults({ anyOf, oneOf, allOf }: JsonSchema, value: unknown, walk: Walk, say: Say): ValueFault[] {
  const deeper = below(walk, "");
  const fitting = (list: JsonSchema[]) => list.filter((one) => check(one, value, deeper).length === 0).length;
  const found = (allOf ?? []).flatMap((one) => check(one, value, deeper));
  if (anyOf && fitting(anyOf) === 0) found.push(...say("fits none of the forms that are allowed"));
  if (oneOf && fitting(oneOf) !== 1) found.push(...say("must fit exactly one of the forms that are allowed"));
  return found;
}

function below(walk: Walk, step: string): Walk {
  return { at: walk.at + step, depth: walk.depth + 1, budget: walk.budget };
}

function isOfType(value: unknown, type: JsonType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return value !== null && typeof value === "object" && !Array.isArray(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

/** Equal as JSON: the order of keys does not matter. */
function isSame(a: JsonValue, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a as Record<string, JsonValue>);
  const right = b as Record<string, unknown>;
  return (
    left.length === Object.keys(right).length &&
    left.every(([key, one]) => Object.hasOwn(right, key) && isSame(one, right[key]))
  );
}
