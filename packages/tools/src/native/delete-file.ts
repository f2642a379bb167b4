import * as v from "valibot";
import { done } from "../contract/failure.ts";
import { path, writingFields } from "../contract/fields.ts";
import { defineWritingTool } from "../define/define-tool.ts";
import { notFound } from "../files/file-bytes.ts";
import { openTarget, planned } from "../files/plan-change.ts";

export const deleteFile = defineWritingTool({
  name: "delete_file",
  aliases: ["delete"],
  summary: "Deletes one file. Folders are not deleted.",
  schema: v.object({ path: path("The file to delete."), ...writingFields }),
  answer: "one file",
  async plan(input, context) {
    const target = openTarget(context, input.path);
    if (!target.ok) return target;
    return target.value.state.kind === "absent" ? notFound(input.path) : done([planned(target.value, null)]);
  },
});
