/** Two scopes where a careless reader sees one. */
import type { TrickyPair } from "./hand-rows.ts";

const js = "src/a.mjs";
const cjs = "src/a.cjs";
const ts = "src/a.ts";

export const trickyScopes: readonly TrickyPair[] = [
  [
    "a default that looks past the body",
    js,
    "let x = g();\nexport function f(a = () => x) { var x = 1; return a() }",
    "let x = g();\nexport function f(a = () => y) { var y = 1; return a() }",
  ],
  [
    "a default of an arrow that looks past the body",
    js,
    "let x = g();\nexport const f = (a = () => x) => { var x = 1; return a() }",
    "let x = g();\nexport const f = (a = () => y) => { var y = 1; return a() }",
  ],
  [
    "a default of a method that looks past the body",
    js,
    "let x = g();\nexport class A { m(a = x) { const x = k(); return a + x } }",
    "let x = g();\nexport class A { m(a = y) { const y = k(); return a + y } }",
  ],
  [
    "a computed key of a parameter that looks past the body",
    js,
    "let k = g();\nexport function f({ [k]: v }) { let k = 1; return v + k }",
    "let k = g();\nexport function f({ [q]: v }) { let q = 1; return v + q }",
  ],
  [
    "a default in TypeScript that looks past the body",
    ts,
    "let x = g();\nexport function f(a = x) { const x = k(); return a + x }",
    "let x = g();\nexport function f(a = y) { const y = k(); return a + y }",
  ],
  [
    "a default of a caught error that looks past the body",
    js,
    "let x = g();\nexport function f() { try { h() } catch ({ a = x }) { let x = 1; return a + x } }",
    "let x = g();\nexport function f() { try { h() } catch ({ a = y }) { let y = 1; return a + y } }",
  ],
  [
    "a function in a block that is a variable outside it too",
    cjs,
    "exports.f = function () { var g = 1; { function g() {} } return g }",
    "exports.f = function () { var h = 1; { function g() {} } return h }",
  ],
  [
    "a member of an enum among its values",
    ts,
    "const A = g();\nexport enum E { A = 1, B = A }",
    "const C = g();\nexport enum E { A = 1, B = C }",
  ],
  [
    "a member of a namespace that was opened before",
    ts,
    "const x = g();\nnamespace N { export const x = 1 }\nnamespace N { log(x) }\nexport {}",
    "const y = g();\nnamespace N { export const x = 1 }\nnamespace N { log(y) }\nexport {}",
  ],
  [
    "the name of an asserted function",
    ts,
    "const f = <any>(() => 1);\nregister(f);\nexport {}",
    "const g = <any>(() => 1);\nregister(g);\nexport {}",
  ],
  [
    "the name of an asserted class",
    ts,
    "const f = <any>class {};\nregister(f);\nexport {}",
    "const g = <any>class {};\nregister(g);\nexport {}",
  ],
  [
    "a function that asks for its own name by a text",
    cjs,
    "const f = function () { return arguments['callee'].name };\nexports.n = f()",
    "const g = function () { return arguments['callee'].name };\nexports.n = g()",
  ],
  [
    "an optional chain behind a `!`",
    ts,
    "export const f = (a: any) => (a?.b!.c).d",
    "export const f = (a: any) => a?.b!.c.d",
  ],
  [
    "`in` at the head of a loop",
    js,
    'export function f(b) { for (var i = ("a" in b); i; ) g(i) }',
    'export function f(b) { for (var i = "a" in b; i; ) g(i) }',
  ],
  [
    "a call marked as pure from inside",
    js,
    "const x = (f() /*#__PURE__*/);\nexport {};",
    "const x = /*#__PURE__*/ f();\nexport {};",
  ],
  [
    "a constant in a labelled function called before it is set",
    cjs,
    "g();\nconst N = 1;\nfoo: function g() { return h(N) }",
    "g();\nfoo: function g() { return h(1) }",
  ],
  [
    "a constant in a named function that is sent to a page",
    js,
    "const N = 1;\nfunction inPage() { return g(N) }\nawait page.evaluate(inPage);\nexport {}",
    "function inPage() { return g(1) }\nawait page.evaluate(inPage);\nexport {}",
  ],
  [
    "a constant in a function that an object sends to a page",
    js,
    "const N = 1;\nawait scripting.executeScript({ func: () => g(N) });\nexport {}",
    "await scripting.executeScript({ func: () => g(1) });\nexport {}",
  ],
  [
    "a constant in a function that a browser executes",
    js,
    "const N = 1;\nawait browser.execute(() => g(N));\nexport {}",
    "await browser.execute(() => g(1));\nexport {}",
  ],
  [
    "a constant in a function that a pool of workers runs",
    js,
    "const N = 5;\nexport const run = (pool) => pool.exec(() => g(N))",
    "export const run = (pool) => pool.exec(() => g(5))",
  ],
  [
    "a variable of the environment that bundlers write out",
    js,
    "const K = 'NODE_ENV';\nexport const a = () => process.env[K]",
    "export const a = () => process.env['NODE_ENV']",
  ],
  [
    "a message that collectors look for",
    js,
    "const K = 'a.b';\nexport const o = { m() { return this.$t(K) } }",
    "export const o = { m() { return this.$t('a.b') } }",
  ],
  [
    "a constant in a function whose text is taken",
    js,
    "const N = 1;\nfunction job() { return g(N) }\nexport const text = job.toString()",
    "function job() { return g(1) }\nexport const text = job.toString()",
  ],
];
