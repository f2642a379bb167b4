import { expect, it } from "vitest";
import { nextId } from "./next-id.ts";

it.each([
  [[], "INT-001"],
  [["INT-001"], "INT-002"],
  [["INT-007", "INT-002"], "INT-008"],
  [["INT-999"], "INT-1000"],
  [["X-9", "INT-2b", "int-5", "INT-", "MY-INT-44"], "INT-001"],
  [["INT-99999999999999999999"], "INT-001"],
])("after %j comes %s", (ids, next) => {
  expect(nextId(ids)).toBe(next);
});
