/** Reads a YAML text as what a schema says; every key it does not know and every value that does not fit has its place. */
import * as v from "valibot";
import { nearMiss } from "../edit-distance.ts";
import { shown } from "../plain-line.ts";
import type { Checked, RoutingProblem } from "../problem.ts";
import type { PlainValue, ReadYaml, YamlPath } from "./read-yaml.ts";

type Issue = v.BaseIssue<unknown>;

/** The parts of the schemas we use that lead further down. */
interface SchemaNode {
  entries?: Record<string, SchemaNode>;
  item?: SchemaNode;
  value?: SchemaNode;
  wrapped?: SchemaNode;
  pipe?: SchemaNode[];
}

export function readShape<T extends v.GenericSchema>(doc: ReadYaml, schema: T): Checked<v.InferOutput<T>> {
  const version = versionProblem(doc);
  // Nothing else can be judged in a version that is not ours.
  if (version) return { ok: false, problems: [version] };
  const problems = unknownKeys(doc, schema as unknown as SchemaNode, doc.value, []);
  const result = v.safeParse(schema, structuredClone(doc.value));
  for (const issue of result.issues ?? []) {
    const isUnknownKey = issue.type === "strict_object" && issue.expected === "never";
    if (!isUnknownKey) problems.push(issueProblem(doc, issue));
  }
  if (problems.length > 0 || !result.success) return { ok: false, problems };
  return { ok: true, value: result.output };
}

function versionProblem(doc: ReadYaml): RoutingProblem | null {
  const { version } = doc.value;
  if (typeof version !== "number" || !Number.isInteger(version) || version <= 1) return null;
  const message = `the file has version ${version}; this Intentgate reads version 1`;
  return doc.problemAt(["version"], message, "Update Intentgate, or restore the older file.", {
    code: "NEWER_VERSION",
  });
}

function unknownKeys(doc: ReadYaml, schema: SchemaNode, value: PlainValue, path: YamlPath): RoutingProblem[] {
  if (value === null || typeof value !== "object") return [];
  const { entries, item } = schema;
  if (!entries && !item) {
    const inner = schema.wrapped ?? schema.pipe?.find((part) => part !== schema && (part.entries || part.item));
    if (inner) return unknownKeys(doc, inner, value, path);
  }
  if (Array.isArray(value)) {
    if (item) return value.flatMap((one, index) => unknownKeys(doc, item, one, [...path, index]));
    // The validator takes a list for a map.
    const isMap = entries !== undefined || schema.value !== undefined;
    return isMap ? [doc.problemAt(path, `${written(path)} must be a map of keys`, "Write `key: value`.")] : [];
  }
  return Object.entries(value).flatMap(([key, below]) => {
    if (!entries) return [];
    const next = Object.hasOwn(entries, key) ? entries[key] : undefined;
    return next
      ? unknownKeys(doc, next, below, [...path, key])
      : [unknownKey(doc, [...path, key], key, Object.keys(entries))];
  });
}

function unknownKey(doc: ReadYaml, path: YamlPath, key: string, known: string[]): RoutingProblem {
  const meant = nearMiss(key, known);
  const message = `unknown key ${shown(key)}${meant ? `: did you mean "${meant}"?` : ""}`;
  return doc.problemAt(path, message, `Known keys here: ${known.join(", ")}.`, { on: "key" });
}

function issueProblem(doc: ReadYaml, issue: Issue): RoutingProblem {
  const isMissingKey = issue.type === "strict_object" && issue.expected?.startsWith('"');
  const steps = (issue.path ?? []).flatMap(({ key }) =>
    typeof key === "string" || typeof key === "number" ? [key] : [],
  );
  const path = isMissingKey ? steps.slice(0, -1) : steps;
  const words = issue.type === "picklist" ? issue.message.replace("must be one of ", "").split(", ") : [];
  const meant = typeof issue.input === "string" ? nearMiss(issue.input, words) : null;
  const message = `${written(path)} ${issue.message}${meant ? `: did you mean ${meant}?` : ""}`;
  const isStage = steps.some((step) => step === "stage" || step === "stages") && words.length > 0;
  return doc.problemAt(path, message, remedyFor(issue), isStage ? { code: "UNKNOWN_STAGE" } : {});
}

function remedyFor(issue: Issue): string {
  if (issue.type === "picklist") return "Write one of these words.";
  if (issue.type === "array") return "Write `[…]`, or one `- …` a line.";
  return "Correct it at this place.";
}

/** As in `routes[0].when_to_use`. */
function written(path: YamlPath): string {
  if (path.length === 0) return "the file";
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : index > 0 ? `.${step}` : step)).join("");
}
