import { describe, expect, it } from "vitest";
import { formatProblem } from "../problems/problem.ts";
import { readYaml } from "./read-yaml.ts";

const read = (text: string) => readYaml(text, "a.yaml", "BAD_POLICY");

function refusal(text: string): string {
  const result = read(text);
  if (result.ok) throw new Error("was read");
  const [first] = result.problems;
  return `${first!.line}:${first!.column} ${first!.message}`;
}

describe("strict YAML reads", () => {
  const rows: [string, string, unknown][] = [
    ["plain values", "a: 1\nb: [x, true, null, 1.5]\nc: {d: e}\n", { a: 1, b: ["x", true, null, 1.5], c: { d: "e" } }],
    ["a byte order mark", "\uFEFFa: 1\n", { a: 1 }],
    ["CRLF line ends", "a: 1\r\nb:\r\n  - x\r\n", { a: 1, b: ["x"] }],
    ["a document start and end", "---\na: 1\n...\n# done\n", { a: 1 }],
    ["YAML 1.1 booleans as text", "a: yes\nb: on\n", { a: "yes", b: "on" }],
    ["dates as text", "a: 2026-01-02\n", { a: "2026-01-02" }],
    ["a quoted merge key as text", '"<<": x\n', { "<<": "x" }],
    ["block scalars", "a: |\n  x\n  y\nb: >-\n  x\n  y\n", { a: "x\ny\n", b: "x y" }],
    ["an astral character", "a: \u{1F600}\n", { a: "\u{1F600}" }],
    ["keys named like members of Object", "constructor: 1\ntoString: 2\n", { constructor: 1, toString: 2 }],
    ["32 levels", `a: ${"[".repeat(31)}${"]".repeat(31)}`, expect.anything()],
  ];
  it.each(rows)("%s", (_, text, value) => {
    const result = read(text);
    expect(result.ok && result.value.value).toEqual(value);
  });

  it.each(["", "\n", "# only a comment\n", "---\n", "\uFEFF", "---\n...\n"])("%j as an empty file", (text) => {
    const result = read(text);
    expect(result).toMatchObject({ ok: true, value: { root: null, value: null } });
  });
});

