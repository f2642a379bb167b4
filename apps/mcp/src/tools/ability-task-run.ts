import * as v from "valibot";
import { done, failed, failedBy } from "../gate/tool-outcome.ts";
import { type McpTool, schemaOf } from "./tool.ts";

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
      const run = await workspace.routing().tasks.run(String(input.task_key), session, { signal: call.signal });
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
