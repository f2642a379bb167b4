import * as v from "valibot";
import { nativeInput } from "./native-input.ts";
import { adds, type McpTool, schemaOf } from "./tool.ts";

export const proposeIntent: McpTool = {
  name: "propose_intent",
  title: "Propose an intent",
  description: [
    "Ask a person for a new intent, when none of the declared ones covers the work. Name the narrowest owned_scope that",
    "is enough: globs relative to the repository's root, such as src/auth/**. Only a person's yes creates it; then take it",
    "with select_active_intent. HITL_REJECT means that the person said no or did not answer: do not ask again for the",
    "same thing; when it carries a request_id, the same call passes once after the person approved it later.",
  ].join(" "),
  input: nativeInput("propose_intent"),
  output: schemaOf(v.object({ success: v.literal(true), intent_id: v.string() })),
  annotations: adds,
  run: (_input, call, gate) => gate.native(call),
};
