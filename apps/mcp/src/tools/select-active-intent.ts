import * as v from "valibot";
import { nativeInput } from "./native-input.ts";
import { shownIntent } from "./shapes.ts";
import { adds, type McpTool, schemaOf } from "./tool.ts";

export const selectActiveIntent: McpTool = {
  name: "select_active_intent",
  title: "Take an intent",
  description: [
    "Take an intent for this session. Call it before the first change of any file: without an intent every write, edit,",
    "delete and changing shell command is refused with INTENT_REQUIRED. Call list_intents first if you do not know the id.",
    "You get the intent's scope, constraints and acceptance criteria: keep to them, they are enforced.",
    "Call it again when a refusal says that the intent changed. Taking a second intent while the first is open needs a",
    "person's yes. INTENT_NOT_FOUND names the ids that can be taken.",
  ].join(" "),
  input: nativeInput("select_active_intent"),
  output: schemaOf(v.object({ success: v.literal(true), intent: shownIntent, context: v.string() })),
  annotations: { ...adds, idempotentHint: true },
  run: (input, call, gate) => gate.select(call, String(input.intent_id)),
};
