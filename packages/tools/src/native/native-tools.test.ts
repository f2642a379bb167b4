import { mostGlobsAsked } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { fitsSchema, type JsonSchema } from "../../../../test/support/tools/fits-schema.ts";
import { type TempWorkspace, tempWorkspace } from "../../../../test/support/tools/temp-workspace.ts";
import { createNativeTools } from "./native-tools.ts";

const tools = createNativeTools();
const schemaOf = (name: string) => tools.definitions.find((it) => it.name === name)!.jsonSchema as JsonSchema;

describe("definitions", () => {
  it("are exactly the tools meant, under these names and aliases", () => {
    expect(tools.definitions.map((it) => [it.kind, it.name, ...it.aliases].join(" "))).toEqual([
      "read read_file",
      "read list_files list",
      "read search_files",
      "read stat",
      "write write_to_file write_file",
      "write apply_diff",
      "write edit search_and_replace",
      "write search_replace",
      "write edit_file",
      "write apply_patch",
      "write delete_file delete",
      "run execute_command exec_bash",
      "gate select_active_intent",
      "gate list_intents",
      "gate propose_intent",
      "gate request_scope_expansion",
      "gate record_lesson",
      "gate attempt_completion complete_intent",
    ]);
    for (const { name, aliases } of tools.definitions)
      for (const it of [name, ...aliases]) expect(tools.has(it)).toBe(true);
  });

  it("take as many globs as the gate puts to a person, and not one more", () => {
    for (const [name, property, more] of [
      ["request_scope_expansion", "additional_globs", { reason: "x" }],
      ["propose_intent", "owned_scope", { name: "x" }],
    ] as const) {
      const globs = (count: number) => ({ ...more, [property]: Array(count).fill("src/**") });
      const fits = (count: number) => fitsSchema(schemaOf(name), globs(count));
      expect([fits(mostGlobsAsked), fits(mostGlobsAsked + 1)], name).toEqual([true, false]);
    }
  });

  it.each(tools.definitions.map((it) => [it.name, it] as const))(
    "%s has an object schema that survives JSON",
    (_name, it) => {
      const schema = it.jsonSchema as JsonSchema;
      expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
      expect(schema.type).toBe("object");
      expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining(schema.required ?? []));
      for (const field of Object.values(schema.properties ?? {}))
        expect(fitsSchema(field, Symbol("nothing"))).toBe(false);
      expect(it.summary).toMatch(/^[A-Z].*\.$/);
    },
  );

  it("let every writing tool, and no other, take a hash and an expansion", () => {
    for (const it of tools.definitions) {
      const { properties } = it.jsonSchema as JsonSchema;
      expect("observed_content_hash" in properties!, it.name).toBe(it.kind === "write");
      expect("request_scope_expansion" in properties!, it.name).toBe(it.kind === "write");
    }
  });
});

