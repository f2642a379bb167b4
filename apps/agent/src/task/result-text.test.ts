import { expect, it } from "vitest";
import { hidesNothing } from "../../../../test/support/text-sinks.ts";
import { resultText } from "./present-assistant-message.ts";

hidesNothing({
  "a tool's result": (text) => resultText({ path: text, content: text }),
  "a result that is text": (text) => resultText(text),
});

it("what a tool read means what stands in the file, to the character", () => {
  const content = "a\u200db 👨‍👩‍👧 \u202e\u0000";
  expect(JSON.parse(resultText({ content }))).toEqual({ content });
});
