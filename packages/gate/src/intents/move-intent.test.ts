import type { Intent, IntentStatus } from "@intentgate/policy";
import { expect, it } from "vitest";
import { type MoveName, movable } from "./move-intent.ts";

function intent(status: IntentStatus, archived = false): Intent {
  return {
    id: "INT-001",
    name: "A",
    status,
    owned_scope: [],
    constraints: [],
    acceptance_criteria: [],
    related_files: [],
    recent_history: [],
    description: null,
    related_specs: [],
    checks: [],
    created_at: null,
    updated_at: null,
    archived,
    narrowed_to: null,
  };
}

const allowed: [MoveName, IntentStatus][] = [
  ["start", "PENDING"],
  ["start", "BLOCKED"],
  ["complete", "IN_PROGRESS"],
  ["block", "IN_PROGRESS"],
  ["reopen", "COMPLETE"],
];

it.each(allowed)("%s moves an intent that is %s", (subverb, status) => {
  expect(movable(intent(status), subverb).ok).toBe(true);
});

it.each([
  ["start", "IN_PROGRESS", "IN_PROGRESS already", "Nothing needs to be done"],
  ["start", "COMPLETE", "does not fit", "`intentgate intent reopen INT-001`."],
  ["complete", "PENDING", "cannot become COMPLETE", "`intentgate intent start INT-001` first."],
  ["complete", "BLOCKED", "cannot become COMPLETE", "`intentgate intent start INT-001` first."],
  ["complete", "COMPLETE", "COMPLETE already", "Nothing needs to be done"],
  ["block", "PENDING", "cannot become BLOCKED", "`intentgate intent start INT-001` first."],
  ["block", "BLOCKED", "BLOCKED already", "Nothing needs to be done"],
  ["block", "COMPLETE", "cannot become BLOCKED", "`intentgate intent reopen INT-001` first."],
  ["reopen", "PENDING", "does not fit", "`intentgate intent start INT-001`."],
  ["reopen", "BLOCKED", "does not fit", "`intentgate intent start INT-001`."],
  ["reopen", "IN_PROGRESS", "IN_PROGRESS already", "Nothing needs to be done"],
] as [MoveName, IntentStatus, string, string][])(
  "%s does not move one that is %s",
  (subverb, status, message, remedy) => {
    expect(movable(intent(status), subverb)).toMatchObject({
      ok: false,
      problems: [
        { code: "NOT_ALLOWED", message: expect.stringContaining(message), remedy: expect.stringContaining(remedy) },
      ],
    });
  },
);

it.each<MoveName>(["start", "complete", "block", "reopen"])("%s does not move an archived one", (subverb) => {
  for (const status of ["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE"] as const) {
    expect(movable(intent(status, true), subverb)).toMatchObject({
      ok: false,
      problems: [{ message: "INT-001 is archived" }],
    });
  }
});