describe("check and JSON Schema agree", () => {
  const expansion = { additional_globs: ["src/**"], reason: "needed" };
  it.each<[string, unknown, boolean]>([
    ["read_file", { path: "a" }, true],
    ["read_file", { path: "a", start_line: 1, end_line: 2, line_numbers: false }, true],
    ["read_file", { path: "a", start_line: null }, true],
    ["read_file", { path: "a", unknown: { deep: [1] } }, true],
    ["read_file", {}, false],
    ["read_file", { path: 1 }, false],
    ["read_file", { path: "" }, false],
    ["read_file", { path: "a\u0000" }, false],
    ["read_file", { path: null }, false],
    ["read_file", { path: "a", start_line: 0 }, false],
    ["read_file", { path: "a", start_line: 1.5 }, false],
    ["read_file", { path: "a", line_numbers: "yes" }, false],
    ["list_files", { path: ".", recursive: true }, true],
    ["list_files", { path: ".", recursive: 1 }, false],
    ["search_files", { path: ".", regex: "a", file_pattern: "*" }, true],
    ["search_files", { path: ".", regex: "a".repeat(2_001) }, false],
    ["search_files", { path: "." }, false],
    ["stat", { path: "." }, true],
    ["stat", { path: ["."] }, false],
    ["write_to_file", { path: "a", content: "" }, true],
    ["write_to_file", { path: "a", content: "", observed_content_hash: "sha256:00" }, true],
    ["write_to_file", { path: "a", content: "", observed_content_hash: { a: "00" } }, true],
    ["write_to_file", { path: "a", content: "", observed_content_hash: { a: 1 } }, false],
    ["write_to_file", { path: "a", content: "", observed_content_hash: 1 }, false],
    ["write_to_file", { path: "a", content: "", request_scope_expansion: expansion }, true],
    ["write_to_file", { path: "a", content: "", request_scope_expansion: JSON.stringify(expansion) }, true],
    [
      "write_to_file",
      { path: "a", content: "", request_scope_expansion: { additional_globs: [], reason: "x" } },
      false,
    ],
    ["write_to_file", { path: "a", content: "", request_scope_expansion: { additional_globs: ["a"] } }, false],
    ["write_to_file", { path: "a", content: "", request_scope_expansion: 1 }, false],
    ["write_to_file", { path: "a" }, false],
    ["write_to_file", { path: "a", content: {} }, false],
    ["apply_diff", { path: "a", diff: "x" }, true],
    ["apply_diff", { path: "a", diff: ["x"] }, false],
    ["edit", { file_path: "a", old_string: "", new_string: "", replace_all: true }, true],
    ["edit", { file_path: "a", old_string: "" }, false],
    ["edit", { file_path: "a", old_string: "", new_string: "", replace_all: "true" }, false],
    ["search_replace", { file_path: "a", old_string: "x", new_string: "" }, true],
    ["search_replace", { file_path: "a", old_string: "", new_string: "" }, false],
    ["edit_file", { file_path: "a", old_string: "x", new_string: "", expected_replacements: 2 }, true],
    ["edit_file", { file_path: "a", old_string: "x", new_string: "", expected_replacements: 0 }, false],
    ["apply_patch", { patch: "x" }, true],
    ["apply_patch", { input: "x" }, false],
    ["delete_file", { path: "a" }, true],
    ["delete_file", {}, false],
    ["execute_command", { command: "true", cwd: ".", timeout: 0.5 }, true],
    ["execute_command", { command: "true", timeout: 600 }, true],
    ["execute_command", { command: "true", timeout: 601 }, false],
    ["execute_command", { command: "true", timeout: 0 }, false],
    ["execute_command", { command: ["true"] }, false],
    ["execute_command", { command: "" }, false],
    ["select_active_intent", { intent_id: "INT-001" }, true],
    ["select_active_intent", { intent_id: "" }, false],
    ["select_active_intent", {}, false],
    ["list_intents", {}, true],
    ["propose_intent", { name: "n", owned_scope: ["a"], constraints: [], acceptance_criteria: null }, true],
    ["propose_intent", { name: "n" }, false],
    ["propose_intent", { name: "n", owned_scope: "a" }, false],
    ["propose_intent", { name: "n", owned_scope: [1] }, false],
    ["request_scope_expansion", expansion, true],
    ["request_scope_expansion", { ...expansion, reason: "" }, false],
    ["request_scope_expansion", { ...expansion, additional_globs: Array(101).fill("a") }, false],
    ["record_lesson", { lesson: "x" }, true],
    ["record_lesson", { lesson: "x".repeat(2_001) }, false],
    ["attempt_completion", {}, true],
    ["attempt_completion", { result: 1 }, false],
    ["read_file", null, false],
    ["read_file", "a", false],
    ["read_file", [], false],
    ["list_intents", undefined, false],
  ])("%s %j is %s", (name, input, fits) => {
    expect(tools.check(name, input).ok).toBe(fits);
    expect(fitsSchema(schemaOf(name), input)).toBe(fits);
  });
});

