import { hidesNothing, stringsIn } from "../../../../test/support/text-sinks.ts";
import { toResult } from "./result.ts";

const told = (value: Parameters<typeof toResult>[0]) => stringsIn(JSON.stringify(toResult(value)));

hidesNothing({
  "a refusal over MCP": (text) => {
    const meta = { invocation_id: "i", intent_id: text, tool_name: text, remedy: text, [text]: text };
    return told({ kind: "refused", refusal: { type: "tool_error", code: "SCOPE_VIOLATION", message: text, meta } });
  },
  "a failure over MCP": (text) => told({ kind: "failed", message: text, remedy: text }),
  "a result over MCP": (text) => told({ kind: "done", value: { text, [text]: [text] } }),
});
