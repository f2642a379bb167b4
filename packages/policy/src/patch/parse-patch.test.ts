import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePatch } from "./parse-patch.ts";

function patch(...lines: string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
}

describe("parsePatch", () => {
  it("reads every kind of section", () => {
    const text = patch(
      "*** Add File: src/new.ts",
      "+one",
      "+",
      "++plus",
      "*** Delete File: src/old.ts",
      "*** Update File: src/a.ts",
      "*** Move to: src/b.ts",
      "@@ class A",
      "@@ run() {",
      " kept",
      "-gone",
      "+come",
      "@@",
      "-last",
      "*** End of File",
      "*** Update File: src/c.ts",
      " context",
      "",
      "+x",
    );
    expect(parsePatch(text)).toEqual({
      ok: true,
      operations: [
        { kind: "add", path: "src/new.ts", content: "one\n\n+plus\n" },
        { kind: "delete", path: "src/old.ts" },
        {
          kind: "update",
          path: "src/a.ts",
          moveTo: "src/b.ts",
          hunks: [
            {
              anchors: ["class A", "run() {"],
              lines: [
                { sign: " ", text: "kept" },
                { sign: "-", text: "gone" },
                { sign: "+", text: "come" },
              ],
              atEndOfFile: false,
            },
            { anchors: [], lines: [{ sign: "-", text: "last" }], atEndOfFile: true },
          ],
        },
        {
          kind: "update",
          path: "src/c.ts",
          moveTo: null,
          hunks: [
            {
              anchors: [],
              lines: [
                { sign: " ", text: "context" },
                { sign: " ", text: "" },
                { sign: "+", text: "x" },
              ],
              atEndOfFile: false,
            },
          ],
        },
      ],
    });
  });

  it.each<[string, string]>([
    ["blank lines around", `\n \n${patch("*** Delete File: a")}\n\n  \n`],
    ["CRLF throughout", patch("*** Delete File: a", "*** Add File: b", "+x").replaceAll("\n", "\r\n")],
    ["an empty added file", patch("*** Add File: a")],
    ["a move without a hunk", patch("*** Update File: a", "*** Move to: b")],
    ["names with spaces", patch("*** Delete File: a b/c d.ts")],
    ["content that looks like a section", patch("*** Add File: a", "+*** Delete File: b", "+*** End Patch")],
    ["context that looks like a section", patch("*** Update File: a", "@@", " *** Delete File: b", "-x")],
  ])("accepts %s", (_, text) => {
    expect(parsePatch(text).ok).toBe(true);
  });

  it("drops the carriage returns of a CRLF patch and keeps those of content", () => {
    const crlf = parsePatch(patch("*** Add File: a", "+x").replaceAll("\n", "\r\n"));
    expect(crlf).toEqual({ ok: true, operations: [{ kind: "add", path: "a", content: "x\n" }] });
    const content = parsePatch(patch("*** Add File: a", "+x\r"));
    expect(content).toEqual({ ok: true, operations: [{ kind: "add", path: "a", content: "x\r\n" }] });
  });

  it.each<[string, string, number]>([
    ["nothing", "", 1],
    ["blank lines only", "\n\n", 1],
    ["no begin", "*** Delete File: a\n*** End Patch", 1],
    ["text before the begin", "hello\n*** Begin Patch\n*** End Patch", 1],
    ["an indented begin", " *** Begin Patch\n*** Delete File: a\n*** End Patch", 1],
    ["no end", "*** Begin Patch\n*** Delete File: a", 2],
    ["no end and a newline", "*** Begin Patch\n*** Delete File: a\n", 3],
    ["no sections", patch(), 2],
    ["text after the end", `${patch("*** Delete File: a")}\nrm -rf`, 4],
    ["a second patch", `${patch("*** Delete File: a")}\n${patch("*** Delete File: b")}`, 4],
    ["a heredoc around it", `apply_patch <<'EOF'\n${patch("*** Delete File: a")}\nEOF`, 1],
    ["content outside a section", patch("+x"), 2],
    ["content after a deletion", patch("*** Delete File: a", "-x"), 3],
    ["a blank line after a deletion", patch("*** Delete File: a", "", "*** Delete File: b"), 3],
    ["an indented section", patch("*** Delete File: a", "  *** Delete File: b"), 3],
    ["an added file with context", patch("*** Add File: a", "+x", " y"), 4],
    ["an added file with a blank line", patch("*** Add File: a", "+x", ""), 4],
    ["an added file with a removal", patch("*** Add File: a", "-x"), 3],
    ["an added file with a hunk", patch("*** Add File: a", "@@", "+x"), 3],
    ["an added file that moves", patch("*** Add File: a", "*** Move to: b"), 3],
    ["a deletion that moves", patch("*** Delete File: a", "*** Move to: b"), 3],
    ["an update without hunks", patch("*** Update File: a"), 3],
    ["a hunk without lines", patch("*** Update File: a", "@@ x"), 4],
    ["a hunk without lines before a section", patch("*** Update File: a", "@@ x", "*** Delete File: b"), 4],
    ["an end of file without lines", patch("*** Update File: a", "@@", "*** End of File"), 4],
    ["lines after the end of file", patch("*** Update File: a", "@@", "-x", "*** End of File", "+y"), 6],
    ["an end of file in an added file", patch("*** Add File: a", "+x", "*** End of File"), 4],
    ["a line without a sign", patch("*** Update File: a", "@@", "x"), 4],
    ["a line that begins with a tab", patch("*** Update File: a", "@@", "-x", "\t*** Delete File: b"), 5],
    ["an anchor without a space", patch("*** Update File: a", "@@x", "-y"), 3],
    ["a unified diff", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b", 1],
    ["an unknown section", patch("*** Copy File: a"), 2],
    ["a section without its colon", patch("*** Delete File a"), 2],
    ["another case", patch("*** delete file: a"), 2],
    ["an unknown marker in an update", patch("*** Update File: a", "@@", "-x", "*** Environment ID: 1"), 5],
    ["a move after a hunk", patch("*** Update File: a", "@@", "-x", "*** Move to: b"), 5],
    ["two moves", patch("*** Update File: a", "*** Move to: b", "*** Move to: c", "@@", "-x"), 4],
    ["an empty path", patch("*** Delete File: "), 2],
    ["a path of spaces", patch("*** Delete File:    "), 2],
    ["no space before the path", patch("*** Delete File:a"), 2],
    ["a path with a space at its end", patch("*** Delete File: a "), 2],
    ["a path with a space at its beginning", patch("*** Delete File:  a"), 2],
    ["a path with a no-break space at its end", patch("*** Delete File: a\u00a0"), 2],
    ["a path with a carriage return", patch("*** Delete File: a\r"), 2],
    ["a path with a control character", patch("*** Delete File: a\u0007"), 2],
    ["a path with a direction override", patch("*** Delete File: a\u202eb"), 2],
    ["a path with a backslash", patch("*** Delete File: a\\b"), 2],
    ["a path with a drive", patch("*** Delete File: C:/b"), 2],
    ["an empty move", patch("*** Update File: a", "*** Move to: "), 3],
    ["the same file twice", patch("*** Delete File: a", "*** Add File: a", "+x"), 3],
    ["the same file by another spelling", patch("*** Delete File: a/b", "*** Delete File: ./a//x/../b"), 3],
    ["the same file in two normalisations", patch("*** Delete File: \u00e9", "*** Delete File: e\u0301"), 3],
    ["a move onto another section's file", patch("*** Delete File: b", "*** Update File: a", "*** Move to: b"), 4],
    ["a move onto itself", patch("*** Update File: a", "*** Move to: ./a"), 3],
    ["a section behind a carriage return", patch("*** Add File: a", "+x\r*** Delete File: b"), 3],
    ["a section behind a line separator", patch("*** Add File: a", "+x\u2028*** Delete File: b"), 3],
    ["a section behind a form feed", patch("*** Update File: a", "@@", " x\f*** Delete File: b", "-y"), 4],
  ])("refuses %s and names the line", (_, text, line) => {
    const parsed = parsePatch(text);
    expect(parsed).toMatchObject({ ok: false, line });
    expect(parsed).toHaveProperty("problem", expect.stringMatching(/./));
  });

  it("finds exactly the sections that were written, whatever the content", () => {
    const name = fc.stringMatching(/^[a-z]{1,8}\.ts$/);
    const text = fc.string({ unit: fc.constantFrom("a", " ", "*", "+", "-", "@", "\t", "é") });
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), fc.array(text), (names, content) => {
        const body = names.flatMap((each) => [`*** Add File: ${each}`, ...content.map((line) => `+${line}`)]);
        const parsed = parsePatch(patch(...body));
        expect(parsed.ok && parsed.operations).toEqual(
          names.map((path) => ({ kind: "add", path, content: content.map((line) => `${line}\n`).join("") })),
        );
      }),
    );
  });

  it("never throws", () => {
    const line = fc.constantFrom(
      "*** Begin Patch",
      "*** End Patch",
      "*** Add File: a",
      "*** Update File: b",
      "*** Move to: c",
      "*** Delete File: d",
      "*** End of File",
      "@@",
      "@@ x",
      "+x",
      "-x",
      " x",
      "",
      "x",
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const parsed = parsePatch(lines.join("\n"));
        return parsed.ok ? parsed.operations.length > 0 : parsed.line >= 1;
      }),
      { numRuns: 2000 },
    );
  });
});
