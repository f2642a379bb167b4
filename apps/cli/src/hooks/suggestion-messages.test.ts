import type { Registry } from "@intentgate/routing";
import { expect, it } from "vitest";
import { suggestionMessages } from "../verbs/suggest.ts";

function said(summary: string, level: "high" | "low" = "high"): string | undefined {
  const ability = { id: "signup_e2e", level, type: "workflow", summary };
  const registry = { abilities: [ability] } as unknown as Registry;
  const suggestion = { id: "signup_e2e", level, reason: "", confidence: 0.9 };
  return suggestionMessages([suggestion, { ...suggestion, id: "unknown" }], registry)[0];
}

it.each([
  ["Run the full signup test suite.", "You can use the signup_e2e workflow ability to run the full signup test suite."],
  ["Regression workflow for billing", "You can use the signup_e2e workflow ability: Regression workflow for billing."],
  ["SQL for people", "You can use the signup_e2e workflow ability: SQL for people."],
  ["", "You can use the signup_e2e workflow ability."],
  ["Run \u001b[31mit\nnow", "You can use the signup_e2e workflow ability to run \\u001b[31mit now."],
])("%j is told as a sentence", (summary, message) => {
  expect(said(summary)).toBe(message);
});

it("an ability without a type is just one, and what no registry knows is nothing", () => {
  expect(said("Write one row.", "low")).toBe("You can use the signup_e2e ability to write one row.");
  expect(
    suggestionMessages([{ id: "x", level: "high", reason: "", confidence: 1 }], {
      abilities: [],
    } as unknown as Registry),
  ).toEqual([]);
});
