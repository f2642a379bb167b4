import { defaultPolicy, type Policy } from "@intentgate/policy";
import { describe, expect, it } from "vitest";
import { approvalSettings } from "./approval-settings.ts";

function policy(approval: Partial<Policy["approval"]>): Policy {
  return { ...defaultPolicy, approval: { ...defaultPolicy.approval, ...approval } };
}

describe("how a person is asked about a call over several roots", () => {
  it.each([
    ["the default of the host", [policy({})], { auto: false, timeoutMs: 300_000, approver: "any" }],
    ["auto in one root", [policy({}), policy({ mode: "auto" })], { auto: true }],
    ["the shorter time", [policy({ timeout_s: 60 }), policy({ timeout_s: 5 })], { timeoutMs: 5_000 }],
    ["the inbox where one root wants it", [policy({}), policy({ approver: "inbox" })], { approver: "inbox" }],
    ["nobody where one root names nobody", [policy({ approver: "none" }), policy({})], { approver: "none" }],
    [
      "nobody where they disagree",
      [policy({ approver: "inbox" }), policy({ approver: "terminal" })],
      { approver: "none" },
    ],
  ])("is %s", (_what, policies, expected) => {
    expect(approvalSettings(policies, "balanced")).toMatchObject(expected);
  });

  it("is not at all where the host's default is auto and a root says nothing", () => {
    expect(approvalSettings([policy({ mode: "strict" }), policy({})], "auto").auto).toBe(true);
  });
});
