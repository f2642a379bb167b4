/** Constants that are more than their value, and order that matters. */
import type { TrickyPair } from "./hand-rows.ts";

const js = "src/a.js";
const ts = "src/a.ts";

export const trickyConstants: readonly TrickyPair[] = [
  // Constants that are more than their value.
  ["an object for a constant", js, "const o = {};\nexport const f = () => o", "export const f = () => ({})"],
  ["an array for a constant", js, "const o = [1];\nexport const f = () => o", "export const f = () => [1]"],
  [
    "a pattern for a constant",
    js,
    "const p = /a/g;\nexport const f = (x) => p.test(x)",
    "export const f = (x) => /a/g.test(x)",
  ],
  [
    "a call for a constant",
    js,
    "const now = Date.now();\nexport const f = () => now",
    "export const f = () => Date.now()",
  ],
  [
    "a name for a constant",
    js,
    "let n = 1;\nconst m = n;\nn = 2;\nexport const f = () => m",
    "let n = 1;\nn = 2;\nexport const f = () => n",
  ],
  ["a variable for a constant", js, "let n = 1;\nexport const f = () => n++", "export const f = () => 1"],
  [
    "a constant before it is set",
    js,
    "export const a = f();\nconst N = 1;\nfunction f() { return N }",
    "export const a = f();\nfunction f() { return 1 }",
  ],
  [
    "a constant in another case",
    js,
    "export function f(x) { switch (x) { case 0: const N = 1; break; default: return N } }",
    "export function f(x) { switch (x) { case 0: break; default: return 1 } }",
  ],
  ["an exported constant", js, "export const N = 1;\nexport const f = () => N", "export const f = () => 1"],
  ["a listed constant", js, "const N = 1;\nexport { N }", "export { }"],
  ["a constant of a script", js, "const N = 1;\nfunction f() { return N }", "function f() { return 1 }"],
  [
    "a path that bundlers read",
    js,
    'export const f = () => import("./a.js")',
    'const path = "./a.js";\nexport const f = () => import(path)',
  ],
  [
    "a path that node reads",
    "a.cjs",
    'exports.f = () => require("./a.js")',
    'const path = "./a.js";\nexports.f = () => require(path)',
  ],
  [
    "a worker that bundlers read",
    js,
    'export const w = () => new Worker(new URL("./w.js", import.meta.url))',
    'const path = "./w.js";\nexport const w = () => new Worker(new URL(path, import.meta.url))',
  ],
  [
    "a message that collectors read",
    js,
    'export const f = (t) => t("hello")',
    'const key = "hello";\nexport const f = (t) => t(key)',
  ],
  ["exports that node reads", "a.cjs", "const a = 1;\nmodule.exports = { a }", "module.exports = { a: 1 }"],
  [
    "a function taken to a browser",
    js,
    'export const f = (page) => page.evaluate(() => document.title + "x")',
    'const X = "x";\nexport const f = (page) => page.evaluate(() => document.title + X)',
  ],
  [
    "a function taken to a server",
    js,
    'export const f = async () => { "use server"; return 5 }',
    'const N = 5;\nexport const f = async () => { "use server"; return N }',
  ],
  [
    "a constant in a mock",
    "src/a.test.js",
    'vi.mock("x", () => ({ a: 5 }));\nexport {}',
    'const N = 5;\nvi.mock("x", () => ({ a: N }));\nexport {}',
  ],
  [
    "settings that a framework reads",
    js,
    'export const config = { matcher: "/a" }',
    'const PATH = "/a";\nexport const config = { matcher: PATH }',
  ],
  [
    "a directive from a constant",
    js,
    'const s = "use strict";\nexports.f = function () { s; return this }',
    'exports.f = function () { "use strict"; return this }',
  ],
  [
    "a constant in a tagged template",
    js,
    `const N = 1;\nexport const q = sql\`a \${N}\``,
    `export const q = sql\`a \${1}\``,
  ],
  [
    "a template's text for a constant",
    js,
    `const N = "1";\nexport const q = sql\`a \${N}\``,
    "export const q = sql`a 1`",
  ],
  [
    "a constant that is assigned",
    js,
    "export function f() { const N = 1; N = 2; return N }",
    "export function f() { return 1 }",
  ],
  ["another value", js, "const N = 1;\nexport const f = () => N", "export const f = () => 2"],
  ["another spelling of a number", js, "export const f = (x) => x | 010", "export const f = (x) => x | 10"],
  // Order that matters.
  [
    "two functions of one name",
    js,
    "function f() { return 1 }\nfunction f() { return 2 }\nmodule.exports = f()",
    "function f() { return 2 }\nfunction f() { return 1 }\nmodule.exports = f()",
  ],
  [
    "a function out of its block",
    js,
    "export {}\nif (a) { function f() {} f() }",
    "export {}\nfunction f() {}\nif (a) { f() }",
  ],
  ["an arrow moved", js, "const f = () => 1;\nexport const a = f()", "export const a = f();\nconst f = () => 1"],
  ["a class moved", js, "class A {}\nexport const a = new A()", "export const a = new A();\nclass A {}"],
  ["imports with effects", js, 'import "a";\nimport "b"', 'import "b";\nimport "a"'],
  [
    "imports of types and values",
    ts,
    'import { type A, b } from "a";\nimport { c } from "c";\nexport const d = [b, c]',
    'import { c } from "c";\nimport { type A, b } from "a";\nexport const d = [b, c]',
  ],
  [
    "a type import made a value import",
    ts,
    'import type { A } from "a";\nexport let a: A',
    'import { A } from "a";\nexport let a: A',
  ],
  ["keys of an object", js, "export const o = { b: 1, a: 2 }", "export const o = { a: 2, b: 1 }"],
  ["spread and keys", js, "export const f = (o) => ({ ...o, a: 1 })", "export const f = (o) => ({ a: 1, ...o })"],
  ["fields of a class", js, "export class A { a = f(); b = g() }", "export class A { b = g(); a = f() }"],
  [
    "overloads",
    ts,
    "export function f(a: string): void;\nexport function f(a: number): void;\nexport function f() {}",
    "export function f(a: number): void;\nexport function f(a: string): void;\nexport function f() {}",
  ],
  [
    "declarations that call",
    js,
    "export function f() { const a = g(); const b = h(); return [a, b] }",
    "export function f() { const b = h(); const a = g(); return [a, b] }",
  ],
  [
    "a closure over a loop",
    js,
    "export const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i)",
    "export const fs = []; for (var i = 0; i < 3; i++) fs.push(() => i)",
  ],
];
