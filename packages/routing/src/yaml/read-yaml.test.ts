import { describe, expect, it } from "vitest";
import { readYaml } from "./read-yaml.ts";

const read = (text: string) => readYaml({ path: "a.yaml", text }, "BAD_REGISTRY");
const said = (text: string) => {
  const result = read(text);
  return result.ok
    ? "read"
    : result.problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join("; ");
};

describe("strict YAML", () => {
  it.each<[string, string, object]>([
    ["a map", "a: 1\nb: [x, y]\n", { a: 1, b: ["x", "y"] }],
    ["an empty file as no keys", "# nothing\n", {}],
    ["a byte order mark", "\uFEFFa: x\n", { a: "x" }],
    ["one document with its start mark", "---\na: x\n", { a: "x" }],
    ["block text", "a: >\n  x\n  y\n", { a: "x y\n" }],
    ["depth that people write", "a: {b: {c: {d: [1]}}}\n", { a: { b: { c: { d: [1] } } } }],
  ])("reads %s", (_, text, value) => {
    const result = read(text);
    expect(result.ok && result.value.value).toEqual(value);
  });

  it.each([
    ["a tag", "a: !!js/function x\n", "1:18 tags are not allowed"],
    ["a plain tag", "a: !!str 1\n", "tags are not allowed"],
    ["a tag on a map", "a: !x {b: 1}\n", "tags are not allowed"],
    ["an anchor", "a: &x 1\n", "anchors are not allowed"],
    ["an alias", "a: &x 1\nb: *x\n", "2:4 aliases are not allowed"],
    ["a merge key", "a: {x: 1}\n<<: {y: 2}\n", "2:1 merge keys are not allowed"],
    ["a key twice", "a: 1\nb: 2\na: 3\n", '3:1 key "a" appears twice, first in line 1'],
    ["a key twice further down", "x:\n  a: 1\n  a: 2\n", '3:3 key "a" appears twice'],
    ["a second document", "a: 1\n---\nb: 2\n", "2:1 a second document starts here"],
    ["a directive", "%YAML 1.1\n---\na: 1\n", "directives are not allowed"],
    ["a list", "- a\n", "the file must be a map of keys"],
    ["a word", "hello\n", "the file must be a map of keys"],
    ["a number as key", "1: a\n", "a key must be text"],
    ["a map as key", "? {a: 1}\n: b\n", "a key must be text"],
    ["the prototype", "__proto__: {a: 1}\n", "this key is not allowed"],
    ["broken syntax", "a: [1\n", "not valid YAML"],
    ["a control character", "a: x\u0007\n", "U+0007"],
    ["a direction switch", "a: x\u202e\n", "U+202E"],
    ["half a pair", "a: \ud800\n", "U+D800"],
    ["too much", `a: ${"x".repeat(600_000)}`, "larger than 512 KiB"],
    ["too deep", `a: ${"[".repeat(5_000)}`, "nested deeper"],
    ["an alias bomb", "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "not allowed"],
  ])("refuses %s with its place", (_, text, message) => {
    expect(said(text)).toContain(message);
  });
});
