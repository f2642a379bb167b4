import { denyCodes } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { reasonWords, refusalHelp } from "./words.ts";

describe("what helps against a refusal", () => {
  it.each(denyCodes)("is said for %s", (code) => expect(refusalHelp(code)).toMatch(/\.$/));
  it.each([null, "", "constructor", "NEW_CODE"])("is not made up for %j", (code) =>
    expect(refusalHelp(code)).toBeNull(),
  );
});

describe("the reason", () => {
  const seed = "Destructive operation rejected by user via HITL pre-hook.";
  it.each([
    ["HITL_REJECT", seed, null],
    ["HITL_REJECT", `${seed} Use the v2 client`, "Use the v2 client"],
    ["HITL_REJECT", null, null],
    ["SCOPE_VIOLATION", seed, seed],
    [null, "anything", "anything"],
  ])("of %s, %j, is said as %j", (code, reason, words) => expect(reasonWords(code, reason)).toBe(words));
});
