import { describe, expect, it } from "vitest";
import { removeMatch } from "../expand/parameters.ts";
import { calculate } from "./calculate.ts";

const numbers = new Map([["x", "3"]]);

describe("arithmetic with known numbers", () => {
  it.each([
    ["1+2*3", "7"],
    ["(1+2)*3", "9"],
    ["x*x - 1", "8"],
    ["-7/2", "-3"],
    ["7%3", "1"],
    ["- -2", null],
    ["1/0", null],
    ["010", null],
    ["0x10", null],
    ["2**3", null],
    ["x++", null],
    ["y", null],
    ["1 2", null],
    ["(1", null],
    ["1<2", null],
    ["a[0]", null],
    ["$(ls)", null],
    ["", null],
  ])("makes %s into %s", (text, result) => {
    expect(calculate(text, numbers)).toBe(result);
  });
});

describe("removing what a pattern matches", () => {
  it.each([
    ["a/b/c.txt", "*/", "#", "b/c.txt"],
    ["a/b/c.txt", "*/", "##", "c.txt"],
    ["a/b/c.txt", "/*", "%", "a/b"],
    ["a/b/c.txt", "/*", "%%", "a"],
    ["c.txt", ".txt", "%", "c"],
    ["c.txt", ".md", "%", "c.txt"],
    ["c.txt", "?", "#", ".txt"],
    ["c.txt", "[a-z]", "#", null],
    ["c.txt", "@(c)", "#", null],
    ["a".repeat(251), "*", "##", null],
  ] as const)("%s %s %s", (text, pattern, operator, result) => {
    expect(removeMatch(text, pattern, operator)).toBe(result);
  });

  it("takes no time over a pattern of many stars", () => {
    expect(removeMatch("a".repeat(250), `${"*a".repeat(19)}b`, "#")).toBe("a".repeat(250));
  });
});
