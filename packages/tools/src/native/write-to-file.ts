import * as v from "valibot";
import { done } from "../contract/failure.ts";
import { path, text, writingFields } from "../contract/fields.ts";
import { defineWritingTool } from "../define/define-tool.ts";
import { openTarget, planned } from "../files/plan-change.ts";

export const writeToFile = defineWritingTool({
  name: "write_to_file",
  aliases: ["write_file"],
  summary: "Creates a file, or replaces the whole content of one. Read an existing file before you replace it.",
  schema: v.object({
    path: path("The file, relative to the working folder or absolute."),
    content: text("The complete new content."),
    ...writingFields,
  }),
  answer: "one file",
  async plan(input, context) {
    const target = openTarget(context, input.path);
    return target.ok ? done([planned(target.value, Buffer.from(input.content, "utf8"))]) : target;
  },
});
