import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { beforeEach, describe, expect, it } from "vitest";
import { lazyParts } from "../../scripts/lazy-parts.mjs";
import { tempFolder } from "../support/temp-folder.ts";

type Exports = Record<string, unknown>;
type Factory = (exports: Exports) => Exports | undefined;
type PartScript = (modules: Factory[], load: (id: number) => Exports, require: NodeJS.Require, here: string) => void;

let root: string;
beforeEach(() => {
  root = tempFolder("parts");
});

/** Says on `seen` which modules ran. */
async function program(files: Record<string, string>): Promise<{ main: Exports; seen: string[]; texts: string[] }> {
  for (const [path, text] of Object.entries({ "package.json": '{ "type": "module" }', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const settings = { absWorkingDir: root, platform: "node", target: "node20.19" };
  const partOf = (path: string) => (path.includes("/") ? "inner" : "outer");
  const { scripts, entry } = await lazyParts({ root, entry: "main.ts", partOf, settings });
  const seen: string[] = [];
  Object.assign(globalThis, { seenModules: seen });
  const modules: Factory[] = [];
  const known: Exports[] = [];
  const load = (id: number): Exports => {
    if (known[id] === undefined) {
      const exports: Exports = {};
      known[id] = exports;
      known[id] = modules[id]?.(exports) ?? exports;
    }
    return known[id];
  };
  for (const { text } of scripts)
    (new Script(text).runInThisContext() as PartScript)(
      modules,
      load,
      createRequire(import.meta.url),
      "file:///there/hook.cjs",
    );
  return { main: load(entry), seen, texts: scripts.map(({ text }) => text) };
}
const noting = (name: string) => `globalThis.seenModules.push("${name}");`;

describe("a program in parts", () => {
  it("runs nothing of a module before something in it is used", async () => {
    const { main, seen } = await program({
      "main.ts": `import { a } from "./a.ts"; import { b } from "./b.ts"; export const useA = () => a(); export const useB = () => b;`,
      "a.ts": `${noting("a")} export function a() { return "a"; }`,
      "b.ts": `${noting("b")} export const b = "b";`,
    });
    expect(seen).toEqual([]);
    expect((main.useB as () => string)()).toBe("b");
    expect(seen).toEqual(["b"]);
    expect((main.useA as () => string)()).toBe("a");
    expect(seen).toEqual(["b", "a"]);
  });

  it("goes past modules that only pass things on", async () => {
    const { main, seen } = await program({
      "main.ts": `import { inner, other as mine } from "./lib/index.ts"; export const use = () => [inner(), mine];`,
      "lib/index.ts": `${noting("index")} export { inner } from "./inner.ts"; export { value as other } from "./more.ts"; import { heavy } from "./heavy.ts"; export const own = () => heavy;`,
      "lib/inner.ts": `export const inner = () => 1;`,
      "lib/more.ts": `export const value = 2;`,
      "lib/heavy.ts": `${noting("heavy")} export const heavy = 3;`,
    });
    expect((main.use as () => unknown)()).toEqual([1, 2]);
    expect(seen).toEqual([]);
  });

  it("means the same by classes, defaults, whole modules, JSON, late imports and its own place", async () => {
    const { main } = await program({
      "main.ts": [
        `import { Box } from "./box.ts"; import whole, * as all from "./all.ts"; import told from "./told.json" with { type: "json" };`,
        `import { join } from "node:path"; import type { Nothing } from "./nothing.ts";`,
        `export const use = async () => { const { late } = await import("./late.ts");`,
        `  return [new Box(2).size, new Box.Inner().name, whole, all.one, told.key, join("a", "b"), late(), import.meta.url]; };`,
      ].join("\n"),
      "box.ts": `export class Box { static Inner = class { name = "inner"; }; constructor(readonly size: number) {} }`,
      "all.ts": `export const one = 1; export default "default";`,
      "told.json": `{ "key": "é" }`,
      "late.ts": `import { Box } from "./box.ts"; export const late = () => new Box(7).size;`,
      "nothing.ts": `export interface Nothing { x: 1 }`,
    });
    const here = "file:///there/hook.cjs";
    expect(await (main.use as () => Promise<unknown>)()).toEqual([2, "inner", "default", 1, "é", "a/b", 7, here]);
  });

  it("reads the clock without the part of node that has to be loaded for it", async () => {
    const { main, texts } = await program({
      "main.ts": `export const use = () => { const from = performance.now(); return [from, performance.now() - from, "performance.now"]; };`,
    });
    const [from, passed, text] = (main.use as () => [number, number, string])();
    expect([typeof from, passed >= 0, text]).toEqual(["number", true, "performance.now"]);
    expect(texts.join("\n").replace(/"performance\.now"/, "")).not.toContain("performance");
  });

  it("lets modules need each other", async () => {
    const { main } = await program({
      "main.ts": `import { even } from "./even.ts"; export { even };`,
      "even.ts": `import { odd } from "./odd.ts"; export function even(n: number): boolean { return n === 0 || odd(n - 1); } export const zero = 0;`,
      "odd.ts": `import { even, zero } from "./even.ts"; export function odd(n: number): boolean { return n !== zero && even(n - 1); }`,
    });
    expect([4, 7].map((n) => (main.even as (n: number) => boolean)(n))).toEqual([true, false]);
  });

  it("is one byte for each character, whatever stands in it", async () => {
    const { main, texts } = await program({
      "main.ts": "export const use = () => [/[’é]/u.test('é'), 'ü', '–', /^\\p{L}$/u.test('ß')];",
    });
    expect(texts.every((text) => /^[\n -~\t]*$/.test(text))).toBe(true);
    expect((main.use as () => unknown)()).toEqual([true, "ü", "–", true]);
  });

  it.each([
    ["exports what changes later", { "main.ts": "export let count = 0; export const more = () => ++count;" }],
    ["waits before it is there", { "main.ts": "export const x = await Promise.resolve(1);" }],
    [
      "says in a string what the build calls an import",
      {
        "main.ts": `import { a } from "./a.ts"; export const x = () => [a, "import_a.a"];`,
        "a.ts": "export const a = 1;",
      },
    ],
    ["does not parse", { "main.ts": "export const = 1;" }],
  ])("is not built from a module that %s", async (_, files) => {
    await expect(program(files)).rejects.toThrow();
  });
});
