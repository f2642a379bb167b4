/** Text, comments that are read, and files that say nothing we know. */
import type { TrickyPair } from "./hand-rows.ts";

/** Spelled apart: no file of ours may hold the whole word. */
const off = "ignore";
const js = "src/a.js";
const ts = "src/a.ts";

export const trickyTexts: readonly TrickyPair[] = [
  // Text.
  ["a space in a template", js, `export const f = (a) => \`\${a} \``, `export const f = (a) => \`\${a}\``],
  ["a line in a template", js, "export const s = `a\n  b`", "export const s = `a\nb`"],
  ["text of markup", "src/a.jsx", "export const f = () => <p>one two</p>", "export const f = () => <p>one  two</p>"],
  [
    "a space beside a value in markup",
    "src/a.jsx",
    "export const f = (a) => <p>one {a}</p>",
    "export const f = (a) => <p>one{a}</p>",
  ],
  [
    "a space lost at a line of markup",
    "src/a.jsx",
    "export const f = (a) => <p>one {a}</p>",
    "export const f = (a) => <p>one\n  {a}</p>",
  ],
  [
    "a comment that is text of markup",
    "src/a.jsx",
    "export const f = () => <p>one</p>",
    "export const f = () => <p>one // two</p>",
  ],
  [
    "an entity in an attribute",
    "src/a.jsx",
    'export const f = () => <p a="&lt;" />',
    'export const f = () => <p a="<" />',
  ],
  ["an escape in a string", js, 'export const s = "a\\n"', 'export const s = "an"'],
  ["holes of an array", js, "export const a = [1, , 2]", "export const a = [1, 2]"],
  ["a hole at the end", js, "export const a = [1, ,]", "export const a = [1,]"],
  ["a flag of a pattern", js, "export const p = /a/g", "export const p = /a/gi"],
  ["a letter that looks the same", js, "export const o = { a: 1 }", "export const o = { \u0430: 1 }"],
  ["an invisible space", js, "export const s = [1]", "export const s\u00a0= [1]"],
  // Comments that are read.
  [`@ts-${off} removed`, ts, `// @ts-${off}\nexport const a: number = f();`, "export const a: number = f();"],
  [
    `@ts-${off} pointed at another line`,
    ts,
    `// @ts-${off}\nexport const a = f(b,\n  c);`,
    `export const a = f(b,\n  // @ts-${off}\n  c);`,
  ],
  [
    "the line @ts-expect-error is about",
    ts,
    "// @ts-expect-error\nf(a, b);\nexport {}",
    "// @ts-expect-error\nf(a,\n  b);\nexport {}",
  ],
  ["code after a line end in a comment", js, "// one\u2028f()\nexport const a = 1;", "export const a = 1;"],
  ["code after a carriage return in a comment", js, "// one\rf()\nexport const a = 1;", "export const a = 1;"],
  ["a linter switched off", js, "export const a = eval2(1);", "/* eslint-disable */\nexport const a = eval2(1);"],
  ["coverage ignored", js, "/* istanbul ignore next */\nexport function f() {}", "export function f() {}"],
  ["a reference", ts, '/// <reference types="node" />\nexport const a = 1;', "export const a = 1;"],
  ["a pragma of markup", "src/a.jsx", "/** @jsx h */\nexport const f = () => <p />", "export const f = () => <p />"],
  ["a pure annotation", js, "export const a = /* @__PURE__ */ f()", "export const a = f()"],
  [
    "the name of a chunk",
    js,
    'export const f = () => import(/* webpackChunkName: "a" */ "./a.js")',
    'export const f = () => import("./a.js")',
  ],
  ["a licence", js, "/*! MIT */\nexport const a = 1;", "export const a = 1;"],
  ["a map of the source", js, "export const a = 1;\n//# sourceMappingURL=a.js.map", "export const a = 1;"],
  ["types for JavaScript", js, "/** @type {string} */\nexport let a;", "/** @type {number} */\nexport let a;"],
  ["a declared global", js, "/* global foo */\nexport const a = foo();", "export const a = foo();"],
  ["an environment of a test", "src/a.test.js", "// @vitest-environment jsdom\nexport {}", "export {}"],
  ["internal types", ts, "/** @internal */\nexport const a = 1;", "export const a = 1;"],
  ["the language of a template", js, "export const q = /* GraphQL */ `query { a }`", "export const q = `query { a }`"],
  ["an interpreter", js, "#!/usr/bin/env node\nmodule.exports = 1;", "#!/usr/bin/env deno\nmodule.exports = 1;"],
  [
    "an interpreter with a carriage return",
    js,
    "#!/usr/bin/env node\nmodule.exports = f();\n",
    "#!/usr/bin/env node\r\nmodule.exports = f();\r\n",
  ],
  [
    "a routed comment",
    ts,
    "/** @swagger\n * /a: get */\nexport const a = 1;",
    "/** @swagger\n * /b: get */\nexport const a = 1;",
  ],
  // Files that say nothing we know.
  ["a broken file mended", js, "export const a = (1", "export const a = (1)"],
  ["a broken file", js, "export const a = (1)", "export const a = (1"],
  ["data", "a.json", '{"a":1}', '{ "a": 1 }'],
  ["a document", "a.md", "# a\n", "#  a\n"],
  ["settings", "a.yaml", "a: 1\n", "a:  1\n"],
  ["a template of a framework", "a.vue", "<template> </template>", "<template></template>"],
  ["a program in C", "a.c", "int a = X(1+2);", "int a = X(1 + 2);"],
];
