import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { asNobody, type Nobody } from "../../../../test/support/event-hooks/handlers-as-nobody.ts";
import { answerBytes, type HandlerAnswer, type HandlerFailure } from "./handler.ts";

let nobody: Nobody;
beforeAll(async () => {
  nobody = await asNobody({ SECRET_TOKEN: "s3cret", NODE_OPTIONS: "--no-deprecation" });
});
afterAll(() => nobody.close());
afterEach(() => expect(nobody.living()).toEqual([]));

let count = 0;
/** A name of its own each time. */
function module(text: string, ending = "mjs"): string {
  const name = `hooks/m${count++}.${ending}`;
  nobody.write(name, text);
  return name;
}

function run(command: string, more: { files?: string[]; timeout_ms?: number } = {}): Promise<HandlerAnswer> {
  return nobody.run({ kind: "module", command, ...more });
}

async function answer(...given: Parameters<typeof run>): Promise<unknown> {
  const got = await run(...given);
  if (got.kind === "failed") throw new Error(`it failed (${got.why}): ${got.message} ${got.stderr}`);
  return got.stdout === "" ? undefined : JSON.parse(got.stdout);
}

describe("a module that answers", () => {
  it.each<[string, string, unknown]>([
    ["at once", "export default () => ({ tags: ['a'] });", { tags: ["a"] }],
    ["later", "export default async () => { await null; return { tags: ['b'] }; };", { tags: ["b"] }],
    ["with nothing", "export default () => {};", undefined],
    ["with what is no object, which is judged elsewhere", "export default () => 'text';", "text"],
    [
      "after waiting at its top",
      "const tags = await Promise.resolve(['c']); export default () => ({ tags });",
      { tags: ["c"] },
    ],
    [
      "with what it was told",
      "export default ({ event_type }) => ({ tags: [event_type] });",
      { tags: ["SessionStop"] },
    ],
    ["with timers that never end", "setInterval(() => {}, 10); export default () => ({});", {}],
    [
      "printing beside it",
      "export default () => { console.log('{}'.repeat(9)); process.stdout.write('x'); return {}; };",
      {},
    ],
    [
      "with help of node",
      "import { sep } from 'node:path'; import fs from 'fs'; export default () => [sep, typeof fs.readFileSync];",
      ["/", "function"],
    ],
    ["importing later", "export default async () => (await import('node:path')).sep;", "/"],
    [
      "leaving a method of JSON to do its work",
      "export default () => ({ toJSON: () => ({ tags: [] }) });",
      { tags: [] },
    ],
  ])("%s", async (_how, text, expected) => {
    expect(await answer(module(text))).toEqual(expected);
  });

  it("may be TypeScript, with all that it needs to be run", async () => {
    const text = `
      import type { Stats } from "node:fs";
      import { type PathLike, existsSync } from "node:fs";
      import { Context, label } from "./labels.ts";
      enum Level { low = 1, high }
      interface Result { tags: string[] }
      class Box<T> { constructor(private readonly value: T) {} get(): T { return this.value as T; } }
      const there: (path: PathLike) => boolean = existsSync;
      export default async function handle(context: Context): Promise<Result> {
        const boxed = new Box<string>(label(context))!;
        const stats = null as unknown as Stats | null;
        return { tags: [boxed.get(), Level[Level.high]!, String(there("/")), String(stats)] } satisfies Result;
      }`;
    nobody.write(
      "hooks/labels.ts",
      "export interface Context { event_type: string }\nexport const label = ({ event_type }: Context): string => event_type;\n",
    );
    const files = ["hooks/labels.ts"];
    expect(await answer(module(text, "ts"), { files })).toEqual({ tags: ["SessionStop", "high", "true", "null"] });
  });

  it("may import what handler.files lists: files, folders, by their compiled names, in a circle, or later", async () => {
    nobody.write("hooks/lib/a.ts", "import { b } from './b.js'; export const a = (): string => 'a' + b;");
    nobody.write(
      "hooks/lib/b.ts",
      "import { a } from './a.ts'; export const b: string = 'b'; export const again = () => a();",
    );
    nobody.write("hooks/lib/plain.js", "export default 'plain';");
    const text = `import { a } from "./lib/a.ts"; import plain from "./lib/plain.js";
      export default async () => [a(), plain, (await import("./lib/b.ts")).again()];`;
    const listed = ["hooks/lib/a.ts", "hooks/lib/b.ts", "hooks/lib/plain.js"];
    expect(await answer(module(text), { files: listed })).toEqual(["ab", "plain", "ab"]);
    expect(await answer(module(text), { files: ["hooks/lib"] })).toEqual(["ab", "plain", "ab"]);
  });

  it("may use packages whose folders handler.files lists", async () => {
    nobody.write("node_modules/esm-one/package.json", '{"type":"module","exports":{"import":"./in.js"}}');
    nobody.write(
      "node_modules/esm-one/in.js",
      "import { sep } from 'node:path'; export const one = sep; export default 'd';",
    );
    nobody.write(
      "hooks/node_modules/cjs-two/index.js",
      "const { four } = require('./lib/four'); module.exports = { two: 2, four };",
    );
    nobody.write(
      "hooks/node_modules/cjs-two/lib/four.js",
      "exports.four = require('fs') && require('../x.json').four;",
    );
    nobody.write("hooks/node_modules/cjs-two/x.json", '{"four":4}');
    const text =
      "import d, { one } from 'esm-one'; import two, { four } from 'cjs-two'; export default () => [d, one, two.two, four];";
    const files = ["node_modules/esm-one", "hooks/node_modules/cjs-two"];
    expect(await answer(module(text), { files })).toEqual(["d", "/", 2, 4]);
  });

  it.each<[string, string, string[]]>([
    ["a package", "esm-one", []],
    ["a package of which another is listed", "esm-one", ["node_modules/cjs-two"]],
    ["a package through a listed one", "leads", ["node_modules/leads"]],
    ["a package through one that requires it", "requires", ["node_modules/requires"]],
    ["a package by its path", "../node_modules/esm-one/in.js", []],
    ["a package that is a link to the outside", "outside", []],
    ["a package later", "later", []],
  ])("may not import %s that nobody listed", async (_what, specifier, files) => {
    const typed = '{"type":"module","exports":"./in.js"}';
    nobody.write("node_modules/esm-one/package.json", typed);
    nobody.write("node_modules/esm-one/in.js", "export const one = 1; export default 'd';");
    nobody.write("node_modules/cjs-two/index.js", "module.exports = 2;");
    nobody.write("node_modules/leads/package.json", typed);
    nobody.write("node_modules/leads/in.js", "export { default } from 'esm-one';");
    nobody.write("node_modules/requires/index.js", "module.exports = require('cjs-two');");
    nobody.write("elsewhere/outside/index.js", "module.exports = 1;");
    const outside = join(nobody.root, "..", "outside-package");
    rmSync(outside, { recursive: true, force: true });
    renameSync(join(nobody.root, "elsewhere/outside"), outside);
    rmSync(join(nobody.root, "node_modules/outside"), { force: true });
    symlinkSync(outside, join(nobody.root, "node_modules/outside"));
    const text =
      specifier === "later"
        ? "export default async () => (await import('esm-one')).default;"
        : `import one from "${specifier}"; export default () => one;`;
    const got = await run(module(text), { files });
    expect(got.kind === "failed" && got.message).toMatch(/does not list/);
  });

  it("knows its place, and sees no more of the environment than a script", async () => {
    const text = `export default (context) => [process.cwd(), import.meta.filename, context.repository_root,
      Object.keys(process.env).filter((name) => /TOKEN|NODE_/.test(name)), import.meta.resolve("./x.js")];`;
    const name = module(text);
    const place = join(nobody.root, name);
    const beside = new URL(`file://${join(nobody.root, "hooks/x.js")}`).href;
    expect(await answer(name)).toEqual([nobody.root, place, nobody.root, [], beside]);
  });

  it("is read anew each time", async () => {
    const name = module("export default (): string[] => ['one'];", "ts");
    expect(await answer(name)).toEqual(["one"]);
    nobody.write(name, "export default (): string[] => ['two'];");
    expect(await answer(name)).toEqual(["two"]);
  });

  it("has what it prints kept as a note", async () => {
    const got = await run(module("export default () => { console.log('\\u001b[31mred'); console.error('bad'); };"));
    expect(got.kind).toBe("answered");
    expect(got.stderr.split("\n").sort()).toEqual(["bad", "red"]);
  });
});

