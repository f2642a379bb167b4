import * as v from "valibot";
import { nativeInput } from "./native-input.ts";
import { adds, type McpTool, schemaOf } from "./tool.ts";

export const recordLesson: McpTool = {
  name: "record_lesson",
  title: "Keep a lesson",
  description: [
    "Keep one sentence that whoever works under this intent next should know: a trap you fell into, a convention that is",
    "written nowhere. Not a report of what you did. It is told under the same intent; a person may accept it for all.",
  ].join(" "),
  input: nativeInput("record_lesson"),
  output: schemaOf(v.object({ success: v.literal(true), note: v.string() })),
  annotations: { ...adds, idempotentHint: true },
  run: (_input, call, gate) => gate.native(call),
};
