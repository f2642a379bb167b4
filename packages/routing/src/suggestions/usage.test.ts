import { describe, expect, it } from "vitest";
import { noUsage, readAbilityUsage, usageBonus, withWeights, writeAbilityUsage } from "./usage.ts";

const read = (text: string) => readAbilityUsage({ path: "ability_usage.json", text });

describe("the usage of abilities", () => {
  it("reads back what it wrote", () => {
    const used = new Map([["a", { calls: 2, failures: 1, weight: 0, lastUsed: "2025-01-15T10:45:12Z" }]]);
    const usage = withWeights(used, [{ ability_id: "b", weight: 0.7 }]);
    const again = read(writeAbilityUsage(usage));
    expect(again.ok && [...again.value]).toEqual([...usage]);
    expect(usage.get("a")).toEqual(used.get("a"));
  });

  it.each([
    ["nothing", ""],
    ["a list", "[]"],
    ["a newer version", '{"version":2,"abilities":{}}'],
    ["no abilities", '{"version":1}'],
    ["abilities as a list", '{"version":1,"abilities":[1]}'],
    ["half a file", '{"version":1,"abilities":{"a":{"calls":'],
    ["too much", `{"version":1,"abilities":{},"x":"${"x".repeat(4_000_001)}"}`],
  ])("is refused where the file holds %s", (_, text) => {
    expect(read(text).ok).toBe(false);
  });

  it.each([
    ["a negative count", '{"calls":-5,"failures":0,"weight":0,"last_used":null}'],
    ["a count that is text", '{"calls":"9","failures":0,"weight":0,"last_used":null}'],
    ["a weight out of bounds", '{"calls":0,"failures":0,"weight":1e300,"last_used":null}'],
    ["a weight that is none", '{"calls":0,"failures":0,"weight":"high","last_used":null}'],
    ["more failures than calls", '{"calls":0,"failures":9,"weight":0,"last_used":null}'],
  ])("counts little whatever it holds: %s", (_, entry) => {
    const usage = read(`{"version":1,"abilities":{"a":${entry}}}`);
    expect(usage.ok && Math.abs(usageBonus(usage.value.get("a")))).toBeLessThanOrEqual(0.05);
  });

  it("does not take a weight that is no number", () => {
    expect(withWeights(noUsage, [{ ability_id: "a", weight: Number.NaN }]).size).toBe(0);
  });
});
