/** Finds every key that a schema does not know; the validator itself stops at the first of a map. */
import type * as v from "valibot";
import type { Problem } from "../problems/problem.ts";
import { shown } from "../text/plain-line.ts";
import { nearMiss } from "../yaml/near-miss.ts";
import type { PlainValue, ReadYaml, YamlPath } from "../yaml/read-yaml.ts";

/** The parts of the schemas we use that lead further down. */
interface SchemaNode {
  type: string;
  entries?: Record<string, SchemaNode>;
  item?: SchemaNode;
  value?: SchemaNode;
  wrapped?: SchemaNode;
}

export function unknownKeys(doc: ReadYaml, schema: v.GenericSchema): Problem[] {
  return doc.value ? walk(doc, schema as unknown as SchemaNode, doc.value, []) : [];
}

function walk(doc: ReadYaml, schema: SchemaNode, value: PlainValue, path: YamlPath): Problem[] {
  if (value === null || typeof value !== "object") return [];
  if (schema.wrapped) return walk(doc, schema.wrapped, value, path);
  if (Array.isArray(value)) {
    const { item } = schema;
    if (item) return value.flatMap((one, index) => walk(doc, item, one, [...path, index]));
    // The validator takes a list for a map.
    return schema.entries || schema.value
      ? [doc.problemAt(path, `${path.join(".")} must be a map of keys`, "Write `key: value`.")]
      : [];
  }
  const { entries } = schema;
  return Object.entries(value).flatMap(([key, below]) => {
    const next = entries ? (Object.hasOwn(entries, key) ? entries[key] : undefined) : schema.value;
    if (next) return walk(doc, next, below, [...path, key]);
    return entries ? [unknownKey(doc, [...path, key], key, Object.keys(entries))] : [];
  });
}

function unknownKey(doc: ReadYaml, path: YamlPath, key: string, known: string[]): Problem {
  const meant = nearMiss(key, known);
  const message = `unknown key ${shown(key)}${meant ? `: did you mean "${meant}"?` : ""}`;
  return doc.problemAt(path, message, meant ? "" : `Known keys here: ${known.join(", ")}.`, { on: "key" });
}
