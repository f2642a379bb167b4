/** The keys of `active_intents.yaml` for completion; the loader in policy/intents says what is right. */
import type { Schema } from "./suggestions.ts";

const texts = (description: string): Schema => ({ type: "array", items: { type: "string" }, description });

export const intentSchema: Schema = {
  type: "object",
  properties: {
    version: { const: 1, description: "The version of this file's form." },
    active_intents: {
      type: "array",
      description: "What may be worked on.",
      items: {
        type: "object",
        properties: {
          id: { type: "string", description: "INT-001, or any word of letters, digits, `.`, `_` and `-`." },
          name: { type: "string", description: "What shall be done, in a few words." },
          status: { enum: ["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE"], description: "Where it stands." },
          owned_scope: texts("Globs of the files that may be changed for it."),
          constraints: texts("What must be kept to."),
          acceptance_criteria: texts("When it is done."),
          related_files: texts("Files worth reading first."),
          related_specs: texts("Where it was asked for."),
          description: { type: "string", description: "More words about it." },
          checks: {
            type: "array",
            description: "Commands whose success shows that it is done.",
            items: { type: "object", properties: { run: texts("The program and its words.") } },
          },
        },
      },
    },
  },
};
