import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { intentSchema, type Schema, suggestionsAt } from "./suggestions.ts";

const policySchema = JSON.parse(
  readFileSync(new URL("../../../../docs/reference/policy.schema.json", import.meta.url), "utf8"),
) as Schema;

function offered(before: string, schema: Schema): string[] {
  return suggestionsAt(before, schema).map((one) => one.label);
}

it.each([
  ["at the top of the intents file", "", "active_intents"],
  ["in an item", "active_intents:\n  - id: INT-001\n    ", "owned_scope"],
  ["in an item whose dash stands at the margin", "active_intents:\n- id: INT-001\n  ", "owned_scope"],
  ["on the line that begins an item", "active_intents:\n  - ", "id"],
  ["after a list inside the item", "active_intents:\n  - id: A\n    owned_scope:\n      - src/**\n    ", "status"],
  ["as the value of a key", "active_intents:\n  - id: A\n    status: ", "IN_PROGRESS"],
  ["as the value of the key that begins an item", "active_intents:\n  - status: P", "PENDING"],
])("offers what can stand %s", (_, before, wanted) => {
  expect(offered(before, intentSchema)).toContain(wanted);
});

it.each([
  ["keys of an item at the top", "", "owned_scope"],
  ["keys of the top in an item", "active_intents:\n  - id: A\n    ", "active_intents"],
  ["a status for a name", "active_intents:\n  - name: ", "PENDING"],
  ["keys inside a list of texts", "active_intents:\n  - id: A\n    owned_scope:\n      - ", "status"],
])("does not offer %s", (_, before, unwanted) => {
  expect(offered(before, intentSchema)).not.toContain(unwanted);
});

it.each([
  ["", "approval"],
  ["mode: ", "observe"],
  ["approval:\n  ", "timeout_s"],
  ["approval:\n  mode: ", "strict"],
  ["commands:\n  - ", "run"],
  ["commands:\n  - run: npm test\n    ", "writes"],
  ["tools:\n  mcp.db.query:\n    ", "effect"],
  ["tools:\n  mcp.db.query:\n    effect: ", "network"],
])("reads the policy's own schema: after %j it offers %s", (before, wanted) => {
  expect(offered(before, policySchema)).toContain(wanted);
});
