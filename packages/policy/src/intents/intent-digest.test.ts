import { expect, it } from "vitest";
import { sampleIntent } from "../../../../test/support/policy/sample-intent.ts";
import { intentDigest } from "./intent-digest.ts";

const before = intentDigest(sampleIntent());

it.each([
  ["scope", { owned_scope: ["src/**"] }],
  ["order of the scope", { owned_scope: ["src/auth/**", "x"] }],
  ["constraints", { constraints: ["x"] }],
  ["criteria", { acceptance_criteria: ["x"] }],
  ["narrowing", { narrowed_to: ["src/auth/**"] }],
  ["narrowing to nothing", { narrowed_to: [] }],
])("changes with the %s", (_, fields) => {
  expect(intentDigest(sampleIntent(fields))).not.toBe(before);
});

it("cannot be fooled by moving words between lists", () => {
  expect(intentDigest(sampleIntent({ constraints: ["a"], acceptance_criteria: [] }))).not.toBe(
    intentDigest(sampleIntent({ constraints: [], acceptance_criteria: ["a"] })),
  );
});

it("stays the same when only status, name or history change", () => {
  expect(intentDigest(sampleIntent({ status: "PENDING", name: "x", recent_history: ["y"], updated_at: "z" }))).toBe(
    before,
  );
  expect(before).toMatch(/^sha256:[0-9a-f]{64}$/);
});
