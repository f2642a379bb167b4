import * as v from "valibot";
import { schemaOf } from "../tools/tool.ts";
import type { McpPrompt } from "./prompt.ts";

export const explainLine: McpPrompt = {
  name: "explain_line",
  title: "Explain this line",
  description: "Asks the agent why a line is there, by the ledger and not by guessing.",
  args: schemaOf(
    v.strictObject({
      file: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4_096), v.description("Relative to the repository's root.")),
      line: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,8}$/, "must be a line's number"), v.description("From 1.")),
    }),
  ),
  async write({ file = "", line = "" }) {
    const { plainText } = await import("../gate/result.ts");
    return [
      `Explain why line ${line} of this file is there: ${JSON.stringify(plainText(file))}`,
      `Call why with this file and line ${line}. Then say in a few sentences: under which intent it was written and what`,
      "that intent is for, who or what wrote it and when, whether a person approved it, and which constraints and",
      "acceptance criteria it has to meet. If the ledger does not know, say so; do not guess.",
    ].join("\n");
  },
};
