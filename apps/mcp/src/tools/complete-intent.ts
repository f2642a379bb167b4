import * as v from "valibot";
import { nativeInput } from "./native-input.ts";
import { type McpTool, schemaOf } from "./tool.ts";

export const completeIntent: McpTool = {
  name: "complete_intent",
  title: "Propose completion",
  description: [
    "Propose that the intent this session works under is done. The checks that people declared for it are run now, and a",
    "person confirms the acceptance criteria. Call it only when you have verified them yourself. When a check fails you",
    "get its output: mend it and call again. After success the session has no intent any more.",
  ].join(" "),
  input: nativeInput("complete_intent"),
  output: schemaOf(v.object({ success: v.literal(true), intent_id: v.string(), status: v.literal("COMPLETE") })),
  // The checks are programs: they may write what their intent may.
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  run: (_input, call, gate) => gate.native(call),
};
