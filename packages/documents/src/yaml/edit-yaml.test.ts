import { describe, expect, it } from "vitest";
import type { Checked } from "../problems/problem.ts";
import { editYaml, moveItem, type YamlEdit } from "./edit-yaml.ts";
import { type ReadYaml, readYaml } from "./read-yaml.ts";

function read(text: string): ReadYaml {
  const result = readYaml(text, "a.yaml", "BAD_INTENTS");
  if (!result.ok) throw new Error(result.problems[0]!.message);
  return result.value;
}

function textOf(result: Checked<ReadYaml>): string {
  return result.ok ? result.value.text : `! ${result.problems[0]!.message}`;
}

const edit = (text: string, ...edits: YamlEdit[]) => textOf(editYaml(read(text), edits));

describe("setting a value", () => {
  const set = (path: (string | number)[], value: never | unknown) => ({ kind: "set", path, value }) as YamlEdit;
  const rows: [string, string, YamlEdit, string][] = [
    [
      "replaces a plain word and keeps the comment",
      "a: old  # why\nb: 1\n",
      set(["a"], "new"),
      "a: new  # why\nb: 1\n",
    ],
    ["quotes what is no word", "a: old\n", set(["a"], "x: y # z"), 'a: "x: y # z"\n'],
    ["quotes words that other readers take for something else", "a: x\n", set(["a"], "yes"), 'a: "yes"\n'],
    ["quotes what looks like a number", "a: x\n", set(["a"], "1"), 'a: "1"\n'],
    ["escapes what the reader refuses", "a: x\n", set(["a"], "\u202e\u0000\u0085"), 'a: "\\u202e\\u0000\\u0085"\n'],
    ["replaces a quoted text over two lines", 'a: "x\n  y"\nb: 1\n', set(["a"], "z"), "a: z\nb: 1\n"],
    [
      "replaces a block scalar and keeps the comment of its header",
      "a: | # why\n  x\n\n  y\n\n# next\nb: 1\n",
      set(["a"], "z"),
      "a: z # why\n\n# next\nb: 1\n",
    ],
    ["replaces a block scalar at an open end", "a: |-\n  x\n  y", set(["a"], "z"), "a: z"],
    ["replaces a block scalar that keeps its blank lines", "a: |+\n  x\n\nb: 1\n", set(["a"], "z"), "a: z\nb: 1\n"],
    ["fills a blank value", "a: # why\nb: 1\n", set(["a"], "x"), "a: x # why\nb: 1\n"],
    ["fills a blank value at an open end", "b: 1\na:", set(["a"], "x"), "b: 1\na: x"],
    [
      "adds a key behind the last one",
      "a:\n  b: 1 # one\n  # below\nc: 2\n",
      set(["a", "x"], "val"),
      "a:\n  b: 1 # one\n  x: val\n  # below\nc: 2\n",
    ],
    ["adds a key at an open end", "a: 1", set(["x"], "val"), "a: 1\nx: val"],
    ["adds a key with CRLF", "a: 1\r\n", set(["x"], "val"), "a: 1\r\nx: val\r\n"],
    ["adds a key with CRLF at an open end", "a: 1\r\nb: 2", set(["x"], "val"), "a: 1\r\nb: 2\r\nx: val"],
    ["adds a key behind a block scalar", "a: |\n  x\n\n\n", set(["b"], 1), "a: |\n  x\nb: 1\n\n\n"],
    [
      "adds a key behind a block scalar that keeps its blank lines",
      "a: |+\n  x\n\n",
      set(["b"], 1),
      "a: |+\n  x\n\nb: 1\n",
    ],
    ["adds a key to a map in a list", "l:\n- a: 1\n- a: 2\n", set(["l", 0, "b"], 3), "l:\n- a: 1\n  b: 3\n- a: 2\n"],
    ["adds a key to an inline map", "m: {a: 1, } # c\n", set(["m", "b"], "x"), 'm: {a: 1, "b": "x", } # c\n'],
    ["adds a key to an empty inline map", "m: {}\n", set(["m", "b"], "x"), 'm: {"b": "x"}\n'],
    ["adds a key to an inline map of bare keys", "m: {a}\n", set(["m", "b"], "x"), 'm: {a, "b": "x"}\n'],
    ["gives a bare key its colon", "m: {a}\n", set(["m", "a"], "x"), 'm: {a: "x"}\n'],
    ["writes into an empty file", "", set(["a"], "x"), "a: x\n"],
    ["writes below comments", "# hi", set(["a"], "x"), "# hi\na: x"],
    ["writes behind a byte order mark", "\uFEFF", set(["a"], "x"), "\uFEFFa: x\n"],
    ["adds to the first line behind a byte order mark", "\uFEFFa: 1\n", set(["b"], 2), "\uFEFFa: 1\nb: 2\n"],
    [
      "replaces a block list in its own indentation",
      "a:\n    - x\n    - y # c\nb: 1\n",
      set(["a"], ["p", "q"]),
      'a:\n    - "p"\n    - "q" # c\nb: 1\n',
    ],
    ["replaces a list without indentation", "a:\n- x\nb: 1\n", set(["a"], ["p", "q"]), 'a:\n- "p"\n- "q"\nb: 1\n'],
    [
      "empties a block list",
      "a: # why\n  # first\n  - x\n  - y\nb: 1\n",
      set(["a"], []),
      "a: [] # why\n  # first\nb: 1\n",
    ],
    ["empties a block list at an open end", "a:\n  - x", set(["a"], []), "a: []"],
    ["replaces an inline list", "a: [x,  y] # c\n", set(["a"], ["p"]), 'a: ["p"] # c\n'],
    ["replaces one item", "a:\n  - x # one\n  - y\n", set(["a", 0], "p q"), 'a:\n  - "p q" # one\n  - y\n'],
    ["replaces a text by a list", "a: x # c\n", set(["a"], ["p"]), 'a: ["p"] # c\n'],
    [
      "writes long lists on lines",
      "a: x\n",
      set(["l"], ["p".repeat(60), "q".repeat(60)]),
      `a: x\nl:\n  - "${"p".repeat(60)}"\n  - "${"q".repeat(60)}"\n`,
    ],
    ["writes maps on lines", "", set(["m"], { "a b": { c: "d", e: [] } }), 'm:\n  "a b":\n    c: d\n    e: []\n'],
  ];
  it.each(rows)("%s", (_, text, change, after) => {
    expect(edit(text, change)).toBe(after);
  });

  it("takes several edits at once", () => {
    const text = "a:\n  s: x\n  u: y";
    const edits = [set(["a", "s"], "p"), set(["a", "v"], "q"), set(["a", "w"], "r"), set(["z"], 1)];
    expect(edit(text, ...edits)).toBe("a:\n  s: p\n  u: y\n  v: q\n  w: r\nz: 1");
  });
});

