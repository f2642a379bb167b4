import { describe, expect, it } from "vitest";
import { maySayTheSame } from "./quick-look.ts";

describe("a look at the words of the changed lines", () => {
  it.each([
    ["a word more", "f(a)\n", "f(a, b)\n"],
    ["a word less", "f(a, b)\n", "f(a)\n"],
    ["another word, and not everywhere", "f(a, a)\n", "f(a, b)\nf(c)\n"],
    ["two other words", "f(a, b)\n", "f(c, d)\n"],
    ["a word twice", "x = a\ny = b\n", "x = a\ny = b + a\n"],
    ["a number for another, everywhere", "f(1, g(1))\n", "f(2, g(2))\n"],
    ["a number for a name", "f(a)\n", "f(1)\n"],
    ["a line between lines that stay", "a\nb\nc\n", "a\nb\nd e\nc\n"],
  ])("says no: %s", (_what, before, after) => {
    expect(maySayTheSame(before, after)).toBe(false);
  });

  it.each([
    ["other lines", "f(a, b)\n", "f(\n  a,\n  b,\n)\n"],
    ["other quotes", "f('it\\'s')\n", 'f("it\'s");\n'],
    ["one word for another, everywhere", "f(a, g(a))\n", "f(b, g(b))\n"],
    ["a part of a word", "rename(a)\n", "renamed(a)\n"],
    ["letters of a number", "a = 0XFF\n", "a = 0xff\n"],
    ["an operator", "a < b\n", "a > b\n"],
    ["words of a comment", "a // one two\n", "a // three four five\n"],
    ["words within a comment", " * one two\n", " * three four five\n"],
    ["a comment that is gone", "# one two\na\n", "a\n"],
    ["words in another order", "f(a, b)\n", "f(b, a)\n"],
  ])("leaves it to the trees: %s", (_what, before, after) => {
    expect(maySayTheSame(before, after)).toBe(true);
  });
});
