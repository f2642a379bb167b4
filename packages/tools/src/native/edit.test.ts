import { chmodSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchRuns } from "../../../../test/support/search-runs.ts";
import { type TempWorkspace, tempWorkspace } from "../../../../test/support/tools/temp-workspace.ts";
import { contentHash } from "../define/define-tool.ts";

let space: TempWorkspace;

const BOM = "\uFEFF";

describe("edits that succeed", () => {
  it.each<[string, string, string, Record<string, unknown>, string]>([
    ["replaces the one occurrence", "edit", "a b c", { old_string: "b", new_string: "x" }, "a x c"],
    [
      "takes dollar patterns literally",
      "edit",
      "a b c",
      { old_string: "b", new_string: "$& $1 $$ $`" },
      "a $& $1 $$ $` c",
    ],
    ["takes regex characters literally", "edit", "a.*b", { old_string: ".*", new_string: "+" }, "a+b"],
    ["deletes text", "edit", "abc", { old_string: "b", new_string: "" }, "ac"],
    ["replaces all when told", "edit", "b b b", { old_string: "b", new_string: "bb", replace_all: true }, "bb bb bb"],
    ["takes null for a field left out", "edit", "a", { old_string: "a", new_string: "b", replace_all: null }, "b"],
    [
      "replaces overlapping text once a place",
      "edit",
      "aaaa",
      { old_string: "aa", new_string: "b", replace_all: true },
      "bb",
    ],
    [
      "keeps CRLF for an edit given with LF",
      "edit",
      "a\r\nb\r\nc",
      { old_string: "a\nb", new_string: "x\ny\nz" },
      "x\r\ny\r\nz\r\nc",
    ],
    [
      "gives inserted lines the CRLF around them",
      "edit",
      "a\r\nb\r\n",
      { old_string: "b", new_string: "b\nc" },
      "a\r\nb\r\nc\r\n",
    ],
    [
      "keeps LF for an edit given with CRLF",
      "edit",
      "a\nb\n",
      { old_string: "a\r\nb", new_string: "x\r\ny" },
      "x\ny\n",
    ],
    [
      "keeps each line's own ending in a mixed file",
      "edit",
      "a\r\nb\nc\r\nd\n",
      { old_string: "b\nc\nd", new_string: "b\nC\nd" },
      "a\r\nb\nC\nd\n",
    ],
    [
      "keeps untouched lines of a mixed file",
      "edit",
      "a\r\nb\nc\r\nd\n",
      { old_string: "b", new_string: "x\ny" },
      "a\r\nx\r\ny\nc\r\nd\n",
    ],
    [
      "keeps the endings of repeated lines",
      "edit",
      "a\r\nb\nc\r\n",
      { old_string: "a\nb\nc\n", new_string: "a\nnew\nb\nc\n" },
      "a\r\nnew\r\nb\nc\r\n",
    ],
    [
      "keeps new endings as given where the file has none",
      "edit",
      "a",
      { old_string: "a", new_string: "x\r\ny" },
      "x\r\ny",
    ],
    ["keeps the byte order mark", "edit", `${BOM}a\nb`, { old_string: "a", new_string: "x" }, `${BOM}x\nb`],
    [
      "finds text copied with the byte order mark",
      "edit",
      `${BOM}a\nb`,
      { old_string: `${BOM}a`, new_string: `${BOM}x` },
      `${BOM}x\nb`,
    ],
    ["keeps a missing final newline", "edit", "a\nb", { old_string: "a", new_string: "x" }, "x\nb"],
    ["edits beside a NUL", "edit", "a\u0000b", { old_string: "b", new_string: "c" }, "a\u0000c"],
    [
      "search_replace replaces the one occurrence",
      "search_replace",
      "a b",
      { old_string: "b", new_string: "c" },
      "a c",
    ],
    [
      "edit_file replaces the expected number",
      "edit_file",
      "b b",
      { old_string: "b", new_string: "c", expected_replacements: 2 },
      "c c",
    ],
    ["search_and_replace is edit", "search_and_replace", "a", { old_string: "a", new_string: "b" }, "b"],
  ])("%s", async (_name, tool, before, input, after) => {
    space = tempWorkspace({ "f.txt": before });
    const result = await space.run(tool, { file_path: "f.txt", ...input });
    expect(result).toEqual({ path: "f.txt", content_hash: contentHash(Buffer.from(after)) });
    expect(space.text("f.txt")).toBe(after);
    expect(space.all()).toEqual(["f.txt"]);
  });

  it("creates a file and its folders from an empty old text", async () => {
    space = tempWorkspace();
    const result = await space.run("edit", { path: "a/b/c.txt", old_string: "", new_string: "new" });
    expect(result).toMatchObject({ path: "a/b/c.txt", created: true });
    expect(space.text("a/b/c.txt")).toBe("new");
  });

  it("fills an empty file from an empty old text", async () => {
    space = tempWorkspace({ "f.txt": "" });
    await space.run("edit_file", { path: "f.txt", old_string: "", new_string: "new" });
    expect(space.text("f.txt")).toBe("new");
  });

  it.each([0o600, 0o755, 0o444])("keeps mode %o", async (mode) => {
    space = tempWorkspace({ "f.sh": "a" });
    chmodSync(join(space.root, "f.sh"), mode);
    await space.run("edit", { path: "f.sh", old_string: "a", new_string: "b" });
    expect(statSync(join(space.root, "f.sh")).mode & 0o7777).toBe(mode);
  });
});