describe("appending to a list", () => {
  const append = (path: (string | number)[], ...items: unknown[]) => ({ kind: "append", path, items }) as YamlEdit;
  const rows: [string, string, YamlEdit, string][] = [
    ["in a block", "a:\n  - x # c\n  # end\nb: 1\n", append(["a"], "p"), 'a:\n  - x # c\n  - "p"\n  # end\nb: 1\n'],
    ["of no indentation", "a:\n- x\nb: 1\n", append(["a"], "p"), 'a:\n- x\n- "p"\nb: 1\n'],
    ["of four spaces", "a:\n    - x\n", append(["a"], "p", "q"), 'a:\n    - x\n    - "p"\n    - "q"\n'],
    ["with CRLF", "a:\r\n  - x\r\n", append(["a"], "p"), 'a:\r\n  - x\r\n  - "p"\r\n'],
    ["at an open end", "a:\n  - x", append(["a"], "p"), 'a:\n  - x\n  - "p"'],
    ["whose last item is blank", "a:\n  - x\n  -\nb: 1\n", append(["a"], "p"), 'a:\n  - x\n  -\n  - "p"\nb: 1\n'],
    ["inline", "a: [x, 'y' ] # c\n", append(["a"], "p"), "a: [x, 'y', \"p\" ] # c\n"],
    ["inline with a comma at the end", "a: [x,]\n", append(["a"], "p"), 'a: [x, "p",]\n'],
    ["inline over lines", "a: [\n  x,\n  y,\n]\n", append(["a"], "p"), 'a: [\n  x,\n  y,\n  "p",\n]\n'],
    ["that is empty", "a: [] # c\n", append(["a"], "p"), 'a: ["p"] # c\n'],
    ["that is empty but for a comment", "a: [\n  # none\n]\n", append(["a"], "p"), 'a: [\n  # none\n  "p"\n]\n'],
    ["that is absent", "b: 1\n", append(["a"], "p"), 'b: 1\na: ["p"]\n'],
    ["that is null", "a: ~ # c\n", append(["a"], "p"), 'a: ["p"] # c\n'],
    [
      "maps to a block",
      "a:\n  - x: 1\n\nb: 1\n",
      append(["a"], { x: "two", l: ["p"] }),
      'a:\n  - x: 1\n  - x: two\n    l: ["p"]\n\nb: 1\n',
    ],
    [
      "maps to an empty list",
      "a: [] # c\nb: 1\n",
      append(["a"], { x: "val", z: "w" }),
      "a: # c\n  - x: val\n    z: w\nb: 1\n",
    ],
    ["maps to a blank", "a: # c\n", append(["a"], { x: "val" }), "a: # c\n  - x: val\n"],
    ["maps to a null at an open end", "a: null", append(["a"], { x: "val" }), "a:\n  - x: val"],
    ["maps to an absent list", "", append(["a"], { x: "val" }), "a:\n  - x: val\n"],
    ["maps to an inline list", "a: [{x: 1}]\n", append(["a"], { x: "val" }), 'a: [{x: 1}, {"x": "val"}]\n'],
    ["in an inline document", "{a: []}\n", append(["a"], { x: "val" }), '{a: [{"x": "val"}]}\n'],
    [
      "inside a list of maps",
      "l:\n- s:\n  - x\n- s: []\n",
      append(["l", 0, "s"], "p"),
      'l:\n- s:\n  - x\n  - "p"\n- s: []\n',
    ],
    ["nothing at all", "a:   [x]\n", append(["a"]), "a:   [x]\n"],
    ["refused for a map", "a: {b: 1}\n", append(["a"], "p"), "! cannot change a: it is not a list"],
    ["refused for a text", "a: x\n", append(["a"], "p"), "! cannot change a: it is not a list"],
    [
      "refused where the parent is absent",
      "a: x\n",
      append(["b", "c"], "p"),
      "! cannot change b.c: what should hold the value is not there",
    ],
  ];
  it.each(rows)("%s", (_, text, change, after) => {
    expect(edit(text, change)).toBe(after);
  });
});

