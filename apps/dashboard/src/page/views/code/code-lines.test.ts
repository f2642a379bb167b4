import { describe, expect, it } from "vitest";
import type { AttributedRange, FileView } from "../../../api/code.ts";
import { codeWindow, shares, widest } from "./code-lines.ts";

const range = (start: number, end: number, intent_id: string | null): AttributedRange => ({
  start,
  end,
  who: "AI",
  how: "exact",
  intent_id,
  at: null,
  record: 1,
  symbol: null,
  suspect: false,
});
const counts = { lines: 5, AI: 0, HUMAN: 0, HOOK: 0, UNKNOWN: 0, BEFORE: 0, AMBIGUOUS: 0 };
const file = (from: number, lines: string[], ranges: AttributedRange[], cut: number[] = []): FileView => ({
  path: "a.ts",
  owners: [],
  state: "text",
  total: 100,
  from,
  lines,
  cut,
  ranges,
  coverage: counts,
});

describe("the lines of a file", () => {
  it("each know their range, and where it begins", () => {
    const { items } = codeWindow(file(0, ["a", "b", "c"], [range(1, 2, "A"), range(3, 3, "B")]));
    expect(items.map((line) => [line.number, line.range?.intent_id, line.startsRange])).toEqual([
      [1, "A", true],
      [2, "A", false],
      [3, "B", true],
    ]);
  });

  it("know the range that began above the window", () => {
    const { items } = codeWindow(file(50, ["x", "y"], [range(10, 51, "A"), range(52, 60, "B")]));
    expect(items.map((line) => [line.range?.intent_id, line.startsRange])).toEqual([
      ["A", false],
      ["B", true],
    ]);
  });

  it("have no range where the server names none", () => {
    const { items } = codeWindow(file(0, ["a", "b", "c"], [range(2, 2, "A")], [3]));
    expect(items.map((line) => [line.range?.intent_id ?? null, line.isCut])).toEqual([
      [null, false],
      ["A", false],
      [null, true],
    ]);
  });

  it.each(["binary", "secret", "too_large", "empty"] as const)("are none where the file is %s", (state) => {
    expect(codeWindow({ path: "a", owners: [], state })).toMatchObject({ total: 0, items: [] });
  });

  it("are as wide as the widest, tabs counted", () => {
    const { items } = codeWindow(file(0, ["abc", "\t\tx", ""], []));
    expect(widest([...items, undefined])).toBe(9);
    expect(widest([])).toBe(0);
  });
});

describe("who wrote how much", () => {
  it("is said in percent, largest first, and what is little is not lost", () => {
    expect(shares({ ...counts, lines: 1_000, HUMAN: 1, AI: 999 }, 1_000)).toEqual([
      { who: "AI", percent: 99.9 },
      { who: "HUMAN", percent: 0.5 },
    ]);
  });
  it("is nothing of an empty file", () => {
    expect(shares({ ...counts, lines: 0 }, 0)).toEqual([]);
  });
});
