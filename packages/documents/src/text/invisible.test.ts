import { describe, expect, it } from "vitest";
import { hasControl, hasInvisible, invisibleAt, replaceInvisible, withoutControl } from "./invisible.ts";

/** What the definitions that stood all over the house named, one by one, before there was this one. */
const named: readonly (readonly [string, RegExp])[] = [
  ["one line of a prompt", /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|\p{Variation_Selector}/u],
  ["a YAML file", /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Cs}/u],
  ["a refusal", /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/],
  ["an answer to a host", /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u],
  ["a terminal", /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]|\p{Cs}|\p{Default_Ignorable_Code_Point}/u],
  ["a Markdown cell", /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}/u],
  ["a path", /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}|\p{Cs}/u],
  ["what a program prints", /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u],
  ["a page about a task", /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u],
];

describe("the invisible characters", () => {
  it.each(named)("are at least those that were named for %s", (_where, pattern) => {
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const text = `a${String.fromCodePoint(code)}b`;
      if (pattern.test(text) && !hasInvisible(text)) missed.push(code.toString(16));
    }
    expect(missed).toEqual([]);
  });

  it.each([
    "\u115f",
    "\u1160",
    "\u3164",
    "\uffa0",
    "\u034f",
    "\u17b4",
    "\u180e",
    "\u2065",
    "\u2800",
    "\ufdd0",
    "\u{1fffe}",
  ])("have %j among them", (character) => expect(invisibleAt(`ab${character}`)).toBe(2));

  it.each([
    "a b",
    "äöü ß",
    "日本語",
    "한국어",
    "नमस्ते",
    "👍",
    "❤\ufe0f",
    "☺\ufe0e",
    "1\ufe0f\u20e3",
    "e\u0301",
    "\u00a0",
    "\ufffd",
  ])("do not have %j among them", (text) => expect(hasInvisible(text)).toBe(false));

  it.each(["\ufe0f", "a\ufe0f", " \ufe0f", "1\ufe0f", "❤\ufe0f\ufe0f", "❤\ufe01", "❤\u{e0100}", "👩\u200d🚒"])(
    "have the marks of pictures among them where they are none: %j",
    (text) => expect(hasInvisible(text)).toBe(true),
  );

  it("are what is replaced, but for the layout of the place", () => {
    const dot = () => "·";
    expect(replaceInvisible("a\tb\nc\r\u200b", dot)).toBe("a·b·c··");
    expect(replaceInvisible("a\tb\nc\r\u200b", dot, "\t")).toBe("a\tb·c··");
    expect(replaceInvisible("a\tb\nc\r\u200b", dot, "\t\n")).toBe("a\tb\nc··");
    expect([hasInvisible("a\n"), hasInvisible("a\n", "\t\n"), invisibleAt("a\n\u200b", "\t\n")]).toEqual([
      true,
      false,
      2,
    ]);
  });
});

describe("controls", () => {
  it("are C0, DEL and C1, and nothing else", () => {
    const found: number[] = [];
    for (let code = 0; code <= 0x10ffff; code++) if (hasControl(`a${String.fromCodePoint(code)}b`)) found.push(code);
    expect(found).toEqual([...Array(32).keys(), ...Array.from({ length: 33 }, (_, at) => 0x7f + at)]);
  });

  it("are not in an empty text, which a schema refuses all the same", () => {
    expect([hasControl(""), withoutControl.test("")]).toEqual([false, false]);
  });
});
