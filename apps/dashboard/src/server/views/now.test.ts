import { expect, it } from "vitest";
import { detailsOf } from "./now.ts";

it.each<[string, Record<string, unknown>, string[]]>([
  ["expansion", { additional_globs: ["src/b/**", "**"] }, ["adds to the scope: **", "adds to the scope: src/b/**"]],
  [
    "new_intent",
    { name: "N", owned_scope: ["**"], constraints: ["keep"], criteria: ["done"] },
    ["name: N", "scope: **", "constraint: keep", "criterion: done"],
  ],
  ["completion", { criteria: ["done"], checks: [{ run: ["make", "x"] }] }, ["criterion: done", "runs: make x"]],
  ["second_intent", { from: "INT-001", to: "INT-002" }, ["leaves: INT-001", "takes: INT-002"]],
  ["hook", { hooks: ["guard"] }, ["asked by: guard"]],
  ["destructive", { only_writes: true }, []],
])("a question about %s is listed item by item", (_topic, details, wanted) => {
  const listed = detailsOf(details);
  expect(listed.details.map(({ label, value }) => `${label}: ${value}`)).toEqual(wanted);
  expect(listed.more_details).toBe(0);
});

it("leaves out words, and says how many, but never a glob", () => {
  const globs = Array.from({ length: 50 }, (_, at) => `src/${at}/**`);
  const listed = detailsOf({ owned_scope: globs, criteria: Array(25).fill("x") });
  expect(listed.details.filter(({ label }) => label === "scope").map(({ value }) => value)).toEqual(globs);
  expect(listed.more_details).toBe(5);
});
