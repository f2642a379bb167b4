import { describe, expect, it } from "vitest";
import { type TempWorkspace, tempWorkspace } from "../../../../test/support/tools/temp-workspace.ts";

let space: TempWorkspace;

function block(search: string, replace: string, start?: number): string {
  const header = start === undefined ? "" : `:start_line:${start}\n-------\n`;
  const part = (text: string) => (text === "" ? "" : `${text}\n`);
  return `<<<<<<< SEARCH\n${header}${part(search)}=======\n${part(replace)}>>>>>>> REPLACE\n`;
}

const twice = "x\nsame\ny\nsame\nz\n";
const far = `same\n${"fill\n".repeat(100)}same\n`;

describe("diffs that apply", () => {
  it.each<[string, string, string, string]>([
    ["replaces lines", "a\nb\nc\n", block("b", "x\ny"), "a\nx\ny\nc\n"],
    ["deletes lines", "a\nb\nc\n", block("b", ""), "a\nc\n"],
    ["deletes the only line", "a\n", block("a", ""), ""],
    ["matches whole lines only", "ab\nb\n", block("b", "x"), "ab\nx\n"],
    ["applies several blocks in order", "a\nb\nc\n", block("a", "1\n2") + block("c", "3"), "1\n2\nb\n3\n"],
    ["lets a later block build on an earlier one", "a\n", block("a", "b") + block("b", "c"), "c\n"],
    ["tells places apart by start_line", twice, block("same", "new", 4), "x\nsame\ny\nnew\nz\n"],
    [
      "counts start_line in the file as it was",
      twice,
      block("x", "1\n2\n3", 1) + block("same", "new", 4),
      "1\n2\n3\nsame\ny\nnew\nz\n",
    ],
    ["finds the only place near start_line", far, block("same", "new", 90), `same\n${"fill\n".repeat(100)}new\n`],
    [
      "takes start_line without the rule below",
      "a\n",
      "<<<<<<< SEARCH\n:start_line:1\na\n=======\nb\n>>>>>>> REPLACE",
      "b\n",
    ],
    [
      "takes end_line and passes it over",
      "a\n",
      "<<<<<<< SEARCH\n:start_line: 1\n:end_line: 1\n-------\na\n=======\nb\n>>>>>>> REPLACE",
      "b\n",
    ],
    ["takes a start_line of 0 as none", "a\n", block("a", "b", 0), "b\n"],
    ["forgives trailing white space where nothing fits exactly", "a  \nb\n", block("a\nb", "x\nb"), "x\nb\n"],
    ["keeps the trailing white space of repeated lines", "a  \nb\n", block("a\nb", "a\nx"), "a  \nx\n"],
    ["prefers the exact line to the forgiving one", "a \na\n", block("a", "x"), "a \nx\n"],
    ["keeps CRLF", "a\r\nb\r\nc\r\n", block("b", "x\ny"), "a\r\nx\r\ny\r\nc\r\n"],
    ["reads a diff with CRLF", "a\nb\n", block("b", "x").replaceAll("\n", "\r\n"), "a\nx\n"],
    ["keeps mixed endings", "a\r\nb\nc\r\n", block("a\nb\nc", "a\nb\nx\nc"), "a\r\nb\nx\nc\r\n"],
    ["keeps a missing final newline", "a\nb", block("b", "x"), "a\nx"],
    ["keeps it when lines are added at the end", "a\nb", block("b", "b\nc"), "a\nb\nc"],
    ["keeps the byte order mark", "\uFEFFa\nb\n", block("a", "x"), "\uFEFFx\nb\n"],
    [
      "reads escaped markers as content",
      "<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n",
      block("\\<<<<<<< SEARCH\n\\=======\n\\>>>>>>> REPLACE", "\\======="),
      "=======\n",
    ],
    ["leaves other conflict markers alone", "<<<<<<< HEAD\na\n", block("<<<<<<< HEAD\na", "a"), "a\n"],
    ["takes a backslash off a doubly escaped marker", "\\=======\n", block("\\\\=======", "x"), "x\n"],
    [
      "takes a rule without a line number above it as content",
      "Title\n-------\nx\n",
      block("-------\nx", "=====\ny"),
      "Title\n=====\ny\n",
    ],
    ["keeps other backslashes", "\\n\n", block("\\n", "\\t"), "\\t\n"],
  ])("%s", async (_name, before, diff, after) => {
    space = tempWorkspace({ "f.txt": before });
    expect((await space.run("apply_diff", { path: "f.txt", diff })).error).toBeUndefined();
    expect(space.text("f.txt")).toBe(after);
  });
});

describe("diffs that are refused", () => {
  it.each<[string, string, string, string, string]>([
    ["lines that are not there", "a\n", block("b", "x"), "NO_MATCH", "block 1"],
    [
      "a second block that fails, with the first undone",
      "a\n",
      block("a", "x") + block("b", "y"),
      "NO_MATCH",
      "block 2",
    ],
    ["part of a line", "abc\n", block("b", "x"), "NO_MATCH", ""],
    ["lines that fit twice", twice, block("same", "new"), "AMBIGUOUS", "lines 2, 4"],
    ["lines that fit twice near start_line", twice, block("same", "new", 3), "AMBIGUOUS", "start_line"],
    ["a forgiving fit at two places", "a \na  \n", block("a", "x"), "AMBIGUOUS", "lines 1, 2"],
    ["a forgiving fit at two places, one named", "a \na  \n", block("a", "x", 1), "AMBIGUOUS", ""],
    ["a place far from start_line, naming it", far, block("fill\nsame", "x", 2), "NO_MATCH", "at line 101"],
    ["leading white space that differs", "  a\n", block("a", "x"), "NO_MATCH", "white space"],
    ["a diff that changes nothing", "a\n", block("a", "a"), "NO_CHANGE", "nothing"],
    ["an empty diff", "a\n", "", "BAD_DIFF", "no block"],
    ["an empty SEARCH", "a\n", block("", "x"), "BAD_DIFF", "empty"],
    ["text outside of blocks", "a\n", `Here it is:\n${block("a", "x")}`, "BAD_DIFF", "Line 1"],
    ["a block without end", "a\n", "<<<<<<< SEARCH\na\n=======\nb\n", "BAD_DIFF", "ends inside"],
    ["a block without divider", "a\n", "<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n", "BAD_DIFF", "Line 3"],
    ["a second divider", "a\n", "<<<<<<< SEARCH\na\n=======\nb\n=======\n>>>>>>> REPLACE\n", "BAD_DIFF", "Line 5"],
    ["a block in a block", "a\n", "<<<<<<< SEARCH\n<<<<<<< SEARCH\n", "BAD_DIFF", "Line 2"],
    ["too many blocks", "a\n", block("a", "a").repeat(501), "BAD_DIFF", "500"],
    ["a unified diff", "a\n", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n", "BAD_DIFF", "SEARCH"],
  ])("refuses %s", async (_name, before, diff, code, words) => {
    space = tempWorkspace({ "f.txt": before });
    const result = await space.run("apply_diff", { path: "f.txt", diff });
    expect(result.code).toBe(code);
    expect(result.error).toContain(words);
    expect(space.text("f.txt")).toBe(before);
  });

  it("refuses a file that is not there and one that is not text", async () => {
    space = tempWorkspace({ "f.bin": Buffer.from([0x80, 0x0a]) });
    expect((await space.run("apply_diff", { path: "g.txt", diff: block("a", "b") })).code).toBe("NOT_FOUND");
    expect((await space.run("apply_diff", { path: "f.bin", diff: block("a", "b") })).code).toBe("NOT_TEXT");
  });
});
