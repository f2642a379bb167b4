/** Reads `.system/registry/{low-level,high-level,config}/*.yaml`. A file that does not fit is a problem and not an ability. */
import { type Checked, type Problem, problem, type ReadYaml, shown } from "@intentgate/documents";
import type * as v from "valibot";
import { type JsonSchema, readJsonSchema } from "../json-schema/json-schema.ts";
import { plainPath } from "../reading/field-shapes.ts";
import { inOrder, readAs, type SourceFile } from "../reading/source-file.ts";
import type { Ability, AbilityConfig, Implementation, Registry } from "./ability.ts";
import { configSchema, highLevelSchema, lowLevelSchema } from "./registry-schema.ts";

const MAX_FILES = 5_000;
const registryPath = /^(?:(.*)\/)?\.system\/registry\/(low-level|high-level|config)\/[^/]+\.ya?ml$/;

type Described = v.InferOutput<typeof lowLevelSchema> | v.InferOutput<typeof highLevelSchema>;

export interface RegistryReading {
  registry: Registry;
  problems: Problem[];
}

export function readRegistry(files: readonly SourceFile[]): RegistryReading {
  const abilities: Ability[] = [];
  const configs: AbilityConfig[] = [];
  const problems: Problem[] = [];
  const take = <T>(list: T[], read: Checked<T>): void => {
    if (read.ok) list.push(read.value);
    else problems.push(...read.problems);
  };
  if (files.length > MAX_FILES) {
    const message = `${files.length} registry files; at most ${MAX_FILES} are read`;
    return { registry: { abilities, configs }, problems: [problem("BAD_REGISTRY", message, "Remove some.")] };
  }
  for (const file of files) {
    const [, moduleRoot = "", folder] = registryPath.exec(file.path) ?? [];
    if (folder === "config") take(configs, readConfig(file, moduleRoot));
    else if (folder) take(abilities, readAbility(file, moduleRoot, folder === "high-level" ? "high" : "low"));
    else problems.push(misplaced(file));
  }
  const kept = withoutDuplicates(abilities, "ability");
  const keptConfigs = withoutDuplicates(configs, "config of");
  return {
    registry: { abilities: kept.list, configs: keptConfigs.list },
    problems: inOrder([...problems, ...kept.problems, ...keptConfigs.problems]),
  };
}

function readAbility(file: SourceFile, moduleRoot: string, level: "high" | "low"): Checked<Ability> {
  const place = { path: file.path, moduleRoot };
  if (level === "low") {
    const read = readAs(file, "BAD_REGISTRY", lowLevelSchema);
    if (!read.ok) return read;
    const { doc, value } = read.value;
    const key = value.operation_key;
    return withSchemas(doc, value, (fields) => ({
      level,
      id: key,
      operationKey: key,
      ...fields,
      ...place,
    }));
  }
  const read = readAs(file, "BAD_REGISTRY", highLevelSchema);
  if (!read.ok) return read;
  const { doc, value } = read.value;
  const { id, type, operation_key, when_to_use, summary } = value;
  return withSchemas(doc, value, (fields) => ({
    level,
    id,
    type,
    operationKey: operation_key ?? `${type}.${id}`,
    whenToUse: when_to_use ?? summary,
    ...fields,
    ...place,
  }));
}

type SharedFields = Pick<
  Ability,
  "version" | "summary" | "scope" | "inputSchema" | "outputSchema" | "keywords" | "negativeKeywords" | "notes"
>;

function withSchemas(doc: ReadYaml, read: Described, finish: (fields: SharedFields) => Ability): Checked<Ability> {
  const problems: Problem[] = [];
  const schemaOf = (key: "input_schema" | "output_schema"): JsonSchema => {
    const schema = readJsonSchema(read[key]);
    if (schema.ok) return schema.value;
    for (const { path, message, remedy } of schema.faults) {
      problems.push(doc.problemAt([key, ...path], `${key}: ${message}`, remedy, { on: "key", code: "BAD_SCHEMA" }));
    }
    return {};
  };
  const fields: SharedFields = {
    version: read.version,
    summary: read.summary.trim(),
    scope: read.scope,
    inputSchema: schemaOf("input_schema"),
    outputSchema: schemaOf("output_schema"),
    keywords: read.routing_hints.keywords,
    negativeKeywords: read.routing_hints.negative_keywords,
    notes: read.routing_hints.notes.trim(),
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: finish(fields) };
}

function readConfig(file: SourceFile, moduleRoot: string): Checked<AbilityConfig> {
  const read = readAs(file, "BAD_REGISTRY", configSchema);
  if (!read.ok) return read;
  const { id, impl } = read.value.value;
  return { ok: true, value: { id, implementation: implementationOf(impl, moduleRoot), path: file.path, moduleRoot } };
}

function implementationOf(impl: v.InferOutput<typeof configSchema>["impl"], moduleRoot: string): Implementation {
  if (impl.script) {
    const { path, args_template, timeout_sec, credentials } = impl.script;
    const fromRoot = moduleRoot === "" ? plainPath(path) : `${moduleRoot}/${plainPath(path)}`;
    return { kind: "script", path: fromRoot, argsTemplate: args_template, timeoutSec: timeout_sec, credentials };
  }
  if (impl.mcp) {
    const { server, tool, command, timeout_sec, credentials } = impl.mcp;
    return { kind: "mcp", server, tool, command, timeoutSec: timeout_sec, credentials };
  }
  const { method, url, timeout_sec, credentials } = impl.api!;
  return { kind: "api", method, url, timeoutSec: timeout_sec, credentials };
}

function misplaced(file: SourceFile): Problem {
  const remedy = "Put it into .system/registry/low-level, high-level or config, with the ending .yaml.";
  return problem("BAD_REGISTRY", "this is no place for a registry file", remedy, { file: file.path });
}

/** Which of two was meant nobody knows, so neither counts: the reading must not depend on the order of files. */
function withoutDuplicates<T extends { id: string; path: string }>(
  list: readonly T[],
  what: string,
): { list: T[]; problems: Problem[] } {
  const byId = new Map<string, T[]>();
  for (const one of list) byId.set(one.id, [...(byId.get(one.id) ?? []), one]);
  const problems = [...byId].flatMap(([id, same]) => {
    const paths = same.map(({ path }) => path).sort();
    if (paths.length < 2) return [];
    return paths.map((file) => {
      const others = paths.filter((path) => path !== file).map(shown);
      const message = `the ${what} ${shown(id)} is also declared in ${others.join(", ") || "another place"}`;
      return problem("DUPLICATE_ID", message, "Keep one; until then none of them counts.", { file, line: 1 });
    });
  });
  const kept = [...byId.values()].flatMap((same) => (same.length === 1 ? same : []));
  return { list: kept.sort((a, b) => (a.id < b.id ? -1 : 1)), problems };
}
