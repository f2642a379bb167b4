/** `intentgate ability list | show | sync`: what the registries of this repository offer. */
import { formatProblem, problem } from "@intentgate/documents";
import type { Ability, AbilityConfig } from "@intentgate/routing";
import { refuse } from "../command/refuse.ts";
import { noWords, oneWord, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { columns, factLines } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { refuseAgents, workspaceHere } from "../workspace/workspace-here.ts";

export const listAbilities: Subverb = { words: noWords, options: [], run: printAbilities };

async function printAbilities(_args: Args, io: Io): Promise<number> {
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
function rowOf(ability: Ability, configs: readonly AbilityConfig[]) {
  const { id, level, operationKey, summary, scope, path } = ability;
  const kind = configs.find((config) => config.id === id)?.implementation.kind ?? "no config";
  const inside = scope.modules.length > 0 ? scope.modules.join(", ") : "any module";
  const where = scope.environments.length > 0 ? `${inside}; ${scope.environments.join(", ")}` : inside;
  const sort = ability.level === "high" ? `${ability.type}, ${kind}` : kind;
  return { id, level, sort, operation_key: operationKey, scope: where, summary, path };
}

/** `intentgate ability show ID`: one ability as its files have it. */
export const showAbility: Subverb = { words: oneWord("an ability's id"), options: [], run: printAbility };

async function printAbility(_args: Args, io: Io, [id = ""]: readonly string[]): Promise<number> {
  const { registry } = workspaceHere(io).routing().registry();
  const ability = registry.abilities.find((one) => one.id === id || one.operationKey === id);
  if (!ability) {
    const message = `no registry knows the ability ${JSON.stringify(oneLine(id, 80))}`;
    return refuse(io, [problem("NOT_FOUND", message, "`intentgate ability list` shows what there is.")]);
  }
  const config = registry.configs.find((one) => one.id === ability.id) ?? null;
  if (io.json) {
    io.printJson({ ability, config });
    return exitCodes.done;
  }
  const { sort, scope } = rowOf(ability, registry.configs);
  const { color } = io;
  const facts = (name: string, values: readonly string[]) => {
    for (const line of factLines(
      name,
      values.map((value) => oneLine(value, 300)),
      color,
    ))
      io.print(line);
  };
  io.print(color.bold(ability.id));
  facts("does", [ability.summary]);
  if (ability.level === "high" && ability.whenToUse !== ability.summary) facts("when", [ability.whenToUse]);
  facts("operation", [ability.operationKey]);
  facts("runs as", [sort]);
  facts("scope", [scope]);
  facts("keywords", [ability.keywords.join(", ")].filter(Boolean));
  facts("not for", [ability.negativeKeywords.join(", ")].filter(Boolean));
  facts("notes", [ability.notes].filter(Boolean));
  facts("input", [JSON.stringify(ability.inputSchema)]);
  facts("output", [JSON.stringify(ability.outputSchema)]);
  facts("files", [ability.path, config?.path ?? "no config says how it is run"]);
  return exitCodes.done;
}

/** `intentgate ability sync`: writes the tables of every ABILITY.md anew. */
export const syncTables: Subverb = { words: noWords, options: [], run: writeTables };

async function writeTables(_args: Args, io: Io): Promise<number> {
  const workspace = workspaceHere(io);
  const no = refuseAgents(workspace, io, "ability sync");
  if (no !== null) return no;
  const synced = workspace.routing().sync();
  if (!synced.ok) return refuse(io, synced.problems);
  if (io.json) io.printJson({ files: synced.value });
  else if (synced.value.length === 0) io.print("There is no ability to list.");
  else {
    const { green, dim } = io.color;
    for (const { path, action } of synced.value) {
      io.print(action === "wrote" ? `${green("✔")} wrote ${path}` : dim(`  ${path} is up to date`));
    }
  }
  return exitCodes.done;
}
