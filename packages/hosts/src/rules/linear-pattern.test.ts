import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { occursIn } from "./linear-pattern.ts";

const atom: fc.Arbitrary<string> = fc.constantFrom(
  "a",
  "b",
  ".",
  "\\d",
  "[ab]",
  "[^a]",
  "[0-9a]",
  "\\.",
  "\\s",
  "\\w",
  "1",
);
const expression: fc.Arbitrary<string> = fc.letrec<{ one: string; row: string }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 2 },
    atom,
    tie("row").map((row) => `(?:${row})`),
    fc.tuple(tie("row"), tie("row")).map(([left, right]) => `(${left}|${right})`),
  ),
  row: fc
    .array(fc.tuple(tie("one"), fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,2}", "{1,}", "*?")), { maxLength: 2 })
    .map((pieces) => pieces.flat().join("")),
})).row;
const text = fc.string({ unit: fc.constantFrom("a", "b", "1", " ", ".", "ü"), maxLength: 6 });

describe("an expression that is gone through in one pass", () => {
  it("means what it always means", () => {
    fc.assert(
      fc.property(expression, text, (wanted, given) => {
        expect(occursIn(wanted, given), wanted).toBe(new RegExp(wanted, "s").test(given));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["git (push|pull)", "git pull", true],
    ["^git$", "x git y", true], // a place is not asked for
    ["\\bgit\\b", "gitk", true],
    ["\\x67it", "git", true],
    ["[\\w.-]+@", "a.b-c@", true],
    ["(?<tool>git)", "git", true],
    ["a{2}", "a", false],
    ["[^g]it", "git", false],
    ["git\\spush", "git-push", false],
  ])("%s in %s: %s", (wanted, given, expected) => {
    expect(occursIn(wanted, given)).toBe(expected);
  });

  it.each([
    ["(?!x)a"],
    ["(?=x)"],
    ["(?<=x)a"],
    ["(a)\\1"],
    ["\\p{L}"],
    ["("],
    [")"],
    ["[a"],
    ["\\"],
    ["a{1000}{1000}"],
    ["(?:){1000}{1000}{1000}"],
    ["\\k<a>"],
  ])("does not know %s", (wanted) => {
    expect(occursIn(wanted, "a")).toBeNull();
  });
});
