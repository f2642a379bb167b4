import { visibleText } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import { clippedText, commandLines, printable, visibleValue } from "./shown-text.ts";

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
];

describe("text that others wrote", () => {
  it.each([...hidden, "\u001b", "\r"])("spells %j out, the same at every door", (character) => {
    const text = `a${character}b`;
    expect(visibleText(text)).toMatch(/^a\\[ux][0-9a-f{}]+b$/);
    expect([printable(text), clippedText(text, 100), visibleValue(text)]).toEqual(Array(3).fill(visibleText(text)));
  });

  it.each(["plain", "äöü ß", "日本語", "👍", "\tx", "❤\ufe0f"])("leaves %j as it is", (text) => {
    expect([printable(text), clippedText(text, 100), visibleText(text)]).toEqual([text, text, text]);
  });

  it("keeps lines only where they are asked for", () => {
    expect(printable("a\nb")).toBe("a\nb");
    expect(clippedText("a\nb", 100)).toBe("a\\x0ab");
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
    expect(visibleValue(value)).toEqual({ "k\\u202e": ["a\\x0ab", { c: "\\x1b" }], yes: true, no: null, n: 3 });
  });
});

describe("the lines of a command", () => {
  it("are marked, so that none passes for a line of ours", () => {
    expect(commandLines("a\nIntent: none\r\u202e")).toEqual(["│ a", "│ Intent: none\\x0d\\u202e"]);
  });

  it("are the first and the last ones of many", () => {
    const lines = commandLines(`python3 x\n${"\n".repeat(60)}rm -rf src`);
    expect(lines).toHaveLength(20);
    expect([lines[0], lines[14], lines.at(-1)]).toEqual(["│ python3 x", "… 43 more lines", "│ rm -rf src"]);
  });
});
