import { expect, it } from "vitest";
import { type Facts, judge } from "./judge.ts";

const no = { invocation: "i", session: "s", code: "INTENT_REQUIRED", isDenied: true };
const nothing: Facts = {
  wasWritten: false,
  decision: null,
  wasRequested: false,
  modelReadWhy: false,
  isLate: false,
  output: "",
};

it.each<[string, Partial<Facts>, string, RegExp | null]>([
  ["refused, and told so", { decision: no, wasRequested: true, modelReadWhy: true }, "denied", null],
  ["refused, although it did not end", { decision: no, wasRequested: true, isLate: true }, "denied", null],
  ["written without a hook", { wasWritten: true, wasRequested: true }, "ran", null],
  ["written against the gate's no", { wasWritten: true, decision: no }, "ran", /INTENT_REQUIRED/],
  ["written with the gate's yes", { wasWritten: true, decision: { ...no, isDenied: false } }, "ran", null],
  ["written by whoever", { wasWritten: true }, "ran", null],
  ["let pass, and not made", { decision: { ...no, isDenied: false } }, "unproved", /let the call pass/],
  ["not made, and no hook ran", { wasRequested: true }, "unproved", /no hook asked/],
  ["not made in time", { wasRequested: true, isLate: true }, "unproved", /in time/],
  ["never asked for", { output: "please log in" }, "untried", /please log in/],
  ["never asked for, without a word", {}, "untried", /before it asked/],
  ["never asked for in time", { isLate: true }, "untried", /in time/],
])("a call that was %s", (_what, facts, kind, why) => {
  const verdict = judge({ ...nothing, ...facts });
  expect(verdict.kind).toBe(kind);
  if (why) expect(JSON.stringify(verdict)).toMatch(why);
});
