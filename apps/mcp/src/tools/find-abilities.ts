import * as v from "valibot";
import { done } from "../gate/tool-outcome.ts";
import { question } from "./shapes.ts";
import { looks, type McpTool, schemaOf } from "./tool.ts";

export const findAbilities: McpTool = {
  name: "find_abilities",
  title: "Find abilities",
  description: [
    "Find the abilities of this repository (scripts, workflows, tools that people registered) that fit what is to be done.",
    "Describe the work in a sentence. Prefer an ability over a shell command of your own: prepare it with",
    "ability_task_create and an input that fits its input_schema, run it with ability_task_run.",
    "An empty list means that none fits. These are hints, not orders.",
  ].join(" "),
  input: schemaOf(v.strictObject({ prompt: v.pipe(question, v.description("What is to be done, in a sentence.")) })),
  output: schemaOf(
    v.object({
      abilities: v.array(
        v.object({
          id: v.string(),
          level: v.string(),
          summary: v.string(),
          reason: v.string(),
          confidence: v.number(),
          input_schema: v.record(v.string(), v.unknown()),
        }),
      ),
    }),
  ),
  annotations: looks,
  run: (input, call, gate) =>
    gate.read(call, async (workspace) => {
      const routing = workspace.routing();
      const request = { prompt: String(input.prompt), stage: null, hints: [], intent: null };
      const { abilities } = await routing.suggest(request);
      const known = routing.registry().registry.abilities;
      const found = abilities.flatMap(({ id, level, reason, confidence }) => {
        const ability = known.find((one) => one.id === id);
        return ability
          ? [{ id, level, summary: ability.summary, reason, confidence, input_schema: ability.inputSchema }]
          : [];
      });
      return done({ abilities: found });
    }),
};
