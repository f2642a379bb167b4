import * as v from "valibot";
import { nativeInput } from "./native-input.ts";
import { adds, type McpTool, schemaOf } from "./tool.ts";

export const requestScopeExpansion: McpTool = {
  name: "request_scope_expansion",
  title: "Ask for a wider scope",
  description: [
    "Ask a person to widen the scope of the intent this session works under, after SCOPE_VIOLATION or when you know that",
    "the work needs more files. Name only the globs that are missing and say why. The answer is the scope as it is then;",
    "until it contains the path, do not write there. If the person says no, find a way inside the scope or stop.",
  ].join(" "),
  input: nativeInput("request_scope_expansion"),
  output: schemaOf(
    v.object({ success: v.literal(true), intent_id: v.nullable(v.string()), owned_scope: v.array(v.string()) }),
  ),
  annotations: { ...adds, idempotentHint: true },
  run: (_input, call, gate) => gate.native(call),
};
