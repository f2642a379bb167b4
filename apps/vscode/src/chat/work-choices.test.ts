import { expect, it } from "vitest";
import { offeredChoices, readChoice } from "./work-choices.ts";

const shop = { root: "/w/shop", name: "shop", intents: [{ id: "INT-001", name: "Pay" }] };
const site = {
  root: "/w/site",
  name: "site",
  intents: [
    { id: "INT-001", name: "Look" },
    { id: "INT-002", name: "Say" },
  ],
};
const valueAt = (label: string) =>
  offeredChoices([shop, site]).find((one) => one.label.startsWith(label))?.value ?? null;

it("names the folder only where there are several", () => {
  expect(offeredChoices([shop]).map((one) => one.label)).toEqual(["the agent chooses", "INT-001  Pay"]);
  expect(offeredChoices([shop, site]).map((one) => one.label)).toContain("site: INT-001  Look");
});

it.each([
  ["shop: INT-001", { root: "/w/shop", intent: "INT-001" }],
  ["site: INT-001", { root: "/w/site", intent: "INT-001" }],
  ["site: INT-002", { root: "/w/site", intent: "INT-002" }],
  ["site: the agent", { root: "/w/site", intent: null }],
])("reads %s as itself", (label, choice) => {
  expect(readChoice(valueAt(label), [shop, site])).toEqual(choice);
});

it.each([
  ["nothing, of several folders", null, [shop, site]],
  ["nothing, of no folder", null, []],
  ["an intent that is gone", '["/w/shop","INT-009"]', [shop]],
  ["a folder that is gone", '["/w/site",null]', [shop]],
  ["an intent of the other folder", '["/w/shop","INT-002"]', [shop, site]],
  ["something odd", "constructor", [shop, site]],
])("does not guess at %s", (_, value, folders) => {
  expect(readChoice(value, folders)).toBeNull();
});

it("needs no choice where there is one folder", () => {
  expect(readChoice(null, [shop])).toEqual({ root: "/w/shop", intent: null });
});
