import { expect, it } from "vitest";
import { intentDigest } from "./intent-digest.ts";
import { testIntent } from "./test-intent.ts";

const before = intentDigest(testIntent());

it.each([
  ["scope", { owned_scope: ["src/**"] }],
  ["order of the scope", { owned_scope: ["src/auth/**", "x"] }],
  ["constraints", { constraints: ["x"] }],
  ["criteria", { acceptance_criteria: ["x"] }],
  ["narrowing", { narrowed_to: ["src/auth/**"] }],
  ["narrowing to nothing", { narrowed_to: [] }],
])("changes with the %s", (_, fields) => {
  expect(intentDigest(testIntent(fields))).not.toBe(before);
});

it("cannot be fooled by moving words between lists", () => {
  expect(intentDigest(testIntent({ constraints: ["a"], acceptance_criteria: [] }))).not.toBe(
    intentDigest(testIntent({ constraints: [], acceptance_criteria: ["a"] })),
  );
});

it("stays the same when only status, name or history change", () => {
  expect(intentDigest(testIntent({ status: "PENDING", name: "x", recent_history: ["y"], updated_at: "z" }))).toBe(
    before,
  );
  expect(before).toMatch(/^sha256:[0-9a-f]{64}$/);
});