describe("check", () => {
  it.each<[string, unknown, string]>([
    ["read_file", {}, '"path" is missing: expected a value.'],
    ["read_file", { path: 7 }, '"path" must be string, not 7.'],
    ["read_file", { path: ["a"] }, '"path" must be string, not a list.'],
    ["read_file", { path: "a\u0000b" }, '"path" must not contain NUL or other control characters.'],
    ["read_file", { path: "a", start_line: 0 }, '"start_line" must be at least 1.'],
    ["read_file", "a", 'The input must be an object with named fields, not the text "a".'],
    [
      "edit",
      { path: "a", file_path: "b", old_string: "", new_string: "" },
      'Give either "path" or "file_path", not both.',
    ],
    ["propose_intent", { name: "n", owned_scope: ["a", 1] }, '"owned_scope.1" must be string, not 1.'],
    [
      "write_to_file",
      { path: "a", content: "\ud800" },
      '"content" must be valid Unicode (it contains half of a surrogate pair).',
    ],
    [
      "write_to_file",
      { path: "a", content: "", request_scope_expansion: "{" },
      '"request_scope_expansion" must be an object, or its JSON text, with additional_globs and reason.',
    ],
    [
      "write_to_file",
      { path: "a", content: "", request_scope_expansion: '{"reason":"x"}' },
      '"request_scope_expansion" must be an object, or its JSON text, with additional_globs and reason.',
    ],
    [
      "write_to_file",
      { path: "a", content: "", request_scope_expansion: "[".repeat(200_000) },
      '"request_scope_expansion" must be an object, or its JSON text, with additional_globs and reason.',
    ],
  ])("says of %s %j what is wrong", (name, input, problem) => {
    expect(tools.check(name, input)).toEqual({ ok: false, problem });
  });

  it("never repeats a long input in its problem", () => {
    const checked = tools.check("list_files", { path: "a", recursive: "x".repeat(1_000_000) });
    expect(checked.ok || checked.problem.length).toBeLessThan(200);
  });

  it("gives back the fields under the tool's own names and drops the rest", () => {
    const input = { path: "a", file_path: null, old_string: "x", new_string: "y", hidden: true };
    expect(tools.check("edit", input)).toEqual({
      ok: true,
      input: { file_path: "a", old_string: "x", new_string: "y" },
    });
    expect(tools.check("stat", { file_path: "a" })).toEqual({ ok: true, input: { path: "a" } });
  });

  it("knows no tool by a name that objects have anyway", () => {
    for (const name of ["constructor", "__proto__", "toString", "", "READ_FILE"]) {
      expect(tools.has(name)).toBe(false);
      expect(tools.check(name, {}).ok).toBe(false);
    }
  });
});

describe("the gate's tools", () => {
  let space: TempWorkspace;

  it.each<[string, Record<string, unknown>, unknown]>([
    ["select_active_intent", { intent_id: "INT-001", extra: 1 }, { asked: "select", intent_id: "INT-001" }],
    ["list_intents", {}, { result: ["INT-001"] }],
    ["propose_intent", { name: "n", owned_scope: ["a"] }, { asked: "propose", name: "n", owned_scope: ["a"] }],
    [
      "request_scope_expansion",
      { additional_globs: ["a"], reason: "r" },
      { asked: "expand", additional_globs: ["a"], reason: "r" },
    ],
    ["record_lesson", { lesson: "l" }, { asked: "lesson", lesson: "l" }],
    ["complete_intent", { result: "r" }, { asked: "completion", result: "r" }],
    ["select_active_intent", {}, { code: "BAD_INPUT", error: '"intent_id" is missing: expected a value.' }],
  ])("%s answers what the gate says", async (name, input, answer) => {
    space = tempWorkspace();
    expect(await space.run(name, input)).toEqual(answer);
  });

  it("answer an unknown tool with the names there are", async () => {
    space = tempWorkspace();
    const result = await space.run("rm_rf", {});
    expect(result).toMatchObject({ code: "UNKNOWN_TOOL", error: expect.stringContaining("read_file") });
  });
});
