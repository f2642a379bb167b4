/** `intentgate ability show ID`: one ability as its files have it. */
import { problem } from "@intentgate/documents";
import { refuse } from "../command/refuse.ts";
import { exitCodes } from "../command/verb.ts";
import { factLines } from "../terminal/fact-lines.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { workspaceHere } from "../workspace/workspace-here.ts";
import { rowOf } from "./list-abilities.ts";
import type { AbilitySubverb } from "./subverb.ts";

export const showAbility: AbilitySubverb = { words: 1, takes: "an ability's id", options: [], run };

async function run(id: string, _args: unknown, io: Io): Promise<number> {
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
