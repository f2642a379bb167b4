import { describe, expect, it } from "vitest";
import { noParts, PART, type Parts, partsFor, rowOf, withPart } from "./pages.ts";

describe("a list in parts", () => {
  it.each([
    ["a list of which nothing is known", 0, 20, 0, [0]],
    ["the top", 0, 20, 5_000, [0]],
    ["rows over a border", 95, 120, 5_000, [0, 1]],
    ["exactly one part", 100, 200, 5_000, [1]],
    ["rows beyond the end", 300, 400, 200, []],
    ["the last rows", 4_990, 5_050, 5_000, [49]],
  ])("needs the right parts for %s", (_what, first, end, total, parts) => {
    expect(partsFor(first, end, total)).toEqual(parts);
  });

  it("finds a row in its part, and nothing where the part is not known", () => {
    const known = withPart(noParts as Parts<string>, 1, ["a", "b"], 102);
    expect(rowOf(known, PART)).toBe("a");
    expect(rowOf(known, PART + 1)).toBe("b");
    expect(rowOf(known, PART + 2)).toBeUndefined();
    expect(rowOf(known, 0)).toBeUndefined();
  });

  it("forgets the parts that were fetched longest ago", () => {
    let known = noParts as Parts<number>;
    for (let part = 0; part < 40; part++) known = withPart(known, part, [part], 4_000);
    expect(known.parts.size).toBe(30);
    expect(rowOf(known, 0)).toBeUndefined();
    expect(rowOf(known, 39 * PART)).toBe(39);
  });
});
