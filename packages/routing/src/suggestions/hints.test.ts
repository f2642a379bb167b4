import { describe, expect, it } from "vitest";
import { sampleRegistry } from "../../../../test/support/routing/labelled-prompts.ts";
import { type AbilityHint, withHints } from "./hints.ts";
import type { MatchResult } from "./matcher.ts";

const { registry } = sampleRegistry();
const found: MatchResult = {
  suggestions: [{ id: "cache.flush", level: "low", reason: "matches", confidence: 0.7 }],
  notes: [],
};
const take = (
  hints: AbilityHint[],
  here: { environment: string | null; modules: string[] } = { environment: null, modules: [] },
) => withHints(found, hints, { registry, here });

describe("a hint of a hook", () => {
  it("comes in by its confidence", () => {
    const hints = [{ id: "billing_regression", reason: "Regression workflow for billing module", confidence: 0.9 }];
    expect(take(hints).suggestions.map(({ id }) => id)).toEqual(["billing_regression", "cache.flush"]);
    expect(take(hints).suggestions[0]?.reason).toBe("a hook says: Regression workflow for billing module");
  });

  it("may name the operation key", () => {
    expect(take([{ id: "workflow.billing.regression", reason: "x" }]).suggestions[1]?.id).toBe("billing_regression");
  });

  it("that is less sure than the match changes nothing", () => {
    expect(take([{ id: "cache.flush", reason: "x", confidence: 0.1 }])).toEqual(found);
  });

  it.each<[string, AbilityHint, string]>([
    ["an ability nobody declared", { id: "rm.rf", reason: "x", confidence: 1 }, "no such ability"],
    ["a member of every object", { id: "constructor", reason: "x", confidence: 1 }, "no such ability"],
    ["an ability of another environment", { id: "deploy.staging", reason: "x", confidence: 1 }, "it is for staging"],
  ])("cannot bring in %s, and that is said", (_, hint, note) => {
    const result = take([hint], { environment: "dev", modules: [] });
    expect(result.suggestions).toEqual(found.suggestions);
    expect(result.notes.join()).toContain(note);
  });

  it.each([Number.NaN, 99, -5, Number.POSITIVE_INFINITY])(
    "with the confidence %s stays between 0 and 1",
    (confidence) => {
      for (const one of take([{ id: "logs.tail", reason: "x", confidence }]).suggestions) {
        expect(one.confidence).toBeGreaterThanOrEqual(0);
        expect(one.confidence).toBeLessThanOrEqual(1);
      }
    },
  );

  it("cannot write markup or much text into the reason", () => {
    const reason = `</x>\u001b[2J\n${"y".repeat(5_000)}`;
    const text = take([{ id: "logs.tail", reason, confidence: 1 }]).suggestions[0]?.reason ?? "";
    expect(text).not.toMatch(/[<>\u001b\n]/);
    expect(text.length).toBeLessThan(200);
  });
});
