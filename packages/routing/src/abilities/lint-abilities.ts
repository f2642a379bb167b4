/** Everything that is wrong between registries, configs, implementations and `ABILITY.md`. */
import { type Problem, problem, shown } from "@intentgate/documents";
import { hasPattern } from "../json-schema/json-schema.ts";
import { inOrder, type SourceFile } from "../reading/source-file.ts";
import type { Ability, AbilityConfig, Registry } from "./ability.ts";
import { abilityIndexProblems } from "./ability-index.ts";
import { placeholdersIn } from "./args-template.ts";
import { readRegistry } from "./read-registry.ts";

export interface AbilitySources {
  /** Every file below `.system/registry/`. */
  registry: readonly SourceFile[];
  /** Every `ABILITY.md` of the root and its modules. */
  indexes: readonly SourceFile[];
  /** Answers for paths from the root. */
  exists(path: string): boolean;
}

export function lintAbilities({ registry: files, indexes, exists }: AbilitySources): Problem[] {
  const { registry, problems } = readRegistry(files);
  const { abilities, configs } = registry;
  // Names of broken files are not known, so only a clean reading can tell what is missing or left over.
  const isComplete = problems.length === 0;
  const lacking = abilities.filter(({ id }) => !configs.some((config) => config.id === id));
  const leftOver = configs.filter(({ id }) => !abilities.some((ability) => ability.id === id));
  return inOrder([
    ...problems,
    ...(isComplete ? [...lacking.map(missingConfig), ...leftOver.map(orphanConfig)] : []),
    ...configs.flatMap((config) => missingScript(config, exists)),
    ...abilities.flatMap((ability) => templateProblems(ability, configs)),
    ...abilities.flatMap(uncheckedPattern),
    ...(isComplete ? indexProblems(registry, indexes, exists) : []),
  ]);
}

function missingConfig({ id, path }: Ability): Problem {
  const message = `nothing says how ${shown(id)} is run`;
  const remedy = `Write .system/registry/config/${id}.yaml with \`id\` and \`impl\`.`;
  return problem("MISSING_CONFIG", message, remedy, { file: path, line: 1 });
}

function orphanConfig({ id, path }: AbilityConfig): Problem {
  const message = `no ability is called ${shown(id)}`;
  return problem("ORPHAN", message, "Correct the id, or remove the config.", { file: path, line: 1 });
}

function missingScript({ implementation, path }: AbilityConfig, exists: (path: string) => boolean): Problem[] {
  if (implementation.kind !== "script" || exists(implementation.path)) return [];
  const message = `the script ${shown(implementation.path)} does not exist`;
  return [problem("MISSING_FILE", message, "Write the script, or correct the path.", { file: path, line: 1 })];
}

function uncheckedPattern({ inputSchema, outputSchema, path }: Ability): Problem[] {
  if (!hasPattern(inputSchema) && !hasPattern(outputSchema)) return [];
  const remedy = "Let the program check the value, or list what it may be with `enum`; then remove `pattern`.";
  return [problem("BAD_SCHEMA", "`pattern` in a schema is not checked", remedy, { file: path, line: 1 })];
}

/** A placeholder must have a value in every input that the schema accepts. */
function templateProblems(ability: Ability, configs: readonly AbilityConfig[]): Problem[] {
  const config = configs.find(({ id }) => id === ability.id);
  if (config?.implementation.kind !== "script") return [];
  const { properties = {}, required = [] } = ability.inputSchema;
  const say = (message: string, remedy: string) =>
    problem("BAD_TEMPLATE", message, remedy, { file: config.path, line: 1 });
  return config.implementation.argsTemplate.flatMap((template) => {
    const names = placeholdersIn(template);
    if (names === null) return [say(`${shown(template)} has a brace that is no {{name}}`, "Write `{{name}}`.")];
    return names.flatMap((name) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!property) return [say(`{{${name}}} is no property of the input`, "Declare it in `input_schema`.")];
      const isSure = required.includes(name) || property.default !== undefined;
      return isSure ? [] : [say(`{{${name}}} may be left out of the input`, "Make it required, or give a default.")];
    });
  });
}

function indexProblems(
  registry: Registry,
  indexes: readonly SourceFile[],
  exists: (path: string) => boolean,
): Problem[] {
  const rootOf = ({ path }: SourceFile) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const roots = new Set([...registry.abilities.map(({ moduleRoot }) => moduleRoot), ...indexes.map(rootOf)]);
  return [...roots].flatMap((moduleRoot) => {
    const file = indexes.find((index) => rootOf(index) === moduleRoot) ?? null;
    return abilityIndexProblems(file, registry, { moduleRoot, exists });
  });
}
