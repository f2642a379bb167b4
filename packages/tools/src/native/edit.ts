/** The three tools that replace one piece of text by another; they differ in how often it may occur. */
import * as v from "valibot";
import { done, fail, type Outcome } from "../contract/failure.ts";
import { path, text, whole, writingFields } from "../contract/fields.ts";
import type { ToolContext } from "../contract/tool.ts";
import { defineWritingTool } from "../define/define-tool.ts";
import { openTarget, planned, planTextEdit } from "../files/plan-change.ts";
import type { PlannedFile } from "../files/planned-file.ts";
import { type HowMany, replaceText } from "../text/replace-text.ts";

const MOST_EXPECTED = 100_000;

const target = path("The file to change.");
const newString = text("The text to put in its place, literally.");
const oldOrNew = text("The exact text to replace, with enough of its surroundings; empty to create a new file.");

interface Replacement {
  file_path: string;
  old_string: string;
  new_string: string;
}

export const edit = defineWritingTool({
  name: "edit",
  aliases: ["search_and_replace"],
  summary: "Replaces text that occurs exactly once in a file, or every occurrence with replace_all.",
  schema: v.object({
    file_path: target,
    old_string: oldOrNew,
    new_string: newString,
    replace_all: v.nullish(v.pipe(v.boolean(), v.description("Replace every occurrence."))),
    ...writingFields,
  }),
  answer: "one file",
  plan: async (input, context) => planReplacement(input, { kind: input.replace_all ? "all" : "once" }, context),
});

export const searchReplace = defineWritingTool({
  name: "search_replace",
  summary: "Replaces text that occurs exactly once in a file.",
  schema: v.object({
    file_path: target,
    old_string: v.pipe(text("The exact text to replace."), v.nonEmpty("must not be empty")),
    new_string: newString,
    ...writingFields,
  }),
  answer: "one file",
  plan: async (input, context) => planReplacement(input, { kind: "once" }, context),
});

export const editFile = defineWritingTool({
  name: "edit_file",
  summary: "Replaces text that occurs expected_replacements times (once unless told) in a file.",
  schema: v.object({
    file_path: target,
    old_string: oldOrNew,
    new_string: newString,
    expected_replacements: v.nullish(whole(1, MOST_EXPECTED, "How often old_string occurs; 1 if left out.")),
    ...writingFields,
  }),
  answer: "one file",
  plan: async (input, context) =>
    planReplacement(input, { kind: "exactly", count: input.expected_replacements ?? 1 }, context),
});

function planReplacement(input: Replacement, howMany: HowMany, context: ToolContext): Outcome<PlannedFile[]> {
  const { file_path: shown, old_string, new_string } = input;
  if (old_string === "") return planNewFile(shown, new_string, context);
  return planTextEdit(context, shown, (before) => replaceText(before, old_string, new_string, howMany, shown));
}

function planNewFile(shown: string, content: string, context: ToolContext): Outcome<PlannedFile[]> {
  const opened = openTarget(context, shown);
  if (!opened.ok) return opened;
  const { state } = opened.value;
  if (state.kind === "file" && state.bytes.length > 0)
    return fail("EXISTS", `${shown} exists and is not empty; give the text to replace in old_string.`);
  if (state.kind === "file" && content === "")
    return fail("NO_CHANGE", `${shown} is already empty; there is nothing to change.`);
  return done([planned(opened.value, Buffer.from(content, "utf8"))]);
}
