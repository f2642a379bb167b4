import * as v from "valibot";
import { done } from "../gate/tool-outcome.ts";
import { question } from "./shapes.ts";
import { looks, type McpTool, schemaOf } from "./tool.ts";

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
