import * as v from "valibot";
import { done, fail, type Outcome } from "../contract/failure.ts";
import { text, writingFields } from "../contract/fields.ts";
import type { PatchOperation, ToolContext } from "../contract/tool.ts";
import { defineWritingTool } from "../define/define-tool.ts";
import { planPatch } from "../files/plan-patch.ts";

const FORMAT = `*** Begin Patch
*** Add File: path (every line begins with +)
*** Delete File: path
*** Update File: path (then optionally "*** Move to: path", then hunks: "@@ line to look below", " context", "-removed", "+added")
*** End Patch`;

export const applyPatch = defineWritingTool({
  name: "apply_patch",
  summary: "Adds, changes, moves and deletes files by one patch. All of it applies or none.",
  schema: v.object({ patch: text(FORMAT), ...writingFields }),
  answer: "list of files",
  async plan(input, context) {
    const operations = readPatch(input.patch, context);
    return operations.ok ? planPatch(operations.value, context) : operations;
  },
});

function readPatch(patch: string, context: ToolContext): Outcome<PatchOperation[]> {
  const parsed = context.parsePatch(patch);
  if (!parsed.ok) return fail("BAD_PATCH", `Line ${parsed.line} of the patch: ${parsed.problem}`);
  if (parsed.operations.length === 0) return fail("BAD_PATCH", "The patch names no file; add a file section to it.");
  return done(parsed.operations);
}
