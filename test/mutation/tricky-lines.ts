/** Lines, brackets and parentheses that are more than layout. */
import type { TrickyPair } from "./hand-rows.ts";

const js = "src/a.js";
const ts = "src/a.ts";

export const trickyLines: readonly TrickyPair[] = [
  // Lines that end a statement.
  ["a line after return", js, "export function f(x) {\n  return x;\n}", "export function f(x) {\n  return\n  x;\n}"],
  [
    "a comment with a line in it after return",
    js,
    "export function f(x) { return /* a */ x; }",
    "export function f(x) { return /*\n*/ x; }",
  ],
  ["a line before ++", js, "export let a = 1, b = 2;\na\n++\nb", "export let a = 1, b = 2;\na++\nb"],
  [
    "a semicolon before a bracket",
    js,
    "const a = f\n[1, 2].forEach(g)\nexport {}",
    "const a = f;\n[1, 2].forEach(g)\nexport {}",
  ],
  [
    "a semicolon before a parenthesis",
    js,
    "const a = f\n(function () {})()\nexport {}",
    "const a = f;\n(function () {})()\nexport {}",
  ],
  ["a semicolon before a template", js, "const a = f\n`x`\nexport {}", "const a = f;\n`x`\nexport {}"],
  ["a semicolon before a slash", js, "const a = f\n/x/g.exec(y)\nexport {}", "const a = f;\n/x/g.exec(y)\nexport {}"],
  [
    "a line after async",
    js,
    "export {}\nvar async\nasync\nfunction f() {}",
    "export {}\nvar async\nasync function f() {}",
  ],
  ["a line after yield", js, "export function* g(x) { yield x }", "export function* g(x) { yield\nx }"],
  [
    "a line after continue",
    js,
    "export {}\na: for (;;) { for (;;) { continue a } }",
    "export {}\na: for (;;) { for (;;) { continue\na } }",
  ],
  ["a field named get", js, "export class A { get\nfoo() {} }", "export class A { get;\nfoo() {} }"],
  ["a field named static", js, "export class A { static\nfoo = 1 }", "export class A { static;\nfoo = 1 }"],
  [
    "an async method that is a field and a method",
    js,
    "export class A { async\nfoo() {} }",
    "export class A { async foo() {} }",
  ],
  ["a generator after a field", js, "export class A { x = 1\n*y() {} }", "export class A { x = 1;\n*y() {} }"],
  ["a computed field after a field", js, "export class A { x = y\n['z'] = 1 }", "export class A { x = y;\n['z'] = 1 }"],
  [
    "a type alias that is two statements",
    ts,
    "export let type = 1, A;\ntype\nA = 2",
    "export let type = 1, A;\ntype A = 2",
  ],
  [
    "an array type on the next line",
    ts,
    "export interface A { a: B\n[key: string]: C }",
    "export interface A { a: B;\n[key: string]: C[] }",
  ],
  ["arrow head on the next line", js, "export {}\nvar async\nasync\n(x)", "export {}\nvar async\nasync; (x)"],
  ["loop without a body", js, "export {}\nfor (;;) f()", "export {}\nfor (;;); f()"],
  ["an if without a body", js, "export {}\nif (a) b()", "export {}\nif (a); b()"],
  ["an html comment", js, "var x = a\n<!--b", "var x = a\n< !--b"],
  // Parentheses that mean something.
  ["an optional chain cut", js, "export const f = (a) => a?.b.c", "export const f = (a) => (a?.b).c"],
  ["an optional call cut", js, "export const f = (a) => a?.b().c", "export const f = (a) => (a?.b()).c"],
  ["a method taken off its object", js, "export const f = (a) => (a.b)()", "export const f = (a) => (0, a.b)()"],
  ["minus regrouped", js, "export const f = (a, b, c) => a - (b - c)", "export const f = (a, b, c) => a - b - c"],
  ["addition of strings regrouped", js, "export const f = (a) => a + (1 + 2)", "export const f = (a) => a + 1 + 2"],
  [
    "multiplication regrouped",
    js,
    "export const f = (a, b, c) => a * (b % c)",
    "export const f = (a, b, c) => a * b % c",
  ],
  [
    "and and or regrouped",
    js,
    "export const f = (a, b, c) => a && (b || c)",
    "export const f = (a, b, c) => a && b || c",
  ],
  ["power regrouped", js, "export const f = (a, b, c) => (a ** b) ** c", "export const f = (a, b, c) => a ** b ** c"],
  [
    "await regrouped",
    js,
    "export const f = async (a, b) => await (a || b)",
    "export const f = async (a, b) => (await a) || b",
  ],
  ["not and in regrouped", js, "export const f = (a, b) => !(a in b)", "export const f = (a, b) => (!a) in b"],
  ["new of a call", js, "export const f = (a) => new (a())()", "export const f = (a) => new a()()"],
  ["an object that is a body", js, "export const f = () => ({})", "export const f = () => {}"],
  [
    "a sequence that is two arguments",
    js,
    "export const f = (g, a, b) => g((a, b))",
    "export const f = (g, a, b) => g(a, b)",
  ],
  ["a sequence that is two statements", js, "export let x; x = (1, 2)", "export let x; x = 1, 2"],
  ["an assignment regrouped", js, "export let a, b; a = (b ? 1 : 2) + 3", "export let a, b; a = b ? 1 : 2 + 3"],
  ["a directive in parentheses", js, '"use strict";\nmodule.exports = f();', '("use strict");\nmodule.exports = f();'],
  [
    "a directive in other letters",
    js,
    '"use strict";\nmodule.exports = f();',
    '"use\\x20strict";\nmodule.exports = f();',
  ],
  [
    "a directive after a function",
    js,
    '"use strict";\nfunction f() {}\nexports.f = f;',
    'function f() {}\n"use strict";\nexports.f = f;',
  ],
  ["a directive after an empty statement", js, '"use strict";\nexports.f = f();', ';"use strict";\nexports.f = f();'],
  [
    "a directive in a function",
    js,
    'export const f = () => { "use server"; return 1 }',
    "export const f = () => { return 1 }",
  ],
];
