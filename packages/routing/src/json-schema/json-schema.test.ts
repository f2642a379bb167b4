import { describe, expect, it } from "vitest";
import { valueFaults } from "./check-value.ts";
import { hasPattern, type JsonSchema, readJsonSchema } from "./json-schema.ts";

describe("a schema", () => {
  it.each<[string, unknown, string]>([
    ["is no map", [], "a map of keywords"],
    ["is true", true, "a map of keywords"],
    ["has an unknown keyword", { patternProperties: {} }, "unknown keyword"],
    ["has a near miss", { require: ["a"] }, 'did you mean "required"?'],
    ["has a reference", { $ref: "#/x" }, "unknown keyword"],
    ["has an unknown type", { type: "int" }, 'unknown type "int"'],
    ["has no types", { type: [] }, "unknown type"],
    ["has a word for required", { required: "a" }, "a list of names"],
    ["has a number for minimum that is none", { minimum: "1" }, "must be a number"],
    ["has half a length", { maxLength: 1.5 }, "must be a count"],
    ["has an empty enum", { enum: [] }, "a list of values"],
    ["has an empty choice", { anyOf: [] }, "a list of schemas"],
    ["is wrong further down", { properties: { a: { items: { typ: "string" } } } }, "unknown keyword"],
    ["is too deep", JSON.parse(`${'{"items":'.repeat(50)}{}${"}".repeat(50)}`), "too large"],
    ["is too wide", { anyOf: Array.from({ length: 1_000 }, () => ({})) }, "too large"],
    ["inherits from a prototype", { constructor: {} }, "unknown keyword"],
    ["has a pattern that is no text", { pattern: 1 }, "must be text"],
  ])("that %s is refused", (_, schema, message) => {
    const read = readJsonSchema(schema);
    expect(read.ok ? "" : read.faults.map((it) => it.message).join()).toContain(message);
  });

  it.each<[JsonSchema, boolean]>([
    [{ pattern: "" }, true],
    [{ properties: { a: { items: { pattern: "x" } } } }, true],
    [{ additionalProperties: { pattern: "x" } }, true],
    [{ oneOf: [{}, { allOf: [{ anyOf: [{ pattern: "x" }] }] }] }, true],
    [{ additionalProperties: false, properties: { pattern: { type: "string" } } }, false],
    [{ enum: [{ pattern: "x" }], default: { pattern: "x" } }, false],
  ])("%j has a pattern: %s", (schema, has) => {
    expect(readJsonSchema(schema).ok).toBe(true);
    expect(hasPattern(schema)).toBe(has);
  });
});

describe("a value", () => {
  const user: JsonSchema = {
    type: "object",
    required: ["id"],
    additionalProperties: false,
    properties: {
      id: { type: "string", minLength: 1, maxLength: 5 },
      age: { type: "integer", minimum: 0, maximum: 150 },
      tags: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 2 },
      mode: { enum: ["a", { x: 1 }] },
      fixed: { const: [1] },
    },
  };
  const faults = (schema: JsonSchema, value: unknown) =>
    valueFaults(schema, value).map(({ at, message }) => `${at} ${message}`);

  it.each([{ id: "ab" }, { id: "ab", age: 0, tags: ["x"], mode: { x: 1 }, fixed: [1] }])(
    "that fits is accepted: %j",
    (value) => {
      expect(faults(user, value)).toEqual([]);
    },
  );

  it.each<[unknown, string]>([
    [null, "must be object"],
    [[], "must be object"],
    ["x", "must be object"],
    [{}, 'lacks "id"'],
    [Object.create({ id: "ab" }), 'lacks "id"'],
    [{ id: 5 }, "id must be string"],
    [{ id: "" }, "at least 1"],
    [{ id: "abcdef" }, "at most 5"],
    [{ id: "ab", age: 1.5 }, "age must be integer"],
    [{ id: "ab", age: Number.NaN }, "age must be integer"],
    [{ id: "ab", age: -1 }, "not be less"],
    [{ id: "ab", age: 151 }, "not be more"],
    [{ id: "ab", tags: [] }, "at least 1"],
    [{ id: "ab", tags: ["a", 1] }, "tags[1] must be string"],
    [{ id: "ab", tags: ["a", "b", "c"] }, "at most 2"],
    [{ id: "ab", mode: { x: 1, y: 2 } }, "must be one of"],
    [{ id: "ab", fixed: [2] }, "must be [1]"],
    [{ id: "ab", more: 1 }, 'unknown entry "more"'],
    [JSON.parse('{"id":"ab","__proto__":1}'), "unknown entry"],
    [{ id: "ab", constructor: 1 }, "unknown entry"],
  ])("%j is refused", (value, message) => {
    expect(faults(user, value).join("\n")).toContain(message);
  });

  it.each<[JsonSchema, unknown, boolean]>([
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, null, true],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, 1, false],
    [{ oneOf: [{ type: "integer" }, { type: "number" }] }, 1.5, true],
    [{ oneOf: [{ type: "integer" }, { type: "number" }] }, 1, false],
    [{ oneOf: [{ type: "string" }] }, 1, false],
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 2, true],
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 4, false],
    [{ type: ["string", "null"] }, null, true],
    [{ type: ["string", "null"] }, false, false],
    [{ additionalProperties: { type: "number" } }, { a: 1 }, true],
    [{ additionalProperties: { type: "number" } }, { a: "1" }, false],
    [{ format: "email" } as JsonSchema, "no mail", true],
    [{ pattern: "^(a+)+$" }, "no such text", true],
    [{ type: "string", pattern: "^a$", maxLength: 2 }, "abc", false],
  ])("%j and %j fit: %s", (schema, value, fits) => {
    expect(valueFaults(schema, value).length === 0).toBe(fits);
  });

  it("too large to be checked does not fit", () => {
    expect(
      valueFaults(
        { items: {} },
        Array.from({ length: 60_000 }, () => 1),
      ),
    ).not.toEqual([]);
  });
});