describe("edits that are refused", () => {
  it.each<[string, string, string | Uint8Array, Record<string, unknown>, string, string]>([
    ["text that is not there", "edit", "abc", { old_string: "x", new_string: "y" }, "NO_MATCH", "does not occur"],
    [
      "text that differs in white space, with the line",
      "edit",
      "one\n  two()\n",
      { old_string: "two() ", new_string: "y" },
      "NO_MATCH",
      "Line 2 differs",
    ],
    [
      "text that is nearly there, with the line",
      "edit",
      "zero\nconst alpha = 1;\n",
      { old_string: "const alpha = 2;", new_string: "y" },
      "NO_MATCH",
      "most similar line is 2",
    ],
    [
      "a first line whose continuation differs",
      "edit",
      "a\nfoo()\nb",
      { old_string: "foo()\nc", new_string: "y" },
      "NO_MATCH",
      "stands at line 2",
    ],
    [
      "text that is there twice, with the lines",
      "edit",
      "b\na\nb",
      { old_string: "b", new_string: "y" },
      "AMBIGUOUS",
      "lines 1, 3",
    ],
    ["text that overlaps itself", "edit", "aaa", { old_string: "aa", new_string: "y" }, "AMBIGUOUS", "several"],
    ["another case", "edit", "abc", { old_string: "ABC", new_string: "y" }, "NO_MATCH", ""],
    ["the same text", "edit", "abc", { old_string: "b", new_string: "b" }, "NO_CHANGE", "nothing to change"],
    ["the same text but for endings", "edit", "a\nb", { old_string: "a\nb", new_string: "a\r\nb" }, "NO_CHANGE", ""],
    ["creating over content", "edit", "abc", { old_string: "", new_string: "y" }, "EXISTS", "old_string"],
    ["emptying an empty file", "edit", "", { old_string: "", new_string: "" }, "NO_CHANGE", ""],
    [
      "too few occurrences",
      "edit_file",
      "b",
      { old_string: "b", new_string: "c", expected_replacements: 2 },
      "NO_MATCH",
      "found 1",
    ],
    ["too many occurrences", "edit_file", "b b", { old_string: "b", new_string: "c" }, "AMBIGUOUS", "found 2"],
    ["an overlap in edit_file", "edit_file", "aaa", { old_string: "aa", new_string: "c" }, "AMBIGUOUS", ""],
    [
      "bytes that are not UTF-8",
      "edit",
      Buffer.from([0x61, 0xff, 0x62]),
      { old_string: "a", new_string: "c" },
      "NOT_TEXT",
      "UTF-8",
    ],
    ["UTF-16", "edit", Buffer.from("\uFEFFabc", "utf16le"), { old_string: "x", new_string: "c" }, "NOT_TEXT", ""],
    [
      "an empty old text for search_replace",
      "search_replace",
      "abc",
      { old_string: "", new_string: "c" },
      "BAD_INPUT",
      "old_string",
    ],
    ["half of a surrogate pair", "edit", "😀", { old_string: "\ud83d", new_string: "c" }, "BAD_INPUT", "old_string"],
    [
      "a fraction of a replacement",
      "edit_file",
      "a",
      { old_string: "a", new_string: "b", expected_replacements: 0.5 },
      "BAD_INPUT",
      "whole",
    ],
  ])("refuses %s", async (_name, tool, before, input, code, words) => {
    space = tempWorkspace({ "f.txt": before });
    const result = await space.run(tool, { file_path: "f.txt", ...input });
    expect(result.code).toBe(code);
    expect(result.error).toContain(words);
    expect(space.bytes("f.txt")).toEqual(Buffer.from(before));
    expect(space.all()).toEqual(["f.txt"]);
  });

  it.each([
    ["a missing file", "gone.txt", "NOT_FOUND"],
    ["a folder", "folder", "IS_FOLDER"],
    ["a path through a file", "f.txt/x", "NOT_A_FOLDER"],
    ["a path outside", "../outside.txt", "PATH_REFUSED"],
    ["a link that leads outside", "out", "PATH_REFUSED"],
    ["a dangling link", "dangling", "IS_LINK"],
    ["a NUL in the path", "f\u0000.txt", "BAD_INPUT"],
    ["a line break in the path", "f\n.txt", "BAD_INPUT"],
    ["an empty path", "", "BAD_INPUT"],
    ["an endless path", "a".repeat(5_000), "BAD_INPUT"],
  ])("refuses %s", async (_name, path, code) => {
    space = tempWorkspace({ "f.txt": "abc", "folder/g.txt": "" });
    symlinkSync("/etc/hosts", join(space.root, "out"));
    symlinkSync("nowhere", join(space.root, "dangling"));
    expect((await space.run("edit", { file_path: path, old_string: "a", new_string: "b" })).code).toBe(code);
  });

  it("does not take quadratic time on a text made for it", async () => {
    space = tempWorkspace({ "f.txt": "a".repeat(4_000_000) });
    const result = await space.run("edit", { path: "f.txt", old_string: `b${"a".repeat(2_000_000)}`, new_string: "" });
    expect(result.code).toBe("NO_MATCH");
  });
});

it("is a splice at the place where the text stands, whatever the texts are", async () => {
  space = tempWorkspace();
  const piece = fc.string({ unit: fc.constantFrom("a", "b", "$", "&", "\n", "é", "😀", "\\"), maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(piece, piece, piece, piece, async (head, old, tail, next) => {
      const before = head + old + tail;
      const first = before.indexOf(old);
      fc.pre(old !== "" && old !== next && before.indexOf(old, first + 1) < 0);
      for (const ending of ["\n", "\r\n"]) {
        await space.run("write_to_file", { path: "f.txt", content: before.replaceAll("\n", ending) });
        const result = await space.run("edit", { path: "f.txt", old_string: old, new_string: next });
        expect(result.error).toBeUndefined();
        const after = before.slice(0, first) + next + before.slice(first + old.length);
        const usual = before.includes("\n") ? ending : "\n";
        expect(space.text("f.txt")).toBe(after.replaceAll("\n", usual));
      }
    }),
    { numRuns: searchRuns(300) },
  );
});