describe("a module that fails", () => {
  beforeAll(() => {
    nobody.write("hooks/unlisted.js", "export default 1;");
    nobody.write("hooks/latin1.js", Buffer.from("export default () => 'gr\xfc\xdfe'", "latin1"));
    mkdirSync(join(nobody.root, "hooks/folder.js"));
    symlinkSync("/etc/passwd", join(nobody.root, "hooks/outside.js"));
  });

  it.each<[string, string, HandlerFailure, RegExp]>([
    [
      "throws",
      "export default () => { throw new Error('oh no'); };",
      "broken",
      /Error: oh no \(hooks\/m\d+\.mjs:1:30\)/,
    ],
    ["throws what is no error", "export default () => { throw 7; };", "broken", /threw 7/],
    ["throws nothing", "export default () => { throw undefined; };", "broken", /threw undefined/],
    ["rejects", "export default async () => { throw new TypeError('late'); };", "broken", /TypeError: late/],
    ["throws at its top", "throw new Error('early');", "broken", /early/],
    [
      "rejects aside",
      "export default async () => { Promise.reject(new Error('aside')); await new Promise((r) => setTimeout(r, 50)); };",
      "broken",
      /without an answer \(exit code 1\)/,
    ],
    [
      "throws aside",
      "setTimeout(() => { throw new Error('aside'); }); export default () => new Promise((r) => setTimeout(r, 500));",
      "broken",
      /without an answer/,
    ],
    ["has no default export", "export const handle = () => {};", "broken", /no default export/],
    ["exports no function", "export default { tags: [] };", "broken", /no default export that is a function/],
    ["is no ES module", "module.exports = () => {};", "broken", /module is not defined/],
    ["is no JavaScript", "export default () => { return {", "broken", /SyntaxError/],
    ["ends the process", "export default () => process.exit(0);", "broken", /without an answer \(exit code 0\)/],
    ["ends the process loudly", "export default () => process.exit(3);", "broken", /without an answer \(exit code 3\)/],
    [
      "kills itself",
      "export default () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}); };",
      "broken",
      /SIGKILL/,
    ],
    ["aborts", "export default () => process.abort();", "broken", /SIGABRT/],
    ["never answers", "export default () => new Promise(() => {});", "broken", /without an answer \(exit code 13\)/],
    ["returns a number too large for JSON", "export default () => ({ n: 1n });", "broken", /BigInt/],
    ["returns a circle", "export default () => { const a = {}; a.a = a; return a; };", "broken", /circular/i],
    ["returns a function", "export default () => () => {};", "broken", /no JSON/],
    [
      "returns what cannot be read",
      "export default () => ({ get tags() { throw new Error('trap'); } });",
      "broken",
      /trap/,
    ],
    ["answers with too much", `export default () => 'x'.repeat(${answerBytes});`, "too_much_output", /65536/],
    ["answers with far too much", "export default () => 'x'.repeat(1e8);", "too_much_output", /65536/],
    ["turns in circles", "export default () => { for (;;); };", "timeout", /took longer than/],
    ["turns in circles at its top", "for (;;);", "timeout", /took longer than/],
    ["waits", "export default () => new Promise((r) => setTimeout(r, 60_000));", "timeout", /took longer than/],
    [
      "does not listen",
      "process.on('SIGTERM', () => {}); setInterval(() => {}, 10); await new Promise(() => {});",
      "timeout",
      /took longer/,
    ],
    [
      "imports what nobody listed",
      "import './unlisted.js'; export default () => {};",
      "broken",
      /imports \.\/unlisted\.js, which handler\.files does not list/,
    ],
    ["imports it later", "export default async () => { await import('./unlisted.js'); };", "broken", /does not list/],
    [
      "imports it by its address",
      "export default async () => { await import(new URL('./unlisted.js', import.meta.url).href); };",
      "broken",
      /does not list/,
    ],
    [
      "imports it by its place",
      "export default async () => { await import('/etc/passwd'); };",
      "broken",
      /does not list/,
    ],
    ["imports a package that is missing", "import 'no-such-package';", "broken", /no-such-package/],
    [
      "imports a name that is missing",
      "import { nothing } from 'node:path'; export default () => {};",
      "broken",
      /nothing/,
    ],
  ])("%s", async (_how, text, why, message) => {
    const got = await run(module(text), { timeout_ms: why === "timeout" ? 600 : 20_000 });
    expect(got.kind === "failed" && got.message).toMatch(message);
    expect(got.kind === "failed" && got.why).toBe(why);
  });

  it.each<[string, string]>([
    ["a list that grows", "const list = []; for (;;) list.push(1);"],
    ["a map that grows", "const map = new Map(); for (let at = 0; ; at++) map.set(at, at);"],
    ["large lists", "const lists = []; for (;;) lists.push(new Array(1e7).fill(0));"],
    ["large texts", "const texts = []; const text = 'x'.repeat(2 ** 27); for (;;) texts.push(JSON.stringify([text]));"],
  ])("uses up its memory by %s, and nobody else's", async (_how, text) => {
    const got = await run(module(`export default () => { ${text} };`), { timeout_ms: 30_000 });
    expect(got.kind === "failed" && got.why).toBe("broken");
    expect(await answer(module("export default () => ({});"))).toEqual({});
  });

  it.each<[string, string, HandlerFailure, RegExp]>([
    ["is missing", "hooks/none.mjs", "missing", /does not exist/],
    ["is a folder", "hooks/folder.js", "broken", /not a regular file/],
    ["leads out of the root", "hooks/outside.js", "broken", /leads out of the root/],
    ["lies outside the root", "../driver.mjs", "broken", /leads out of the root/],
    ["is not UTF-8", "hooks/latin1.js", "broken", /not UTF-8/],
    ["is no kind of file that can be loaded", "hooks/handler.py", "broken", /\.js, \.mjs, \.ts or \.mts/],
    ["is a command", "node hooks/unlisted.js --fast", "broken", /Name one file/],
  ])("%s", async (_how, command, why, message) => {
    const got = await run(command);
    expect(got.kind === "failed" && got.message).toMatch(message);
    expect(got.kind === "failed" && got.why).toBe(why);
  });

  it("is TypeScript that cannot be read: its place is told", async () => {
    const got = await run(module("const fine = 1;\nexport default (: string) => {};", "ts"));
    expect(got.kind === "failed" && got.message).toMatch(/hooks\/m\d+\.ts.*\(2:1\d\)/);
  });

  it.each([
    ["a name of its package", "#inside"],
    ["the name of a linked package", "linked"],
  ])("imports what nobody listed by %s", async (_how, specifier) => {
    nobody.write("package.json", '{"type":"module","imports":{"#inside":"./hooks/unlisted.js"}}');
    nobody.write("packages/linked/package.json", '{"type":"module","exports":"./in.js"}');
    nobody.write("packages/linked/in.js", "export default 1;");
    mkdirSync(join(nobody.root, "node_modules"), { recursive: true });
    rmSync(join(nobody.root, "node_modules/linked"), { force: true });
    symlinkSync("../packages/linked", join(nobody.root, "node_modules/linked"));
    const text = `import one from "${specifier}"; export default () => one;`;
    const got = await run(module(text));
    expect(got.kind === "failed" && got.message).toMatch(/does not list/);
    expect(await answer(module(text), { files: ["hooks/unlisted.js", "packages/linked"] })).toBe(1);
  });

  it("is larger than a handler has to be", async () => {
    const got = await run(module(`/* ${"x".repeat(1_100_000)} */ export default () => {};`));
    expect(got.kind === "failed" && got.message).toMatch(/too large/);
  });

  it("lists a file that is not there", async () => {
    const got = await run(module("export default () => {};"), { files: ["hooks/gone.ts"] });
    expect(got.kind === "failed" && got.why).toBe("missing");
  });
});

describe("what a module leaves behind is ended", () => {
  const spawned = "import { spawn } from 'node:child_process'; const quiet = { detached: true, stdio: 'ignore' };";

  it.each<[string, string]>([
    ["a child", "export default () => { spawn('sleep', ['600'], { stdio: 'ignore' }); };"],
    ["one that is to live on", "export default () => { spawn('sleep', ['600'], quiet).unref(); };"],
    ["one that holds its outputs", "export default () => { spawn('sleep', ['600'], { stdio: 'inherit' }); };"],
  ])("%s", async (_what, text) => {
    const got = await run(module(spawned + text));
    expect(got.kind).toBe("answered");
    expect(got.stderr).toMatch(/left behind/);
    expect(nobody.living()).toEqual([]);
  });

  it("also when it hangs", async () => {
    const text = "export default () => { spawn('sleep', ['600'], quiet).unref(); for (;;); };";
    const got = await run(module(spawned + text), { timeout_ms: 700 });
    expect(got.kind === "failed" && got.why).toBe("timeout");
    expect(nobody.living()).toEqual([]);
  });
});
