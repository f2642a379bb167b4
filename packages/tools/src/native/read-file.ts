import * as v from "valibot";
import { done, fail } from "../contract/failure.ts";
import { LAST_LINE, path, whole } from "../contract/fields.ts";
import { defineTool } from "../define/define-tool.ts";
import { resolveForRead } from "../files/resolve-path.ts";
import { scanFile } from "../files/scan-file.ts";

export const readFile = defineTool({
  name: "read_file",
  summary: "Reads a text file, whole or by lines, with the content_hash of the whole file.",
  kind: "read",
  schema: v.object({
    path: path("The file, relative to the working folder or absolute."),
    start_line: v.nullish(whole(1, LAST_LINE, "First line to read, counted from 1.")),
    end_line: v.nullish(whole(1, LAST_LINE, "Last line to read.")),
    line_numbers: v.nullish(v.pipe(v.boolean(), v.description("Put the number in front of every line."))),
  }),
  async run(input, context) {
    const first = input.start_line ?? 1;
    const last = input.end_line ?? LAST_LINE;
    if (last < first)
      return fail("BAD_INPUT", `"end_line" (${last}) must not be smaller than "start_line" (${first}).`);
    const resolved = resolveForRead(context, input.path);
    if (!resolved.ok) return resolved;
    const scanned = await scanFile(
      resolved.value,
      input.path,
      { first, last },
      context.limits.readBytes,
      context.signal,
    );
    if (!scanned.ok) return scanned;
    const { content_hash, size, totalLines, text, linesRead, truncated } = scanned.value;
    if (text === null) return done({ path: input.path, binary: true, size, content_hash });
    const content = input.line_numbers ? numbered(text, first) : text;
    const facts = { path: input.path, content, content_hash, total_lines: totalLines };
    if (!truncated) return done(facts);
    const next = linesRead > 0 ? { next_start_line: first + linesRead } : {};
    return done({ ...facts, truncated: true, ...next });
  },
});

function numbered(text: string, first: number): string {
  if (text === "") return text;
  const lines = text.split("\n");
  const open = lines.at(-1) === "";
  if (open) lines.pop();
  return lines.map((line, index) => `${first + index} | ${line}`).join("\n") + (open ? "\n" : "");
}
