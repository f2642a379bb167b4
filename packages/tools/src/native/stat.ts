import { lstatSync } from "node:fs";
import * as v from "valibot";
import { done, errnoOf } from "../contract/failure.ts";
import { path } from "../contract/fields.ts";
import { defineTool } from "../define/define-tool.ts";
import { readFailure } from "../files/file-bytes.ts";
import { resolveForRead } from "../files/resolve-path.ts";

export const stat = defineTool({
  name: "stat",
  summary: "Tells what stands at a path: type, size, mode and when it was last changed.",
  kind: "read",
  schema: v.object({ path: path("The file or folder.") }),
  async run(input, context) {
    const resolved = resolveForRead(context, input.path);
    if (!resolved.ok) return resolved;
    try {
      const facts = lstatSync(resolved.value);
      const type = facts.isFile() ? "file" : facts.isDirectory() ? "folder" : facts.isSymbolicLink() ? "link" : "other";
      const mode = (facts.mode & 0o7777).toString(8).padStart(4, "0");
      return done({ path: input.path, type, size: facts.size, mode, modified: facts.mtime.toISOString() });
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return readFailure(error, input.path);
    }
  },
});
