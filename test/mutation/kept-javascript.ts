/** Refactorings that are easily missed. */
import type { TrickyPair } from "./hand-rows.ts";

const js = "src/a.js";
const ts = "src/a.ts";

export const keptJavascript: readonly TrickyPair[] = [
  ["quotes", js, "export const a = 'b', c = 'it\\'s'", 'export const a = "b", c = "it\'s"'],
  [
    "semicolons and commas",
    js,
    "export const a = [1, 2,], f = (b, c,) => { g(b); return c; };",
    "export const a = [1, 2], f = (b, c) => { g(b)\n return c }",
  ],
  ["line ends", js, "export const a = 1;\nexport const b = 2;\n", "export const a = 1;\r\nexport const b = 2;\r\n"],
  ["parentheses of an arrow", js, "export const f = (a) => a", "export const f = a => a"],
  [
    "parentheses by strength",
    js,
    "export const f = (a, b, c) => (a * b) + c || (b && c)",
    "export const f = (a, b, c) => a * b + c || b && c",
  ],
  [
    "a rename through shorthand",
    js,
    "export const f = ({ a, b = 1 }) => ({ a, b })",
    "export const f = ({ a: x, b: y = 1 }) => ({ a: x, b: y })",
  ],
  ["a rename through an export list", js, "const a = g();\nexport { a as b }", "const c = g();\nexport { c as b }"],
  [
    "a rename of an import",
    js,
    'import { a } from "x";\nexport const b = a()',
    'import { a as c } from "x";\nexport const b = c()',
  ],
  [
    "names exchanged everywhere",
    js,
    "export function f(a, b) { return a - b }",
    "export function f(b, a) { return b - a }",
  ],
  [
    "shadowing given another name",
    js,
    "export function f(a) { return g((a) => a) + a }",
    "export function f(a) { return g((b) => b) + a }",
  ],
  [
    "a called function renamed and moved",
    js,
    "function g() { return 1 }\nexport const a = g()",
    "export const a = h()\n\nfunction h() {\n  return 1\n}",
  ],
  [
    "a constant of a function",
    js,
    "export function f(x) { return x * 60 + 60 }",
    "export function f(x) { const MINUTE = 60; return x * MINUTE + MINUTE }",
  ],
  [
    "a constant of the module",
    ts,
    'import { g } from "g";\nexport function f() { return g("a", 1) }',
    'import { g } from "g";\n\nconst NAME = "a";\nconst COUNT = 1;\n\nexport function f() {\n  return g(NAME, COUNT);\n}',
  ],
  [
    "types renamed",
    ts,
    "type A<T> = { a: T };\nexport const f = (x: A<string>) => x.a",
    "type Box<U> = { a: U };\nexport const f = (y: Box<string>) => y.a",
  ],
  [
    "imports of types in another order",
    ts,
    'import type { A } from "a";\nimport { b } from "b";\nimport type { C } from "c";\nexport const d = b as A | C',
    'import type { C } from "c";\nimport type { A } from "a";\nimport { b } from "b";\nexport const d = b as A | C',
  ],
  ["a union drawn in lines", ts, 'export type A = "a" | "b"', 'export type A =\n  | "a"\n  | "b"'],
  [
    "members of an interface",
    ts,
    "export interface A { a: string, b(): void }",
    "export interface A {\n  a: string;\n  b(): void;\n}",
  ],
  [
    "markup in other lines",
    "src/a.jsx",
    "export const f = (a) => <ul><li>{a}</li><li>one two</li></ul>",
    "export const f = (b) => (\n  <ul>\n    <li>{b}</li>\n    <li>\n      one\n      two\n    </li>\n  </ul>\n)",
  ],
  [
    "a comment for people",
    js,
    "export function f(a) { return a }",
    "/**\n * Gives back what it got.\n * @param a anything\n * @returns the same\n */\nexport function f(a) {\n  // As it is.\n  return a; // really\n}",
  ],
  [
    "several at once",
    ts,
    "const LIMIT = 10;\nfunction clamp(value: number) { return Math.min(value, LIMIT) }\nexport const f = (n: number) => clamp(n)",
    "export const f = (count: number) => limit(count);\n\n/** Keeps it small. */\nfunction limit(given: number) {\n  return Math.min(given, 10);\n}\n",
  ],
];
