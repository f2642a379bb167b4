import * as v from "valibot";
import { path, text, writingFields } from "../contract/fields.ts";
import { defineWritingTool } from "../define/define-tool.ts";
import { planTextEdit } from "../files/plan-change.ts";
import { applyBlocks } from "../text/apply-blocks.ts";
import { readDiffBlocks } from "../text/diff-blocks.ts";
import { pastMark } from "../text/text-file.ts";

const FORMAT = `One or more blocks:
<<<<<<< SEARCH
:start_line:12
-------
the exact lines as they stand
=======
the lines to put in their place
>>>>>>> REPLACE
The two lines after SEARCH are optional. A content line that looks like a marker gets a backslash in front.`;

export const applyDiff = defineWritingTool({
  name: "apply_diff",
  summary:
    "Changes a file by SEARCH/REPLACE blocks. Every SEARCH must fit exactly one place; all blocks apply or none.",
  schema: v.object({ path: path("The file to change."), diff: text(FORMAT), ...writingFields }),
  answer: "one file",
  async plan(input, context) {
    const blocks = readDiffBlocks(input.diff);
    if (!blocks.ok) return blocks;
    return planTextEdit(context, input.path, (before) =>
      pastMark(before, (rest) => applyBlocks(rest, blocks.value, input.path)),
    );
  },
});
