/** Every prompt of this server. A new one is one file and one line here. */
import { ProblemError, problem } from "@intentgate/documents";
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as v from "valibot";
import type { Gate } from "../gate/gate.ts";
import { schemaOf } from "../tools/tool.ts";

const startWork: McpPrompt = {
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

const explainLine: McpPrompt = {
  name: "explain_line",
  title: "Explain this line",
  description: "Asks the agent why a line is there, by the ledger and not by guessing.",
  args: schemaOf(
    v.strictObject({
      file: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4_096), v.description("Relative to the repository's root.")),
      line: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,8}$/, "must be a line's number"), v.description("From 1.")),
    }),
  ),
  async write({ file = "", line = "" }) {
    const { plainText } = await import("../gate/result.ts");
    return [
      `Explain why line ${line} of this file is there: ${JSON.stringify(plainText(file))}`,
      `Call why with this file and line ${line}. Then say in a few sentences: under which intent it was written and what`,
      "that intent is for, who or what wrote it and when, whether a person approved it, and which constraints and",
      "acceptance criteria it has to meet. If the ledger does not know, say so; do not guess.",
    ].join("\n");
  },
};

export const promptList: readonly McpPrompt[] = [startWork, explainLine];

/** What a prompt of this server is: a text that a person puts into the conversation. */
export interface McpPrompt {
  name: string;
  title: string;
  description: string;
  args: StandardSchemaWithJSON;
  write(args: Record<string, string | undefined>, gate: Gate): Promise<string>;
}
