import fc from "fast-check";
import { expect, it } from "vitest";
import { count, oneLine } from "./one-line.ts";

it.each([
  ["a\nb\t c", "a b c"],
  ["\u001b[2Jgone", "\\u001b[2Jgone"],
  ["a\u202eb", "a\\u202eb"],
  ["  x  ", "x"],
])("%j becomes %j", (text, line) => {
  expect(oneLine(text)).toBe(line);
});

it("never breaks a line, moves the cursor or grows past its limit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.integer({ min: 1, max: 60 }), (text, limit) => {
      const line = oneLine(text, limit);
      expect([...line].length).toBeLessThanOrEqual(limit);
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

it("counts in words", () => {
  expect([count(1, "record"), count(0, "record"), count(2, "entry", "entries")]).toEqual([
    "1 record",
    "0 records",
    "2 entries",
  ]);
});
