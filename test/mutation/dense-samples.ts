/** Files dense with syntax that layout can change: names that are also keywords, lines without semicolons. */
import type { Source } from "./truth.ts";

export const denseSamples: readonly Source[] = [
  {
    path: "src/dense.mjs",
    text: `"use strict"
import fallback, { get as of, set } from "./keys.js"
let async = 1, type = 2, value = [1, , 2,]
const yielded = function* () { const got = yield value; yield* [got]; yield }
outer: for (let i = 0, n = value.length; i < n; i++) {
  if (i === 1) continue outer
  else if (i === 2) break
  for (const key in value) { type += key; --async }
}
class Box extends (fallback ?? Object) {
  static get = 1
  get;
  set = of
  static async = () => this
  static
  ready = true
  #held = new Map()
  "quoted" = 2;
  ["computed" + 1] = 3
  static { this.made = (0, set)() }
  get held() { return this.#held }
  set held(next) { this.#held = next }
  async *walk(a, { b = 1, ...rest } = {}, ...more) { await a; return [...more, rest, b] }
  static async run() { return await (async () => type)() }
}
do async++; while (async < 3) value.pop()
var found = /ab+c/gi.test("abc") ? (type, async) : !value in fallback
const chain = fallback?.a?.[0]?.(1).b, text = \`a\${type + 1} \${\`\${async}\`}\`
const made = new (chain())(), other = new chain.deep(1)
delete fallback.x, void 0, typeof (made)
switch (type) { case 1: case 2: { type--; break } default: throw new Error("no") }
try { found = a => ({ a }) } catch { found = (a) => { a } } finally { type = -(-1) - +1 }
export { Box as default, type as kind }
export const last = async x => (await x) ** 2, pick = ({ a: [first], "b": { c = first } }) => first || c && a
function a() { return }
`,
  },
  {
    path: "src/dense.ts",
    text: `import type { A, B as C } from "./types.js"
import helper = require("helper")
declare const declared: A
declare module "elsewhere" { export const x: number }
namespace Space { export const inner = 1; export namespace Deep { export type T = C } }
enum Kind { One = 1, Two = One << 1, Text = "text", }
abstract class Shape<T extends object = {}> implements Iterable<T> {
  private readonly items: readonly T[] = []
  static count?: number
  declare hidden: string
  public abstract area(): number
  protected constructor(private a: number, public readonly b = 2, protected c?: string) { super() }
  get size(): number { return this.items!.length }
  async *[Symbol.asyncIterator]<K extends keyof T>(key: K): AsyncGenerator<T[K]> { yield this.items[0]![key] }
  isOne(x: unknown): x is T { return (x as T) satisfies T as never }
  assertOne(x: unknown): asserts x is T {}
}
type Fn = new (...args: any[]) => void
type Pick2<T, K extends keyof T> = { readonly [P in K]?: T[P] } & { [key: string]: unknown }
type Cond<T> = T extends (infer U)[] ? U : T extends string ? \`a\${T}\` : never
type Union = | "a" | "b"
interface Face { (x: number): string; new (x: number): Face; method?(a: A): void; readonly prop: Union[]; [index: number]: string }
function over(a: string): string
function over(a: number): number
function over(a: any) { return a }
let type = <T,>(x: T) => x, abstract = over("1") as const
export const all = type<number>(1) < 2, assigned = (declared as unknown as Kind) + Kind.One
export type { A }
export default over
`,
  },
];
