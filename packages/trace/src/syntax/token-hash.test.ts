import { describe, expect, it } from "vitest";
import { treeOf } from "../../../../test/support/trace/installed-syntax.ts";
import { tokenHashes, wordHashes } from "./token-hash.ts";

const whole = async (path: string, source: string) => tokenHashes(await treeOf(path, source)).whole();

describe("the token hash of a file stays", () => {
  it.each([
    ["lines and spaces", "a.js", "f(a,b)", "f(\n  a,\n  b\n)\n"],
    ["comments", "a.js", "f(a)", "// Counts.\nf(/* one */ a)"],
    ["semicolons and last commas", "a.ts", "f(a, [b]);", "f(a, [b,],)"],
    ["quotes", "a.js", "f('a')", 'f("a")'],
    ["line ends", "a.js", "f(a);\ng(`x\ny`);\n", "f(a);\r\ng(`x\r\ny`);\r\n"],
    ["lines of markup", "a.jsx", "a = <p>one <b>two</b></p>", "a = (<p>\n  one <b>two</b>\n</p>)".replace(/[()]/g, "")],
    ["how deep Python is indented", "a.py", "if a:\n  b()\nc()\n", "if a:\n        b()\nc()\n"],
    ["Python's lines in brackets", "a.py", "f(a, b)\n", "f(\n    a,\n    b,\n)\n"],
    [
      "Go's lines",
      "a.go",
      "package p\n\nfunc f() { g(1, 2) }\n",
      "package p\n\nfunc f() {\n\tg(\n\t\t1,\n\t\t2,\n\t)\n}\n",
    ],
    ["Java's lines", "A.java", "class A { void f() {} }", "class A\n{\n  void f() {\n  }\n}"],
  ])("whatever the %s", async (_what, path, one, other) => {
    expect(await whole(path, one)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await whole(path, other)).toBe(await whole(path, one));
  });
});

describe("the token hash of a file changes", () => {
  it.each([
    ["a name", "a.js", "f(a)", "f(b)"],
    ["a string", "a.js", 'f("a")', 'f("a ")'],
    ["a template", "a.js", "f(`a\n b`)", "f(`a\nb`)"],
    ["a blank line in a template", "a.js", "f(`a\n\nb`)", "f(`a\nb`)"],
    ["text of markup", "a.jsx", "a = <p>one</p>", "a = <p>two</p>"],
    ["a directive", "a.ts", "// eslint-disable-next-line\nf(a)", "f(a)"],
    ["a docstring", "a.py", 'def f():\n  """a"""\n', 'def f():\n  """b"""\n'],
    ["indentation", "a.py", "if a:\n  b()\n  c()\n", "if a:\n  b()\nc()\n"],
    ["indentation by two steps", "a.py", "if a:\n if b:\n  c()\nd()\n", "if a:\n if b:\n  c()\n d()\n"],
    ["a tuple of one", "a.py", "a = (b,)\n", "a = (b)\n"],
    ["a hole", "a.js", "a = [b, ,]", "a = [b,]"],
    ["words that ran together", "a.js", 'f("ab", "c")', 'f("a", "bc")'],
  ])("with %s", async (_what, path, one, other) => {
    expect(await whole(path, one)).not.toBe(await whole(path, other));
  });

  it("with the language", async () => {
    expect(await whole("a.js", "a(b)")).toBe(await whole("a.ts", "a(b)"));
    expect(await whole("a.js", "a(b)")).not.toBe(await whole("a.py", "a(b)"));
  });
});

describe("the token hash of a range", () => {
  it("is that of its lines, wherever they stand and however they are written", async () => {
    const before = tokenHashes(await treeOf("a.js", "first()\nif (a) {\n  b( c )\n}\n"));
    const after = tokenHashes(await treeOf("a.js", "if (x) {\n\n      b(c); // here\n}\n"));
    expect(after.of({ start_line: 3, end_line: 3 })).toBe(before.of({ start_line: 3, end_line: 3 }));
    expect(after.of({ start_line: 1, end_line: 3 })).not.toBe(before.of({ start_line: 2, end_line: 3 }));
  });

  it("of Python does not know how deep its first line stands", async () => {
    const shallow = tokenHashes(await treeOf("a.py", "if a:\n    b()\n"));
    const deep = tokenHashes(await treeOf("a.py", "def f():\n    if a:\n        b()\n"));
    expect(deep.of({ start_line: 2, end_line: 3 })).toBe(shallow.of({ start_line: 1, end_line: 2 }));
  });

  it("is none where nothing is said", async () => {
    const hashes = tokenHashes(await treeOf("a.js", "a()\n\n// Only this.\n\nb()\n"));
    expect(hashes.of({ start_line: 2, end_line: 4 })).toBeNull();
    expect(hashes.of({ start_line: 3, end_line: 2 })).toBeNull();
    expect(hashes.of({ start_line: 9, end_line: 12 })).toBeNull();
  });

  it("inside a text is that of these lines of it", async () => {
    const hashes = tokenHashes(await treeOf("a.js", "a = `one\ntwo\nthree`\nb = `x\ntwo\ny`\n"));
    expect(hashes.of({ start_line: 2, end_line: 2 })).toBe(hashes.of({ start_line: 5, end_line: 5 }));
  });
});

describe("without a grammar", () => {
  it("words are hashed, whatever white space stands between them", () => {
    expect(wordHashes("a:  1\n  b: 2\n").whole()).toBe(wordHashes("a: 1\n\nb: 2").whole());
    expect(wordHashes("a: 1\n").whole()).not.toBe(wordHashes("a:1\n").whole());
    expect(wordHashes("x\na b\n").of({ start_line: 2, end_line: 2 })).toBe(wordHashes("a\tb").whole());
    expect(wordHashes(" \n\t\n").whole()).toBeNull();
  });
});
