import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasInvisible } from "./invisible.ts";
import { clippedText, oneLinePrintable, printable, visibleText, visibleValue } from "./visible-text.ts";

const hidden = [
  "\u061c",
  "\u00ad",
  "\u206a",
  "\u206f",
  "\ud800",
  "\udfff",
  "\u202e",
  "\u200b",
  "\u2028",
  "\u034f",
  "\u{e0061}",
  "\u3164",
  "\u115f",
  "\ufe0f",
];

describe("text that others wrote", () => {
  it.each([...hidden, "\u001b", "\r"])("spells %j out, the same at every door", (character) => {
    const text = `a${character}b`;
    expect(visibleText(text)).toMatch(/^a(\\u[0-9a-f]{4}){1,2}b$/);
    const others = [printable(text), oneLinePrintable(text), clippedText(text, 100), visibleValue(text)];
    expect(others).toEqual(others.map(() => visibleText(text)));
  });

  it.each(["plain", "äöü ß", "日本語", "👍", "\tx", "❤\ufe0f"])("leaves %j as it is", (text) => {
    expect([printable(text), clippedText(text, 100), visibleText(text)]).toEqual([text, text, text]);
  });

  it("is still the same JSON where it was JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(visibleText(text))).toEqual(JSON.parse(text));
        expect(hasInvisible(visibleText(text))).toBe(false);
      }),
    );
  });

  it("keeps lines only where they are asked for", () => {
    expect(printable("a\nb")).toBe("a\nb");
    expect(clippedText("a\nb", 100)).toBe("a\\u000ab");
  });

  it("shows the end of what is too long as well", () => {
    const shown = printable(`ls${" ".repeat(9_000)}; rm -rf src`);
    expect(shown).toMatch(/^ls/);
    expect(shown).toMatch(/\(5014 more characters\)/);
    expect(shown).toMatch(/; rm -rf src$/);
  });

  it("cuts no character in half", () => {
    expect(visibleText(clippedText(`a${"👍".repeat(20)}`, 10))).not.toContain("\\ud");
    expect(visibleText(printable(`a${"👍".repeat(9_000)}b`))).not.toContain("\\ud");
  });

  it("is cleaned in every place of a value, whose other parts stay", () => {
    const value = { "k\u202e": ["a\nb", { c: "\u001b" }], yes: true, no: null, n: 3 };
    expect(visibleValue(value)).toEqual({ "k\\u202e": ["a\\u000ab", { c: "\\u001b" }], yes: true, no: null, n: 3 });
  });
});
