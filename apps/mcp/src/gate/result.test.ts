import { describe, expect, it } from "vitest";
import { plainValue, toResult } from "./result.ts";
import { done, failed, failedBy, refused } from "./tool-outcome.ts";

const textOf = (result: ReturnType<typeof toResult>) => (result.content[0] as { text: string }).text;

describe("what a model gets to read", () => {
  it("is the same as text and as data", () => {
    const result = toResult(done({ a: 1, nothing: undefined, list: ["x"] }));
    expect(result.structuredContent).toEqual({ a: 1, list: ["x"] });
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
  });

  it.each([
    ["\u001b[2Jgone", "\\u001b[2Jgone"],
    ["a\u202Eb", "a\\u202eb"],
    ["a\u200Bb", "a\\u200bb"],
    ["a\rb", "a\\u000db"],
    ["line\nline", "line\nline"],
  ])("has %j spelled as %j", (raw, spelled) => {
    expect(plainValue({ deep: [raw] })).toEqual({ deep: [spelled] });
    expect(Object.keys(plainValue({ [raw]: 1 }) as object)[0]).not.toMatch(/[\u001b\u202e\u200b\r]/u);
  });

  it("is cut where a single text is too long, and refused where all of it is", () => {
    expect(String(plainValue("x".repeat(20_000)))).toMatch(/… \(4000 more characters\)$/);
    const result = toResult(done({ list: Array.from({ length: 50 }, () => "x".repeat(10_000)) }));
    expect(result.isError).toBe(true);
    expect(JSON.parse(textOf(result))).toMatchObject({ type: "tool_failed", remedy: expect.stringContaining("less") });
  });

  it("ends however deep it is nested", () => {
    let deep: unknown = "end";
    for (let level = 0; level < 1_000; level++) deep = { deep };
    expect(JSON.stringify(plainValue(deep))).toContain("…");
  });

  it("says an error in the refusals' one form", () => {
    const no = toResult(refused("HOOK_ERROR", "no\u202E", "do this", { hook_name: "mcp" }));
    expect(no.isError).toBe(true);
    expect(JSON.parse(textOf(no))).toEqual({
      type: "tool_error",
      code: "HOOK_ERROR",
      message: "no\\u202e",
      meta: { hook_name: "mcp", remedy: "do this" },
    });
    expect(JSON.parse(textOf(toResult(failed("it broke", null))))).toEqual({
      type: "tool_failed",
      message: "it broke",
    });
    expect(JSON.parse(textOf(toResult(failedBy([]))))).toMatchObject({ remedy: expect.stringContaining("doctor") });
  });
});
