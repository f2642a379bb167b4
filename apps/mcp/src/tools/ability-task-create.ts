import * as v from "valibot";
import { done, failed } from "../gate/tool-outcome.ts";
import { adds, type McpTool, schemaOf } from "./tool.ts";

export const abilityTaskCreate: McpTool = {
  name: "ability_task_create",
  title: "Prepare an ability",
  description: [
    "Prepare a run of an ability that find_abilities named. Nothing runs yet: the input is checked against the ability's",
    "schema and its guardrails, and you get a task_key for ability_task_run, valid for an hour. When it is unavailable,",
    "the message says what is wrong and what to do.",
  ].join(" "),
  input: schemaOf(
    v.strictObject({
      ability: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200), v.description("The id of the ability.")),
      input: v.pipe(v.record(v.string(), v.unknown()), v.description("As the ability's input_schema says.")),
      reason: v.pipe(v.string(), v.nonEmpty(), v.maxLength(500), v.description("Why it is to be run.")),
    }),
  ),
  output: schemaOf(v.object({ status: v.literal("available"), task_key: v.string(), warnings: v.array(v.string()) })),
  annotations: adds,
  run: (input, call, gate) =>
    gate.act(call, async (workspace) => {
      const { ability, input: given, reason } = input as { ability: string; input: unknown; reason: string };
      const answer = workspace.routing().tasks.create({ ability, input: given, reason });
      return answer.status === "available" ? done({ ...answer }) : failed(answer.reason, answer.suggestion);
    }),
};
