import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffRow, diffCounts, diffRows } from "./diff-lines.ts";

const said = (row: DiffRow) =>
  "parts" in row
    ? `${row.old ?? ""}|${row.new ?? ""}|${row.kind}|${row.parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join("")}`
    : `${row.kind}: ${row.text}`;
const rows = (...lines: string[]) => diffRows(lines).map(said);

describe("a diff", () => {
  it("numbers both sides and marks the words that differ", () => {
    expect(
      rows("--- a.ts", "+++ a.ts", "@@ -3,3 +3,3 @@", " one", "-const a = Basic;", "+const a = Bearer;", " two"),
    ).toEqual([
      "hunk: lines 3 to 5",
      "3|3|same|one",
      "4||removed|const a = B[asic];",
      "|4|added|const a = B[earer];",
      "5|5|same|two",
    ]);
  });

  it("goes on counting in a second hunk", () => {
    expect(rows("@@ -1 +1 @@", "-a", "+b", "@@ -9,0 +10,2 @@", "+x", "+y")).toEqual([
      "hunk: line 1",
      "1||removed|a",
      "|1|added|b",
      "hunk: lines 10 to 11",
      "|10|added|x",
      "|11|added|y",
    ]);
  });

  it.each([
    ["different lines", ["-alpha", "+omega!"], ["1||removed|alpha", "|1|added|omega!"]],
    [
      "blocks of different length that share little",
      ["-abc", "+axyz", "+ad"],
      ["1||removed|abc", "|1|added|axyz", "|2|added|ad"],
    ],
    ["a line taken away alone", ["-ab"], ["1||removed|ab"]],
    ["an added line before a removed one", ["+ab", "-ac"], ["|1|added|ab", "1||removed|ac"]],
  ])("marks no words in %s", (_what, lines, expected) => {
    expect(rows("@@ -1,2 +1,2 @@", ...lines).slice(1)).toEqual(expected);
  });

  it("marks words where one line became several", () => {
    expect(rows("@@ -1,1 +1,2 @@", "-return a;", "+return b;", "+// done").slice(1)).toEqual([
      "1||removed|return [a];",
      "|1|added|return [b];",
      "|2|added|// done",
    ]);
  });

  it.each([
    ["(secret file: its content is not shown)"],
    ["@@ nonsense @@"],
    ["@@ -99999999999999999999 +1 @@"],
    ["+looks added, but stands outside of any hunk"],
  ])("says %j as a note", (line) => {
    expect(rows(line)).toEqual([`note: ${line}`]);
  });

  it("takes what looks like a file heading inside a hunk for the line that it is", () => {
    expect(rows("@@ -1 +1 @@", "--- a", "+++ b").slice(1)).toEqual(["1||removed|-- a", "|1|added|++ b"]);
  });

  it.each([
    ["@@ -1,3 +0,0 @@", "the whole file"],
    ["@@ -8,3 +7,0 @@", "after line 7"],
    ["@@ -1 +1 @@", "line 1"],
  ])("says where %s is", (line, words) => expect(rows(line)).toEqual([`hunk: ${words}`]));

  it("says in words that the last line does not end", () => {
    expect(rows("@@ -1 +1 @@", "-a", "\\ No newline at end of file").at(-1)).toBe(
      "note: No line break at the end of the file",
    );
  });

  it("loses no character of any line", () => {
    const line = fc.tuple(fc.constantFrom("+", "-", " "), fc.string({ unit: "grapheme" })).map((two) => two.join(""));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const found = diffRows(["@@ -1,9 +1,9 @@", ...lines]).slice(1);
        expect(found.map((row) => ("parts" in row ? row.parts.map((part) => part.text).join("") : null))).toEqual(
          lines.map((text) => text.slice(1)),
        );
        const { added, removed } = diffCounts(found);
        expect(added + removed).toBe(lines.filter((text) => !text.startsWith(" ")).length);
      }),
    );
  });
});
