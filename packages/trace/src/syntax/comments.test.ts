import { describe, expect, it } from "vitest";
import { treeOf } from "../../../../test/support/trace/installed-syntax.ts";
import { commentRole, isComment } from "./comments.ts";
import type { SyntaxNode } from "./syntax-tree.ts";

async function roleIn(path: string, source: string): Promise<string | undefined> {
  const tree = await treeOf(path, source);
  const find = (node: SyntaxNode): SyntaxNode | undefined =>
    isComment(node) ? node : node.children.map(find).find((found) => found !== undefined);
  const comment = find(tree.root);
  return comment && commentRole(tree, comment);
}

describe("a comment for people", () => {
  it.each([
    ["a.ts", "// Counts what is left.\nf()"],
    ["a.ts", "f() // and then: nothing"],
    ["a.ts", "/* two\n   lines */ f()"],
    ["a.ts", "/**\n * Gives back what it got.\n * @param a what it gets\n * @returns the same, {@link f}\n */\nf()"],
    ["a.ts", "// TODO: more\nf()"],
    ["a.ts", "// see https://example.com/a?b=c#d\nf()"],
    ["a.ts", "// -----------\nf()"],
    ["a.js", "// f(1);\nf()"],
    ["a.py", "# Counts what is left.\nf()\n"],
    ["a.py", "####\nf()\n"],
    ["a.go", "// F does things.\npackage p\n"],
    ["A.java", "/** Does things. */\nclass A {}"],
  ])("is prose: %s %j", async (path, source) => {
    expect(await roleIn(path, source)).toBe("prose");
  });
});

describe("a comment that a program may read", () => {
  it.each([
    ["a.ts", `// @ts-${"ignore"}\nf()`, "aimed"],
    ["a.ts", "// @ts-expect-error because\nf()", "aimed"],
    ["a.ts", "// eslint-disable-next-line no-eval\nf()", "aimed"],
    ["a.ts", "f() // eslint-disable-line", "aimed"],
    ["a.ts", "// biome-ignore lint/x: why\nf()", "aimed"],
    ["a.ts", "// prettier-ignore\nf()", "aimed"],
    ["a.ts", "/* istanbul ignore next */\nf()", "aimed"],
    ["a.ts", "/* c8 ignore start */\nf()", "aimed"],
    ["a.ts", "// $FlowFixMe\nf()", "aimed"],
    ["a.ts", `// @ts-${"nocheck"}\nf()`, "kept"],
    ["a.ts", "/* eslint no-var: 2 */\nf()", "kept"],
    ["a.ts", "/* global a, b */\nf()", "kept"],
    ["a.ts", '/// <reference path="a" />\nf()', "kept"],
    ["a.ts", "f(/* @__PURE__ */ g())", "kept"],
    ["a.ts", "f(/*#__PURE__*/ g())", "kept"],
    ["a.ts", '/* webpackChunkName: "a" */\nf()', "kept"],
    ["a.ts", "/*! keep */\nf()", "kept"],
    ["a.ts", "/** @license MIT */\nf()", "kept"],
    ["a.ts", "/** @deprecated no */\nf()", "kept"],
    ["a.ts", "/** @jsx h */\nf()", "kept"],
    ["a.ts", "//# sourceMappingURL=a.js.map\nf()", "kept"],
    ["a.ts", "/*:: type A = 1 */\nf()", "kept"],
    ["a.ts", "f(/* HTML */ `<p>`)", "kept"],
    ["a.ts", "// bad \u202e order\nf()", "kept"],
    ["a.js", "/** @param {string} a */\nf()", "kept"],
    ["a.js", "#!/usr/bin/env node\nf()", "kept"],
    ["a.py", "import a  # noqa\n", "aimed"],
    ["a.py", "f()  # type: ignore\n", "aimed"],
    ["a.py", "f()  # pragma: no cover\n", "aimed"],
    ["a.py", "# fmt: off\nf()\n", "aimed"],
    ["a.py", "# -*- coding: utf-8 -*-\nf()\n", "kept"],
    ["a.py", "#!/usr/bin/python\nf()\n", "kept"],
    ["a.py", "#: documented\nf()\n", "kept"],
    ["a.py", "# %%\nf()\n", "kept"],
    ["a.py", '# /// script\n# requires-python = ">=3.11"\n# ///\nf()\n', "kept"],
    ["a.go", "//go:build linux\n\npackage p\n", "aimed"],
    ["a.go", "// +build linux\n\npackage p\n", "kept"],
    ["a.go", "//export F\npackage p\n", "kept"],
    ["a_test.go", "// Anything.\npackage p\n", "kept"],
    ["a.go", '// int x;\nimport "C"\n', "aimed"],
    ["A.java", "// \\u000a int x;\nclass A {}", "kept"],
    ["A.java", "/** @deprecated no */\nclass A {}", "kept"],
    ["a.rs", "/// Shown in the documentation.\nfn f() {}", "kept"],
    ["a.rb", "# frozen_string_literal: true\nf\n", "kept"],
    ["a.c", "// goes on \\\n  here\nint a;", "kept"],
  ])("is code: %s %j", async (path, source, role) => {
    expect(await roleIn(path, source)).toBe(role);
  });

  it("is judged without backtracking, however long it is", async () => {
    for (const text of [`/* ${"a ".repeat(200_000)}*/`, `/*${"*".repeat(300_000)}*/`, `// ${"-=".repeat(200_000)}`])
      expect(await roleIn("a.ts", `${text}\nf()`)).toBe("kept");
  });
});
