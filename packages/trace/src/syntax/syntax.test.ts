import { describe, expect, it } from "vitest";
import { installedSyntax } from "../../../../test/support/trace/installed-syntax.ts";
import { type Language, languages } from "./language.ts";
import { createSyntax } from "./syntax.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
const syntax = installedSyntax();

const samples: Record<Language, [path: string, text: string]> = {
  javascript: ["a.js", "const a = 1"],
  typescript: ["a.ts", "const a: number = 1"],
  tsx: ["a.tsx", "const a = <p>x</p>"],
  python: ["a.py", "a = 1\n"],
  go: ["a.go", "package a\n"],
  rust: ["a.rs", "fn a() {}"],
  java: ["A.java", "class A {}"],
  c: ["a.c", "int a;"],
  cpp: ["a.cpp", "class A {};"],
  "c-sharp": ["a.cs", "class A {}"],
  ruby: ["a.rb", "def a; end"],
  php: ["a.php", "<?php echo 1;"],
  bash: ["a.sh", "echo a"],
};

describe("a syntax tree", () => {
  it.each(languages)("is read for %s, and copied whole", async (language) => {
    const [path, text] = samples[language];
    const parsed = await syntax.parse(path, bytes(text));
    expect(parsed).toMatchObject({ state: "parsed", tree: { language, path, source: text, broken: false } });
    if (parsed.state !== "parsed") return;
    expect(parsed.tree.root.children.length).toBeGreaterThan(0);
    expect(parsed.tree.root.children.every(({ parent }) => parent === parsed.tree.root)).toBe(true);
  });

  it("is read once for the same text at the same place, as long as there is room", async () => {
    const read = async (path: string, text: string) => {
      const parsed = await syntax.parse(path, bytes(text));
      return parsed.state === "parsed" ? parsed.tree : null;
    };
    const first = await read("a.js", "const a = 1");
    expect(await read("a.js", "const a = 1")).toBe(first);
    expect(await read("b.js", "const a = 1")).not.toBe(first);
    expect(await read("a.js", "const a = 2")).not.toBe(first);
    await read("a.js", `const a = "${"x".repeat(127 * 1024)}"`);
    await read("b.js", `const a = "${"y".repeat(64 * 1024)}"`);
    expect(await read("a.js", "const a = 1")).not.toBe(first);
    expect(await read("a.js", "const a = 1")).toEqual(first);
  });

  it.each([
    ["a.js", "const = 1"],
    ["a.ts", "function ("],
    ["a.py", "def f(:\n"],
    ["a.go", "func {"],
  ])("of %s with %j is marked as broken", async (path, text) => {
    expect(await syntax.parse(path, bytes(text))).toMatchObject({ state: "parsed", tree: { broken: true } });
  });

  it("counts in the units of the text, whatever the letters", async () => {
    const source = 'const x = "😀é"; b';
    const parsed = await syntax.parse("a.js", bytes(source));
    const last = parsed.state === "parsed" ? parsed.tree.root.children.at(-1) : undefined;
    expect(source.slice(last?.start, last?.end)).toBe("b");
  });

  it("stays what it is when another file is read after it", async () => {
    const first = await syntax.parse("a.js", bytes("first(1)"));
    await syntax.parse("a.js", bytes("second(2); third(3)"));
    expect(first).toMatchObject({ state: "parsed", tree: { source: "first(1)", root: { end: 8 } } });
  });
});

describe("what cannot be read is said to be so", () => {
  it.each([
    ["unknown_language", "a.txt", bytes("a")],
    ["unknown_language", "a", bytes("")],
    ["not_text", "a.js", Uint8Array.of(0xff, 0xfe, 0x41)],
    ["not_text", "a.js", bytes("a\0b")],
  ])("as %s: %s", async (why, path, content) => {
    expect(await syntax.parse(path, content)).toEqual({ state: "unparsed", why });
  });

  it("where the text is too large", async () => {
    const small = installedSyntax({ maxBytes: 10 });
    expect(await small.parse("a.js", bytes("a = 12345"))).toMatchObject({ state: "parsed" });
    expect(await small.parse("a.js", bytes("a = 1234567"))).toEqual({ state: "unparsed", why: "too_large" });
  });

  it("where it has too many parts", async () => {
    const small = installedSyntax({ maxNodes: 20 });
    expect(await small.parse("a.js", bytes("f();".repeat(10)))).toEqual({ state: "unparsed", why: "too_large" });
  });

  it.each([
    ["brackets", "[", "]"],
    ["blocks", "{", "}"],
    ["a sum", "a + ", ""],
    ["arrows", "() => ", ""],
  ])("where it is nested too deep: %s", async (_what, open, close) => {
    const text = `${open.repeat(5_000)}a${close.repeat(5_000)}`;
    const parsed = await syntax.parse("a.js", bytes(text));
    expect(parsed.state === "unparsed" && parsed.why).toBe("too_deep");
  });

  it("and never by throwing, whatever is opened and not closed", async () => {
    for (const open of ["(", "[", "{", "`${", "<a>", "/*", '"', "a ? "]) {
      const parsed = await syntax.parse("a.tsx", bytes(open.repeat(5_000)));
      expect(parsed.state === "unparsed" || parsed.tree.broken).toBe(true);
    }
  });

  it("where it takes too long, and the next file is read all the same", async () => {
    let time = 0;
    const parts = {
      readRuntime: () => Promise.reject(new Error("not asked")),
      readGrammar: () => Promise.resolve(null),
    };
    expect(await createSyntax({ ...parts, now: () => 0 }).parse("a.txt", bytes("a"))).toMatchObject({
      state: "unparsed",
    });
    const hurried = installedSyntax({ maxMs: 1 }, () => ++time * 1_000);
    expect(await hurried.parse("a.js", bytes("f(1);\n".repeat(50_000)))).toEqual({
      state: "unparsed",
      why: "too_slow",
    });
    expect(await hurried.parse("a.js", bytes("f(1)"))).toMatchObject({ state: "parsed", tree: { broken: false } });
  });

  it("where a grammar was not installed", async () => {
    const bare = createSyntax({
      readRuntime: () => import("node:fs/promises").then(({ readFile }) => readFile(runtimePath())),
      readGrammar: () => Promise.resolve(null),
      now: () => 0,
    });
    expect(await bare.parse("a.js", bytes("a"))).toEqual({ state: "unparsed", why: "no_grammar" });
  });
});

function runtimePath(): URL {
  return new URL(import.meta.resolve("web-tree-sitter/web-tree-sitter.wasm"));
}
