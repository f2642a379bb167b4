/** `intentgate ability list`: what the registries of this repository offer. */
import { formatProblem } from "@intentgate/documents";
import type { Ability, AbilityConfig } from "@intentgate/routing";
import { exitCodes } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { workspaceHere } from "../workspace/workspace-here.ts";
import type { AbilitySubverb } from "./subverb.ts";

export const listAbilities: AbilitySubverb = { words: 0, takes: "", options: [], run };

async function run(_word: string, _args: unknown, io: Io): Promise<number> {
  const { registry, problems } = workspaceHere(io).routing().registry();
  if (io.json) {
    const abilities = registry.abilities.map((ability) => rowOf(ability, registry.configs));
    io.printJson({ abilities, problems });
    return exitCodes.done;
  }
  const { bold, dim } = io.color;
  const rows = registry.abilities
    .map((ability) => rowOf(ability, registry.configs))
    .sort((a, b) => (a.level < b.level ? -1 : a.level > b.level ? 1 : 0))
    .map(({ id, sort, scope, summary }) => [id, sort, oneLine(scope, 40), oneLine(summary, 80)]);
  const layout = [{ paint: bold }, {}, { paint: dim }];
  const head = { cells: ["ability", "runs as", "scope", "what it does"], paint: dim };
  if (rows.length === 0) io.print("No registry names an ability: see .system/registry in the guide to routing.");
  else for (const line of columns(rows, layout, head)) io.print(line);
  for (const one of problems.slice(0, 5)) io.complain(formatProblem(one));
  if (problems.length > 5) io.complain(`${count(problems.length - 5, "further problem")}: intentgate routing lint`);
  return exitCodes.done;
}

/** One ability in the words of its files. */
export function rowOf(ability: Ability, configs: readonly AbilityConfig[]) {
  const { id, level, operationKey, summary, scope, path } = ability;
  const kind = configs.find((config) => config.id === id)?.implementation.kind ?? "no config";
  const inside = scope.modules.length > 0 ? scope.modules.join(", ") : "any module";
  const where = scope.environments.length > 0 ? `${inside}; ${scope.environments.join(", ")}` : inside;
  const sort = ability.level === "high" ? `${ability.type}, ${kind}` : kind;
  return { id, level, sort, operation_key: operationKey, scope: where, summary, path };
}
