import { describe, expect, it } from "vitest";
import { type LineRules, splitLine } from "./split-line.ts";

const asShell: LineRules = {
  isSign: (sign, word) => "|$".includes(sign) || (sign === "~" && word === null),
  isSignInQuotes: (sign) => sign === "$",
  escapes: true,
};
const asLetters: LineRules = { ...asShell, isSignInQuotes: () => false, escapes: false };

describe("a line without a sign of the shell's", () => {
  it.each<[string, LineRules, string[]]>([
    ["", asShell, []],
    [" a\tb ", asShell, ["a", "b"]],
    ["a '' \"\"", asShell, ["a", "", ""]],
    [`a"b c"'d e'f`, asShell, ["ab cd ef"]],
    ["'|$~' a~", asShell, ["|$~", "a~"]],
    ['a\\ b "\\"\\x"', asShell, ["a b", '"\\x']],
    ['a\\ b "$c"', asLetters, ["a\\", "b", "$c"]],
  ])("%j is its words", (text, rules, words) => {
    expect(splitLine(text, rules)).toEqual({ ends: "all", words });
  });
});

describe("a line that is no list of words", () => {
  it.each<[string, LineRules, string, string[], string | null]>([
    ["a b|c", asShell, "|", ["a"], "b"],
    ["a ~", asShell, "~", ["a"], null],
    ['a b"$c"', asShell, "$", ["a"], null],
    ['a "\\\n"', asShell, "\n", ["a"], null],
    ["a b\\\nc", asShell, "\n", ["a"], "b"],
    ["$a", asLetters, "$", [], null],
  ])("%j ends with a sign that only a shell understands", (text, rules, sign, words, word) => {
    expect(splitLine(text, rules)).toEqual({ ends: "sign", sign, words, word });
  });

  it.each<[string, LineRules, string]>([
    ["a 'b", asShell, "'"],
    ['a "b\\"', asShell, '"'],
    ['a "$b', asShell, '"'],
    ["a \\", asShell, "\\"],
    ['a "b', asLetters, '"'],
  ])("%j stays open", (text, rules, sign) => {
    expect(splitLine(text, rules)).toEqual({ ends: "open", sign });
  });
});
