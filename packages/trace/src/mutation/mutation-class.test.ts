import { describe, expect, it } from "vitest";
import { installedSyntax } from "../../../../test/support/trace/installed-syntax.ts";
import { type ClassifiedChange, mutationClassOf } from "./mutation-class.ts";

const syntax = installedSyntax();
const present = (text: string) => ({ state: "present" as const, bytes: Buffer.from(text) });

function change(before: string, after: string, more: Partial<ClassifiedChange> = {}): ClassifiedChange {
  return {
    relativePath: "src/a.ts",
    movedFrom: null,
    modeChanged: false,
    before: present(before),
    after: present(after),
    ...more,
  };
}

const classOf = (...changes: ClassifiedChange[]) => mutationClassOf(changes, syntax);

describe("AST_REFACTOR says what was shown", () => {
  it.each([
    ["layout", "export const a = f(1,2)", "export const a = f(\n  1,\n  2) // so", ["layout"], 1],
    ["notation", "export const a = 'b';", 'export const a = "b"', ["notation"], 0.97],
    ["a rename", "export const f = (a) => a", "export const f = (b) => b", ["renamed_local"], 0.95],
    [
      "a rename and other layout, as sure as the weaker",
      "export const f = (a) => a",
      "export const f = (b) =>\n  b;",
      ["renamed_local"],
      0.95,
    ],
    ["a comment", "export const a = f(1, 2)", "// Asks f.\nexport const a = f(1, 2)", ["layout"], 1],
    ["nothing", "export const a = 1", "export const a = 1", ["nothing_changed"], 1],
  ])("%s", async (_what, before, after, mutation_signals, mutation_confidence) => {
    expect(await classOf(change(before, after))).toEqual({
      mutation_class: "AST_REFACTOR",
      mutation_confidence,
      mutation_signals,
    });
  });
});

describe("everything else is INTENT_EVOLUTION", () => {
  it.each([
    ["a file that is new", { before: { state: "absent" as const } }, "created"],
    ["a file that is gone", { after: { state: "absent" as const } }, "deleted"],
    ["a file somewhere else", { movedFrom: "src/b.ts" }, "renamed_file"],
    ["other permissions", { modeChanged: true }, "mode"],
    ["bytes nobody saw before", { before: { state: "unknown" as const } }, "unknown_content"],
    ["bytes nobody saw after", { after: { state: "unknown" as const } }, "unknown_content"],
    ["bytes that are no text", { after: { state: "present" as const, bytes: Uint8Array.of(0, 1) } }, "not_text"],
    ["a language nobody knows", { relativePath: "a.toml" }, "unknown_language"],
    ["a text that prints what is around it", { relativePath: "a.php" }, "unreadable_layout"],
    ["a text too large", { after: present("//".padEnd(2_000_000, "x")) }, "too_large"],
  ])("%s", async (_what, more, signal) => {
    const found = await classOf(change("export const a = 1", "export const a =  1", more));
    expect(found).toMatchObject({ mutation_class: "INTENT_EVOLUTION", mutation_signals: [signal] });
    expect(found.mutation_confidence).toBeGreaterThanOrEqual(0.5);
  });

  it.each([
    ["before", "export const a = (1", "export const a = 1"],
    ["after", "export const a = 1", "export const a = ("],
    ["both times", "export const a = (", "export const  a = ("],
  ])("a file that is broken %s", async (_when, before, after) => {
    expect(await classOf(change(before, after))).toMatchObject({
      mutation_class: "INTENT_EVOLUTION",
      mutation_signals: ["unparsable"],
      mutation_confidence: 0.5,
    });
  });

  it("no change at all: nothing was shown", async () => {
    expect(await classOf()).toEqual({
      mutation_class: "INTENT_EVOLUTION",
      mutation_confidence: 0,
      mutation_signals: [],
    });
  });

  it("several files, if only one of them is; and its reasons are the ones that count", async () => {
    const harmless = change("export const a = 1", "export const a =  1");
    const harmful = change("export const a = 1", "export const a = 2", { relativePath: "src/b.ts" });
    expect(await classOf(harmless, harmful, harmless)).toMatchObject({
      mutation_class: "INTENT_EVOLUTION",
      mutation_signals: ["behaviour"],
    });
    expect(await classOf(harmless, harmless)).toMatchObject({ mutation_class: "AST_REFACTOR" });
  });

  it.each([
    ["two names at once", "export const f = (a, b) => a - b", "export const f = (c, d) => c - d"],
    ["a moved function", "function g() {}\nexport const a = g()", "export const a = g()\nfunction g() {}"],
    ["a constant", "const N = 1\nexport const f = () => N", "export const f = () => 1"],
    [
      "imports in another order",
      'import { a, b } from "x"\nexport { a, b }',
      'import { b, a } from "x"\nexport { a, b }',
    ],
  ])("a refactoring that is not looked for: %s", async (_what, before, after) => {
    expect(await classOf(change(before, after))).toEqual({
      mutation_class: "INTENT_EVOLUTION",
      mutation_confidence: 0.8,
      mutation_signals: ["behaviour"],
    });
  });

  it("a rename of an export, though every file that uses it goes along", async () => {
    const here = change("export const a = f()", "export const b = f()");
    const there = change(
      'import { a } from "./a.js"\nexport const c = a',
      'import { b } from "./a.js"\nexport const c = b',
    );
    expect(await classOf(here, there)).toMatchObject({ mutation_class: "INTENT_EVOLUTION" });
  });
});

describe("texts made to be slow", () => {
  it.each([
    ["many functions", Array.from({ length: 3_000 }, (_, at) => `function f${at}() { return f${at}() }`).join("\n")],
    ["many names", `export const f = (${Array.from({ length: 3_000 }, (_, at) => `a${at}`).join()}) => [a1, a2]`],
    [
      "many constants",
      `export function f() { ${Array.from({ length: 2_000 }, (_, at) => `const C${at} = ${at};`).join(" ")} }`,
    ],
    ["many commas", `export const a = [${"1,".repeat(20_000)}]`],
    ["a long string", `export const a = "${"\\n".repeat(100_000)}"`],
  ])("are read all the same: %s", async (_what, text) => {
    expect(await classOf(change(`${text}\nexport {}`, `${text};\n\nexport {}`))).toMatchObject({
      mutation_class: "AST_REFACTOR",
    });
  });
});
