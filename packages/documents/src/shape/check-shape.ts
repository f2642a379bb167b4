/** A YAML text against the one description of its form: every key that is unknown or wrong is a problem with its place. */

import * as v from "valibot";
import type { Checked, Problem } from "../problems/problem.ts";
import { shown } from "../text/plain-line.ts";
import { nearMiss } from "../yaml/near-miss.ts";
import type { PlainValue, ReadYaml, YamlPath } from "../yaml/read-yaml.ts";

type Issue = v.BaseIssue<unknown>;

export function checkShape<T extends v.GenericSchema>(doc: ReadYaml, schema: T): Checked<v.InferOutput<T>> {
  const problems = unknownKeys(doc, schema);
  const result = v.safeParse(schema, structuredClone(doc.value ?? {}));
  for (const issue of result.issues ?? []) {
    const isUnknownKey = issue.type === "strict_object" && issue.expected === "never";
    if (!isUnknownKey) problems.push(issueProblem(doc, issue));
  }
  return problems.length > 0 || !result.success ? { ok: false, problems } : { ok: true, value: result.output };
}

function issueProblem(doc: ReadYaml, issue: Issue): Problem {
  const isMissingKey = issue.type === "strict_object" && issue.expected?.startsWith('"');
  const steps = pathOf(issue);
  const path = isMissingKey ? steps.slice(0, -1) : steps;
  const words = issue.type === "picklist" ? issue.message.replace("must be one of ", "").split(", ") : [];
  const meant = typeof issue.input === "string" ? nearMiss(issue.input, words) : null;
  const message = `${written(path)} ${issue.message}${meant ? `: did you mean ${meant}?` : ""}`;
  return doc.problemAt(path, message, remedyFor(issue));
}

function remedyFor(issue: Issue): string {
  if (issue.type === "picklist") return "Write one of these words.";
  if (issue.type === "array") return "Write `[…]`, or one `- …` a line.";
  return "Correct it, or leave the key out for the default.";
}

function pathOf(issue: Issue): (string | number)[] {
  return (issue.path ?? []).flatMap(({ key }) => (typeof key === "string" || typeof key === "number" ? [key] : []));
}

/** As in `commands[0].run`. */
function written(path: YamlPath): string {
  if (path.length === 0) return "the file";
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : index > 0 ? `.${step}` : step)).join("");
}

/** The parts of the schemas we use that lead further down. */
interface SchemaNode {
  type: string;
  entries?: Record<string, SchemaNode>;
  item?: SchemaNode;
  value?: SchemaNode;
  wrapped?: SchemaNode;
}

/** Every key that a schema does not know; the validator itself stops at the first of a map. */
function unknownKeys(doc: ReadYaml, schema: v.GenericSchema): Problem[] {
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
