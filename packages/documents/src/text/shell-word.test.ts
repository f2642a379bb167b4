import { expect, it } from "vitest";
import { pastedWord, quotedWord, shellLine } from "./shell-word.ts";

it.each([
  ["/a/b-c_1.x", "/a/b-c_1.x"],
  ["claude:1f2e", "claude:1f2e"],
  ["/a b", "'/a b'"],
  ["/a'$(id)", "'/a'\\''$(id)'"],
  ["x; rm -rf ~", "'x; rm -rf ~'"],
  ["-rf", "'-rf'"],
  ["~root", "'~root'"],
  ["", "''"],
  ["a\u001b[2J", "'a\\u001b[2J'"],
])("%j is typed %s", (text, word) => {
  expect(pastedWord(text)).toBe(word);
});

it("a quoted word is that word, and a line is read as exactly its words", () => {
  expect(quotedWord("a")).toBe("'a'");
  expect(quotedWord("it's")).toBe("'it'\\''s'");
  expect(shellLine(["env", "A=b", "-n", "a b", "", "x;y", "'"])).toBe("env A=b -n 'a b' '' 'x;y' ''\\'''");
  expect(shellLine(["A=b", "c"])).toBe("'A=b' c");
});
