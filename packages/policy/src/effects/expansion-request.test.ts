import { describe, expect, it } from "vitest";
import { isControlName } from "../../../../test/support/policy/sample-control-rules.ts";
import type { FileFacts } from "../paths/file-facts.ts";
import { defaultPolicy } from "../policy-file/policy.ts";
import { createEffectsOf } from "./effects-of.ts";

const facts: FileFacts = {
  kind: () => "absent",
  linkTarget: () => "",
  names: () => [],
  mayEnter: () => true,
  ignoresCase: () => false,
};
const describeCall = (tool: string, payload: unknown) =>
  createEffectsOf({ facts, isControlName, policy: () => defaultPolicy })(tool, payload, "/w");

describe("request_scope_expansion in a writing tool", () => {
  const asked = (request: unknown) =>
    describeCall("write_to_file", { path: "a", request_scope_expansion: request }).expansion;
  const sound = { additional_globs: ["src/b/**"], reason: "the type moved" };

  it("is read as an object and as JSON text", () => {
    expect(asked(sound)).toEqual(sound);
    expect(asked(JSON.stringify({ ...sound, type: "request_scope_expansion" }))).toEqual(sound);
    expect(asked(undefined)).toBeNull();
    expect(asked(null)).toBeNull();
    expect(describeCall("execute_command", { command: "x", request_scope_expansion: sound }).expansion).toEqual(sound);
    expect(describeCall("read_file", { path: "a", request_scope_expansion: sound }).expansion).toBeNull();
  });

  it("holds up to fifty globs, and says why more are not put to a person", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `src/${at}/**`);
    expect(asked({ additional_globs: many(50), reason: "x" })).toEqual({ additional_globs: many(50), reason: "x" });
    expect(asked({ additional_globs: many(51), reason: "x" })).toEqual({
      problem: "additional_globs has more than 50 entries, too many for a person to judge",
    });
    expect(asked({ additional_globs: Array(5).fill(`src/${"a".repeat(900)}/**`), reason: "x" })).toEqual({
      problem: "additional_globs has more than 4000 characters in all, too many for a person to judge",
    });
  });

  it.each([
    "",
    "yes",
    "[]",
    5,
    [],
    {},
    { additional_globs: [], reason: "x" },
    { additional_globs: "src/**", reason: "x" },
    { additional_globs: [5], reason: "x" },
    { additional_globs: ["src/**"] },
    { additional_globs: ["src/**"], reason: " " },
    { additional_globs: ["src/**"], reason: 5 },
    { additional_globs: ["src/**"], reason: "x".repeat(2001) },
    { additional_globs: ["/etc/**"], reason: "x" },
    { additional_globs: ["../**"], reason: "x" },
    { additional_globs: ["!src/**"], reason: "x" },
    { additional_globs: ["src/**", "{a,b}".repeat(20)], reason: "x" },
    { additional_globs: ["src/\u200b/**"], reason: "x" },
    { additional_globs: ["src/a\n/**"], reason: "x" },
    { additional_globs: ["src/\u{e0061}/**"], reason: "x" },
  ])("%j is a problem, not a request", (request) => {
    expect(asked(request)).toHaveProperty("problem", expect.stringMatching(/./));
  });
});

describe("request_scope_expansion as a tool of its own", () => {
  const sound = { additional_globs: ["src/b/**"], reason: "the type moved" };

  it("is its payload, by MCP too", () => {
    expect(describeCall("request_scope_expansion", sound).expansion).toEqual(sound);
    expect(describeCall("mcp__intentgate__request_scope_expansion", sound).expansion).toEqual(sound);
  });

  it.each([{}, undefined, { additional_globs: ["../x"], reason: "x" }, { additional_globs: ["src/**"] }])(
    "is a problem where it says %j",
    (payload) => {
      expect(describeCall("request_scope_expansion", payload).expansion).toMatchObject({ problem: expect.any(String) });
    },
  );

  it("is asked by no other tool of the gate", () => {
    expect(describeCall("record_lesson", { lesson: "x", ...sound }).expansion).toBeNull();
  });
});
