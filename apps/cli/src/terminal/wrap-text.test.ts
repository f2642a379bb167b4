import fc from "fast-check";
import { expect, it } from "vitest";
import { wrapText } from "../help.ts";

it.each([
  ["", 10, ""],
  ["one two three", 7, "one two\nthree"],
  ["one two three", 6, "one\ntwo\nthree"],
  ["a verylongword b", 4, "a\nverylongword\nb"],
  ["→ → →", 3, "→ →\n→"],
])("%j in %i columns", (text, width, wrapped) => {
  expect(wrapText(text, width)).toBe(wrapped);
});

it("loses no word and breaks only between words", () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 40 }), (given, width) => {
      const wrapped = wrapText(given.join(" "), width);
      expect(wrapped.split(/[ \n]/)).toEqual(given);
      for (const line of wrapped.split("\n")) expect(line.length <= width || !line.includes(" ")).toBe(true);
    }),
  );
});
