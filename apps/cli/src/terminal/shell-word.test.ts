import { expect, it } from "vitest";
import { shellWord } from "./one-line.ts";

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
  expect(shellWord(text)).toBe(word);
});
