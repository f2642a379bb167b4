import { describe, expect, it } from "vitest";
import { changeWords } from "./words.ts";

describe("the line of a record", () => {
  it.each([
    ["edit: src/a.ts (+1 -1)", "Change a file", { added: 1, removed: 1 }],
    ["write_to_file: a (b): c.ts (+12 -0)", "Write a file", { added: 12, removed: 0 }],
    ["mcp.files.put: x (+1 -0)", "mcp.files.put", { added: 1, removed: 0 }],
  ])("%s is %j with %j", (text, words, lines) => expect(changeWords(text)).toEqual({ words, lines }));

  it.each([
    "",
    "delete_file: src/a.ts",
    "edit: src/a.ts (+1)",
    "(+1 -1)",
    "edit: src/a.ts (+1 -1) and more",
    "edit: src/a.ts (+99999999999 -1)",
    "a person's words: (+x -y)",
  ])("%j stays as it is", (text) => expect(changeWords(text)).toEqual({ words: text, lines: null }));
});
