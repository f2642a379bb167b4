import fc from "fast-check";
import { expect, it } from "vitest";
import { hasInvisible } from "./invisible.ts";
import { plainLine, sameWidth, shown } from "./plain-line.ts";

it.each([
  ["folds blanks and breaks", " a\t\r\n  b\u2028c ", "a b c"],
  ["drops controls", "a\u0000\u001b[2Jb\u009b", "a[2Jb"],
  ["drops direction switches", "a\u202e\u2066\u200fb", "ab"],
  ["drops tag characters and variation selectors", "a\u{E0041}\u{E0100}\uFE0Fb", "ab"],
  ["drops half pairs and keeps whole ones", "\ud800a\u{1F600}\udc00", "a\u{1F600}"],
  ["cuts whole characters", "\u{1F600}".repeat(9), `${"\u{1F600}".repeat(4)}…`],
  ["drops fillers that look like a blank", "a\u3164\u115fb", "ab"],
  ["cuts no key in two", "abc1\uFE0F\u20E3", "abc1…"],
  ["keeps what fits exactly", "abcde", "abcde"],
])("%s", (_, text, line) => {
  expect(plainLine(text, 5 + (text.includes("[2J") ? 9 : 0))).toBe(line);
});

it("is short, visible and stable for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (text, limit) => {
      const line = plainLine(text, limit);
      expect([...line].length).toBeLessThanOrEqual(limit);
      expect(hasInvisible(line)).toBe(false);
      expect(plainLine(line, limit)).toBe(line);
      expect(sameWidth(text)).toHaveLength(text.length);
      expect(hasInvisible(JSON.parse(shown(text)))).toBe(false);
    }),
  );
});
