import * as v from "valibot";
import { done } from "../contract/failure.ts";
import { path, words } from "../contract/fields.ts";
import { defineTool } from "../define/define-tool.ts";
import { resolveForRead } from "../files/resolve-path.ts";
import { searchFolder } from "../search/search-folder.ts";

const SEARCH_MS = 5_000;

export const searchFiles = defineTool({
  name: "search_files",
  summary: "Searches the text files below a folder for a regular expression, line by line.",
  kind: "read",
  schema: v.object({
    path: path("The folder, or one file."),
    regex: words(2_000, "A JavaScript regular expression, held against each line; (?i) in front ignores case."),
    file_pattern: v.nullish(words(500, "Only files that fit this glob, such as *.ts or src/**/*.{js,ts}.")),
  }),
  async run(input, context) {
    const resolved = resolveForRead(context, input.path);
    if (!resolved.ok) return resolved;
    const { regex, file_pattern } = input;
    const wanted = { regex, filePattern: file_pattern ?? null, budgetMs: SEARCH_MS };
    const found = await searchFolder({ root: resolved.value, shown: input.path }, wanted, context);
    return found.ok ? done({ path: input.path, ...found.value }) : found;
  },
});