describe("strict YAML refuses", () => {
  const rows: [string, string, string][] = [
    ["an unclosed quote", 'a: "x\n', '2:1 not valid YAML: missing closing "quote'],
    ["an unclosed list", "a: [x\nb: 1\n", "2:1 "],
    ["a wrong indentation", "a:\n  b: 1\n c: 2\n", "3:"],
    ["tabs as indentation", "a:\n\tb: 1\n", "2:"],
    ["a duplicate key", "a: 1\nb: 2\n'a': 3\n", '3:1 key "a" appears twice, first in line 1'],
    ["a duplicate key deep down", "x:\n  - {a: 1, a: 2}\n", '2:12 key "a" appears twice, first in line 2'],
    ["a second document", "a: 1\n---\nb: 2\n", "2:1 a second document starts here"],
    ["an empty second document", "a: 1\n---\n", "2:1 a second document starts here"],
    ["a second document after an end", "a: 1\n...\nb: 1\n", "3:1 a second document starts here"],
    ["a standard tag", "a: !!str 1\n", "1:4 tags are not allowed"],
    ["a script tag", "a: !!js/function 'x'\n", "1:4 tags are not allowed"],
    ["a custom tag", "a:\n  - !x {b: 1}\n", "2:5 tags are not allowed"],
    ["a tag on the document", "!x\na: 1\n", "1:1 tags are not allowed"],
    ["a tag on a key", "!x a: 1\n", "1:1 tags are not allowed"],
    ["an anchor", "a: &x 1\n", "1:4 anchors are not allowed"],
    ["an anchor on a key", "&x a: 1\n", "1:1 anchors are not allowed"],
    ["an alias", "a: *x\n", "1:4 aliases are not allowed"],
    ["an alias as key", "*x : 1\n", "1:1 aliases are not allowed"],
    ["a merge key", "a:\n  <<: {b: 1}\n", "2:3 merge keys are not allowed"],
    ["a directive", "%YAML 1.1\n---\na: yes\n", "1:1 directives are not allowed"],
    ["a tag directive", "%TAG ! tag:x,2000:\n---\na: 1\n", "1:1 directives are not allowed"],
    ["a complex key", "? [a]\n: 1\n", "1:1 `?` keys are not allowed"],
    ["a list as key", "{[a]: 1}\n", "1:2 a key must be text"],
    ["a number as key", "a:\n  1: x\n", "2:3 a key must be text"],
    ["a missing key", ": x\n", "1:1 a key must be text"],
    ["a prototype key", "__proto__: {a: 1}\n", "1:1 this key is not allowed"],
    ["NUL", "a: x\0y\n", "1:5 the character U+0000 is not allowed here"],
    ["an escape sequence", "a: 1\nb: \u001b[2J\n", "2:4 the character U+001B is not allowed here"],
    ["a lone carriage return", "a: 1\r# b: 2\n", "1:5 the character U+000D is not allowed here"],
    ["a next-line character", "a: 1 # \u0085b: 2\n", "1:8 the character U+0085 is not allowed here"],
    ["a direction switch in a comment", "a: 1 # \u202ex\n", "1:8 the character U+202E is not allowed here"],
    ["a filler that looks like a blank", "a: 1 #\u3164x\n", "1:7 the character U+3164 is not allowed here"],
    ["a tag character", "a: 1 # \u{e0061}\n", "1:8 the character U+E0061 is not allowed here"],
    ["half a pair", "a: \ud800\n", "1:4 the character U+D800 is not allowed here"],
    ["a byte order mark inside", "a: \uFEFFx\n", "1:4 the character U+FEFF is not allowed here"],
    ["a list at the top", "- a\n- b\n", "1:1 the file must be a map of keys"],
    ["a word at the top", "hello\n", "1:1 the file must be a map of keys"],
    ["an explicit null at the top", "null\n", "1:1 the file must be a map of keys"],
    ["33 levels", `a: ${"[".repeat(32)}${"]".repeat(32)}`, "1:35 nested deeper than 32 levels"],
    ["a million brackets", "[".repeat(1_000_000), "1:33 nested deeper than 32 levels"],
    ["a million dashes", "- ".repeat(1_000_000), "nested deeper than 32 levels"],
    ["more than 4 MB", `a: ${"x".repeat(4 * 1024 * 1024)}`, "1:1 the file is larger than 4 MB"],
    [
      "more than 4 MB of bytes in fewer characters",
      `a: ${"é".repeat(3 * 1024 * 1024)}`,
      "1:1 the file is larger than 4 MB",
    ],
  ];
  it.each(rows)("%s", (_, text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it("a bomb of aliases at its first anchor", () => {
    const bomb = `a: &a [x,x]\n${[..."bcdefghi"].map((k, i) => `${k}: &${k} [*${"abcdefgh"[i]},*${"abcdefgh"[i]}]`).join("\n")}`;
    expect(refusal(bomb)).toBe("1:4 anchors are not allowed");
  });

  it("every surprise of a file, not only the first", () => {
    const result = read("a: &x 1\nb: !y 2\nc: *x\n");
    expect(result.ok ? [] : result.problems.map((it) => it.line)).toEqual([1, 2, 3]);
  });
});

describe("a problem at a path", () => {
  const text = "\uFEFFlist:\r\n  - name: one\r\n    empty:\r\n  - name: two\r\n";
  const doc = () => {
    const result = read(text);
    if (!result.ok) throw new Error("not read");
    return result.value;
  };
  const rows: [string, (string | number)[], "key" | "value", string, number][] = [
    ["a value", ["list", 1, "name"], "value", "4:11", 3],
    ["a key", ["list", 1, "name"], "key", "4:5", 4],
    ["the key when the value is blank", ["list", 0, "empty"], "value", "3:5", 5],
    ["the nearest parent of what is absent", ["list", 1, "absent"], "value", "4:5", 9],
    ["the first line of a map", ["list", 0], "value", "2:5", 9],
    ["the first key behind a byte order mark", ["list"], "key", "1:1", 4],
  ];
  it.each(rows)("marks %s", (_, path, on, place, length) => {
    const found = doc().problemAt(path, "m", "r", { on });
    expect([`${found.line}:${found.column}`, found.excerpt?.length]).toEqual([place, length]);
  });

  it("shows no control characters and no endless line", () => {
    const result = read(`a: ${"x".repeat(500)}\u001b`);
    const long = read(`# \u0007${"x".repeat(500)}`);
    for (const one of [result, long]) {
      const printed = one.ok ? "" : one.problems.map(formatProblem).join("\n");
      expect(printed).not.toBe("");
      expect(printed).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
      expect(printed.length).toBeLessThan(500);
    }
  });
});
