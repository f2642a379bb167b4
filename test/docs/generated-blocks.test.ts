import { describe, expect, it } from "vitest";
import { blockNames, fillBlocks } from "../../scripts/docs/generated-blocks.ts";
import { laidOut } from "../../scripts/docs/laid-out.ts";
import { createSettler, settleNumbers, uuidNumber } from "../../scripts/docs/settled-text.ts";

const page = "before\n<!-- generated: a.b -->\nold\n<!-- end -->\nafter\n";

describe("a generated block", () => {
  it("is replaced between its marks and nowhere else", () => {
    expect(fillBlocks(page, { "a.b": "new\nlines" }, "p.md")).toBe(
      "before\n<!-- generated: a.b -->\n\nnew\nlines\n\n<!-- end -->\nafter\n",
    );
    expect(blockNames(page)).toEqual(["a.b"]);
  });

  it("stays as it is when it is fresh", () => {
    const fresh = fillBlocks(page, { "a.b": "new" }, "p.md");
    expect(fillBlocks(fresh, { "a.b": "new" }, "p.md")).toBe(fresh);
    expect(fillBlocks(fresh, { "a.b": "newer" }, "p.md")).not.toBe(fresh);
  });

  it.each([
    ["nobody makes it", page, {}, "nobody makes the block a.b"],
    ["it is called like a member of every object", page.replace("a.b", "constructor"), {}, "nobody makes the block"],
    ["it has no end", page.replace("<!-- end -->", ""), { "a.b": "new" }, "has no end"],
    ["another begins inside", page.replace("old", "<!-- generated: c -->"), { "a.b": "new", c: "x" }, "has no end"],
  ])("is an error where %s", (_why, text, blocks, message) => {
    expect(() => fillBlocks(text, blocks, "p.md")).toThrow(message);
  });
});

describe("the output of a run", () => {
  const id = "3d178142-e72a-4245-8d9f-51e03923a37c";

  it("names the same id the same way, whole and by its beginning, in every command of a scene", () => {
    const settle = createSettler([]);
    expect(settle(`${id} x 3d178142`)).toBe(`${uuidNumber(1)} x ${uuidNumber(1).slice(0, 8)}`);
    expect(settle(`aaaaaaaa  ${id}`)).toBe(`${uuidNumber(2).slice(0, 8)}  ${uuidNumber(1)}`);
  });

  it.each([
    ["times", "at 2026-11-15T08:48:34.666Z, 2026-11-15 08:48:34", "at 2026-02-16T12:00:00.000Z, 2026-02-16 12:00:00"],
    ["folders", "in /tmp/x/shop/src", "in /projects/shop/src"],
    ["process numbers", '{"pid":1277,"pidStartedAt":"392621"}', '{"pid":4242,"pidStartedAt":"360000"}'],
    ["durations", '"ms":12.776055999999997,"duration_ms": 31', '"ms":0.4,"duration_ms": 9'],
  ])("has settled %s", (_what, text, settled) => {
    expect(createSettler([["/tmp/x/shop", "/projects/shop"]])(text)).toBe(settled);
  });

  it.each([
    "sha256:358a42b6bab77f5b8171fa57ff612ea3644212ef130ec37b166897e285763b5a",
    "exit code 2, 15 min more, INT-001",
    "File src/api/weather.ts may not be changed",
  ])("keeps everything else: %s", (text) => {
    expect(createSettler([])(text)).toBe(text);
    expect(settleNumbers(text, [])).toBe(text);
  });

  it("is laid out as the JSON it was", () => {
    const value = { a: [1, { b: "x".repeat(90) }], c: {}, d: null, e: "…\n" };
    expect(JSON.parse(laidOut(value))).toEqual(value);
    expect(laidOut({ a: 1 })).toBe('{ "a": 1 }');
  });
});
