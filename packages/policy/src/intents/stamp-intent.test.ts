import { expect, it } from "vitest";
import { stampIntent } from "./edit-intents.ts";

const AT = "2026-02-16T12:00:00Z";
const file = `# mine
active_intents:
  - id: A   # first
    name:  "odd   spacing"
    updated_at: 2026-01-01 # keep me
  - {id: B, name: b, updatedAt: "x"}
  - id: C
`;

it("adds accepted_at and keeps every other byte", () => {
  const stamped = stampIntent(file, "A", "accepted_at", AT);
  expect(stamped.ok && stamped.value.replace(/\n.*accepted_at.*(?=\n)/, "")).toBe(file);
  const again = stamped.ok ? stampIntent(stamped.value, "A", "accepted_at", "2027-01-01T00:00:00Z") : stamped;
  expect(again.ok && again.value.match(/accepted_at/g)).toHaveLength(1);
  expect(again.ok && again.value).toContain("2027-01-01");
});

it("keeps up updated_at where it is, as it is spelled, and adds it nowhere", () => {
  const one = stampIntent(file, "A", "updated_at", AT);
  expect(one.ok && one.value).toBe(file.replace("2026-01-01", `"${AT}"`));
  const other = stampIntent(file, "B", "updated_at", AT);
  expect(other.ok && other.value).toBe(file.replace('updatedAt: "x"', `updatedAt: "${AT}"`));
  expect(stampIntent(file, "C", "updated_at", AT)).toEqual({ ok: true, value: file });
});

it.each([
  ["an id that is not there", file, "a", "NOT_FOUND"],
  ["a broken file", "active_intents: [", "A", "BAD_INTENTS"],
  ["an empty file", "", "A", "BAD_INTENTS"],
])("refuses %s", (_, text, id, code) => {
  expect(stampIntent(text, id, "accepted_at", AT)).toMatchObject({ ok: false, problems: [{ code }] });
});