describe("removing an item", () => {
  const remove = (path: string[], index: number): YamlEdit => ({ kind: "remove", path, index });
  const rows: [string, string, YamlEdit, string][] = [
    [
      "from a block with its comment",
      "a:\n  # one\n  - x # c\n  # two\n  - y\n",
      remove(["a"], 0),
      "a:\n  # one\n  # two\n  - y\n",
    ],
    ["over several lines", "a:\n- b: 1\n  c:\n  - d\n- b: 2\n", remove(["a"], 0), "a:\n- b: 2\n"],
    ["at an open end", "a:\r\n- x\r\n- y", remove(["a"], 1), "a:\r\n- x"],
    ["that is the only one", "a:\n- x\nb: 1\n", remove(["a"], 0), "a: []\nb: 1\n"],
    ["first of an inline list", "a: [x, y , z]\n", remove(["a"], 0), "a: [y , z]\n"],
    ["last of an inline list", "a: [x, y , z ]\n", remove(["a"], 2), "a: [x, y ]\n"],
    ["refused where there is none", "a: [x]\n", remove(["a"], 1), "! cannot change a: there is no such item"],
    ["refused in a map", "a: {x: 1}\n", remove(["a"], 0), "! cannot change a: there is no such item"],
  ];
  it.each(rows)("%s", (_, text, change, after) => {
    expect(edit(text, change)).toBe(after);
  });
});

describe("moving an item", () => {
  const rows: [string, string, string][] = [
    [
      "to an absent list, with its comments",
      "a:\n  - x: 1 # one\n    # inside\n    y: 'z'\n  - x: 2\n# end\n",
      "a:\n  - x: 2\nb:\n  - x: 1 # one\n    # inside\n    y: 'z'\n# end\n",
    ],
    [
      "to a list of another indentation",
      "a:\n    - x: |\n        p\n\n         q\n      y: 1\nb:\n- x: 0\n",
      "a: []\nb:\n- x: 0\n- x: |\n    p\n\n     q\n  y: 1\n",
    ],
    ["to a deeper list", "a:\n- x: 1\n- x: 2\nb:\n  - x: 0\n", "a:\n- x: 2\nb:\n  - x: 0\n  - x: 1\n"],
    ["to an empty list", "b: [] # none\na:\n  - x: 1\n", "b: # none\n  - x: 1\na: []\n"],
    ["to a blank list", "b:\na:\n- x: 1\n", "b:\n- x: 1\na: []\n"],
    ["to an inline list", "b: [{x: 0}]\na:\n- x: 1 # c\n- x: 2\n", 'b: [{x: 0}, {"x": 1}]\na:\n- x: 2\n'],
    ["from an inline list", "a: [{x: 1}, {x: 2}]\n", "a: [{x: 2}]\nb:\n  - x: 1\n"],
    ["at an open end", "a:\r\n  - x: 1\r\n  - x: 2", "a:\r\n  - x: 2\r\nb:\r\n  - x: 1"],
    ["in an inline document", "{a: [{x: 1}]}", '{a: [], "b": [{"x": 1}]}'],
  ];
  it.each(rows)("%s", (_, text, after) => {
    expect(textOf(moveItem(read(text), "a", 0, "b"))).toBe(after);
  });

  it.each([
    ["a: []\n", "there is no such item"],
    ["a: {x: 1}\n", "there is no such item"],
    ["a: [1]\nb: {x: 1}\n", "cannot change b"],
  ])("is refused for %j", (text, message) => {
    expect(textOf(moveItem(read(text), "a", 0, "b"))).toContain(message);
  });
});
