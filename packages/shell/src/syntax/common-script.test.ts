import { describe, expect, it } from "vitest";
import { isCommonScript } from "./common-script.ts";

describe("a script that every shell reads alike", () => {
  it.each(["ls", "rm -rf ~", "ls && rm 'a b'", 'touch "x y"; ls | wc', "rm ~/x > out.txt", "git log\nls"])(
    "is %j",
    (text) => {
      expect(isCommonScript(text)).toBe(true);
    },
  );

  it.each([
    "ls *",
    "ls =rm",
    "ls a~b",
    "ls ~bob",
    "ls &",
    "a &&& b",
    "ls $x",
    "ls `x`",
    'ls "$x"',
    "ls 'a$(b)'",
    "ls \\x",
    "ls {a,b}",
    "ls [a]",
    "(ls)",
    "ls < x",
    "ls 'a",
    "alias ls=rm; ls x",
    "X=1 ls",
    "x+=1 ls",
    "eval ls",
    "if ls; then ls; fi",
    "ls; and rm x",
    "test a -eq b",
    "ls !x",
    "repeat 2 ls",
    "ls #x",
    "ls ^x",
  ])("is not %j", (text) => {
    expect(isCommonScript(text)).toBe(false);
  });
});
