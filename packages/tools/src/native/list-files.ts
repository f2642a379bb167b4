import * as v from "valibot";
import { done } from "../contract/failure.ts";
import { path } from "../contract/fields.ts";
import { defineTool } from "../define/define-tool.ts";
import { resolveForRead } from "../files/resolve-path.ts";
import { walkFolder } from "../files/walk-folder.ts";

const MOST_ENTRIES = 2_000;

export const listFiles = defineTool({
  name: "list_files",
  aliases: ["list"],
  summary: "Lists a folder; folders end with a slash, links are not followed, .git and node_modules are not entered.",
  kind: "read",
  schema: v.object({
    path: path("The folder."),
    recursive: v.nullish(v.pipe(v.boolean(), v.description("Also list what is below."))),
  }),
  async run(input, context) {
    const resolved = resolveForRead(context, input.path);
    if (!resolved.ok) return resolved;
    const walk = await walkFolder(resolved.value, input.path, input.recursive ?? false, MOST_ENTRIES, context);
    if (!walk.ok) return walk;
    const { entries, truncated, skipped } = walk.value;
    const names = entries.map((entry) => (entry.kind === "folder" ? `${entry.relative}/` : entry.relative)).sort();
    const links = entries.filter((entry) => entry.kind === "link").map((entry) => entry.relative);
    return done({
      path: input.path,
      entries: names,
      ...(links.length > 0 ? { links } : {}),
      ...(skipped > 0 ? { folders_not_entered: skipped } : {}),
      truncated,
    });
  },
});
