import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../index.ts";

const wide = { context: 1, maxLines: 80 };

describe("a diff for people and models", () => {
  it("shows the changed lines with their surroundings", () => {
    expect(unifiedDiff("src/a.ts", "a\nb\nc\nd\n", "a\nb\nX\nd\n", wide)).toEqual({
      lines: ["--- src/a.ts", "+++ src/a.ts", "@@ -2,3 +2,3 @@", " b", "-c", "+X", " d"],
      moreLines: 0,
    });
  });

  it("shows changes that touch as one part and distant ones as two", () => {
    const headers = (gap: number) => {
      const middle = Array.from({ length: gap }, (_, at) => `m${at}\n`).join("");
      return unifiedDiff("f", `a\n${middle}z\n`, `A\n${middle}Z\n`, wide).lines.filter((line) => line.startsWith("@@"));
    };
    expect(headers(2)).toHaveLength(1);
    expect(headers(3)).toHaveLength(2);
  });

  it.each([
    ["nothing", "a\n", "a\n", []],
    ["a new file", "", "a\n", ["--- f", "+++ f", "@@ -0,0 +1,1 @@", "+a"]],
    ["an emptied file", "a\n", "", ["--- f", "+++ f", "@@ -1,1 +0,0 @@", "-a"]],
    ["a lost line end", "a\n", "a", ["--- f", "+++ f", "@@ -1,1 +1,1 @@", "-a", "+a", "\\ No newline at end of file"]],
  ])("shows %s", (_name, before, after, lines) => {
    expect(unifiedDiff("f", before, after, wide).lines).toEqual(lines);
  });

  it("counts what the limit cuts off", () => {
    const after = Array.from({ length: 100 }, (_, at) => `${at}\n`).join("");
    const cut = unifiedDiff("f", "", after, { context: 3, maxLines: 20 });
    expect(cut.lines).toHaveLength(20);
    expect(cut.moreLines).toBe(103 - 20);
    const none = unifiedDiff("f", "", after, { context: 3, maxLines: 0 });
    expect(none).toEqual({ lines: [], moreLines: 103 });
    expect(unifiedDiff("f", "", "a", { context: 3, maxLines: 3 }).moreLines).toBe(2);
  });

  it.each([
    ["an escape sequence", "\u001b[2Ja", "+\\u001b[2Ja"],
    ["a carriage return that would overwrite the line", "evil\rgood", "+evil\\u000dgood"],
    ["text direction marks", "a\u202eb\u2066c", "+a\\u202eb\\u2066c"],
    ["C1 controls", "\u009b31m", "+\\u009b31m"],
    ["half a surrogate pair", "a\ud800b", "+a\\ud800b"],
    ["a zero-width space", "a\u200bb", "+a\\u200bb"],
  ])("writes out %s", (_name, line, shown) => {
    expect(unifiedDiff("f", "", `${line}\n`, wide).lines.at(-1)).toBe(shown);
  });

  it("leaves tabs, accents and emoji alone", () => {
    expect(unifiedDiff("f", "", "\tü 🙂\n", wide).lines.at(-1)).toBe("+\tü 🙂");
  });

  it("escapes the path and cuts endless lines", () => {
    const { lines } = unifiedDiff("a\nb", "", `${"x".repeat(5000)}\n`, wide);
    expect(lines[0]).toBe("--- a\\u000ab");
    expect(lines.at(-1)).toBe(`+${"x".repeat(400)}… (4600 more characters)`);
  });
});
