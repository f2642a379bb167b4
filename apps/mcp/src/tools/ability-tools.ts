import * as v from "valibot";
import { done, failed, failedBy } from "../gate/tool-outcome.ts";
import { adds, looks, type McpTool, question, schemaOf } from "./tool.ts";

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

export const abilityTaskRun: McpTool = {
  name: "ability_task_run",
  title: "Run an ability",
  description: [
    "Run what ability_task_create prepared. It passes the gate like any other call: it needs the session's intent, stays in",
    "its scope, may need a person's yes, and what it changes is recorded. You get what the ability returned.",
  ].join(" "),
  input: schemaOf(
    v.strictObject({
      task_key: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200), v.description("From ability_task_create.")),
    }),
  ),
  output: schemaOf(v.object({ task_key: v.string(), state: v.string(), result: v.unknown() })),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  run: (input, call, gate) =>
    gate.act(call, async (workspace, session) => {
      const run = await workspace.routing().tasks.run(String(input.task_key), session, call.signal);
      if (!run.ok) return failedBy(run.problems);
      const { answer, task } = run.value;
      if (answer.refusal) return { kind: "refused", refusal: { ...answer.refusal } };
      const { outcome } = task;
      if (answer.failed || outcome.kind !== "result") {
        const message = outcome.kind === "error" ? outcome.error : (answer.error?.message ?? "the ability did not run");
        return failed(message, "Mend what it says and create a new task.");
      }
      return done({ task_key: task.key, state: task.state, result: outcome.result });
    }),
};

const stage = v.picklist(["understand", "plan", "act", "review"]);

export const findDocuments: McpTool = {
  name: "find_documents",
  title: "Find documents",
  description: [
    "Find the documents of this repository that answer a question: how things are done here, workflows, examples, rules.",
    "Read what it names before you plan. An empty list means that nothing fits.",
  ].join(" "),
  input: schemaOf(
    v.strictObject({
      question: v.pipe(question, v.description("What you want to know, in a sentence.")),
      stage: v.optional(v.pipe(stage, v.description("Where in the work you are."))),
    }),
  ),
  output: schemaOf(
    v.object({
      documents: v.array(
        v.object({ path: v.string(), reason: v.string(), stage: v.nullable(v.string()), confidence: v.number() }),
      ),
    }),
  ),
  annotations: looks,
  run: (input, call, gate) =>
    gate.read(call, async (workspace) => {
      const { question: asked, stage: at } = input as { question: string; stage?: v.InferOutput<typeof stage> };
      const request = { prompt: asked, stage: at ?? null, hints: [], intent: null };
      const { documents } = await workspace.routing().suggest(request);
      return done({ documents });
    }),
};
