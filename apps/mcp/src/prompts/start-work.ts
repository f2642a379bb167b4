import { ProblemError, problem } from "@intentgate/documents";
import * as v from "valibot";
import { schemaOf } from "../tools/tool.ts";
import type { McpPrompt } from "./prompt.ts";

export const startWork: McpPrompt = {
  name: "start_work",
  title: "Start work under an intent",
  description: "Tells the agent which intent to take and how to work under it.",
  args: schemaOf(
    v.strictObject({
      intent_id: v.optional(
        v.pipe(v.string(), v.maxLength(128), v.description("Such as INT-001; left out: the agent proposes one.")),
      ),
    }),
  ),
  async write({ intent_id: id }, gate) {
    const rules = [
      "Work under an intent of this repository, and change nothing outside it:",
      id
        ? `1. Call select_active_intent with "${id.replace(/[^A-Za-z0-9._-]/g, "")}".`
        : "1. Call list_intents, tell me which open intent fits what I asked for, and take it with select_active_intent. If none fits, call propose_intent with the narrowest scope.",
      "2. Read its constraints and acceptance criteria before you plan.",
      "3. Keep to its scope. If a call is refused, follow meta.remedy; never look for a way around.",
      "4. When every acceptance criterion is met and you have verified it, call complete_intent.",
    ].join("\n");
    if (!id) return rules;
    const context = await gate.look(async ({ home, lessons }) => {
      const { contextOf } = await import("@intentgate/gate");
      const { isOpen } = await import("@intentgate/policy");
      const read = home.rules();
      if (!read.ok) throw new ProblemError(read.problems);
      const intent = read.value.intents.get(id);
      const unknown = problem(
        "NOT_FOUND",
        "there is no such open intent",
        "The resource intentgate://intents lists them.",
      );
      if (!intent || !isOpen(intent)) throw new ProblemError([unknown]);
      return contextOf(home, intent, lessons);
    });
    return `${rules}\n\n${context}`;
  },
};
