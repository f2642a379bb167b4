import type { LineCredit } from "@intentgate/blame";
import { expect, it } from "vitest";
import { ago, asText, besideLine, kindOf, lensTitle } from "./credit-words.ts";

const now = new Date("2026-05-01T12:00:00Z");

function record(given: Partial<Extract<LineCredit, { credit: "record" }>> = {}): LineCredit {
  return {
    credit: "record",
    how: "exact",
    number: 1,
    entity_type: "AI",
    intent_id: "INT-001",
    model: "m",
    session: "s",
    at: "2026-05-01T11:58:00Z",
    written: { path: "a", line: 1 },
    ...given,
  };
}

it.each([
  ["2026-05-01T12:00:00Z", "just now"],
  ["2026-05-01T11:59:59Z", "1 second ago"],
  ["2026-05-01T11:58:00Z", "2 minutes ago"],
  ["2026-04-30T12:00:00Z", "1 day ago"],
  ["2020-05-01T12:00:00Z", "6 years ago"],
  ["2027-05-01T12:00:00Z", "just now"],
  ["nonsense", "at an unknown time"],
])("%s is %s", (at, words) => {
  expect(ago(at, now)).toBe(words);
});

it("says nothing beside a line that is older than the ledger", () => {
  expect(besideLine({ credit: "before_ledger" }, now)).toBeNull();
});

it("names the intent and the model, and an agent where the model is not known", () => {
  expect(besideLine(record(), now)).toBe("INT-001 · m · 2 minutes ago");
  expect(besideLine(record({ model: "unknown" }), now)).toBe("INT-001 · an agent · 2 minutes ago");
});

it.each<[string, LineCredit, string]>([
  ["an agent's", record(), "agent"],
  ["a person's", record({ entity_type: "HUMAN" }), "person"],
  ["a person's since the last record", { credit: "since" }, "person"],
  ["one nobody saw", record({ entity_type: "UNKNOWN" }), "unsure"],
  ["one in a gap", { credit: "unknown" }, "unsure"],
  ["an old one", { credit: "before_ledger" }, "older"],
])("gives %s line its colour", (_, credit, kind) => {
  expect(kindOf(credit, () => false)).toBe(kind);
});

it("gives a suspect line of an agent a colour of its own", () => {
  expect(kindOf(record(), () => true)).toBe("suspect");
});

it("counts the lines of a function by intent, most lines first", () => {
  const lines = [record({ intent_id: "INT-002" }), record(), record(), { credit: "before_ledger" as const }];
  expect(lensTitle(lines)).toBe("INT-001, INT-002 · 3 of 4 lines");
  expect(lensTitle([record()])).toBe("INT-001 · all lines");
});

it("says nothing above a function that no intent touched", () => {
  expect(lensTitle([{ credit: "since" }, record({ intent_id: null })])).toBeNull();
});

it.each(["[x](command:evil)", "<img src=x>", "**bold**", "`code`", "a\n# head"])(
  "shows %j as the text it is",
  (text) => {
    expect(asText(text)).not.toMatch(/(^|[^\\])[[\]()<>*`#]|\n/);
  },
);
