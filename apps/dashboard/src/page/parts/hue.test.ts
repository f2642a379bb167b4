import { expect, it } from "vitest";
import { HUES, hueNumber, hueOf } from "./hue.ts";

it("gives eight intents in a row eight colours", () => {
  const names = Array.from({ length: HUES }, (_, at) => hueOf(`INT-00${at + 1}`));
  expect(new Set(names).size).toBe(HUES);
});

it.each(["", "auth", "INT-99999999999", "ü".repeat(500), "x"])("has a colour for %j", (name) => {
  expect(hueNumber(name)).toBeGreaterThanOrEqual(0);
  expect(hueNumber(name)).toBeLessThan(HUES);
});

it("has one for what belongs to no intent", () => expect([hueOf(null), hueOf("")]).toEqual(["hue-none", "hue-none"]));
