import { nearMiss } from "@intentgate/documents";
import { expect, it } from "vitest";
import { allIntentKeys } from "./intent-keys.ts";

it.each([
  ["owned_scop", "owned_scope"],
  ["ownedscope", "owned_scope"],
  ["Owned-Scope", "owned_scope"],
  ["constriants", "constraints"],
  ["contraint", "constraints"],
  ["stat", "status"],
  ["nmae", "name"],
  ["ID", "id"],
  ["acceptance_criterias", "acceptance_criteria"],
])("%s was meant as %s", (word, meant) => {
  expect(nearMiss(word, allIntentKeys)).toBe(meant);
});

it.each([
  "note",
  "kind",
  "tags",
  "uid",
  "owner",
  "priority",
  "accepted_at",
  "scope",
  "depends_on",
  "",
  "x".repeat(5_000),
])("%j is no slip of a known key", (word) => {
  expect(nearMiss(word, allIntentKeys)).toBeNull();
});
