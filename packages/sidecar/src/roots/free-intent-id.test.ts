import { expect, it } from "vitest";
import { nextId } from "./free-intent-id.ts";

it.each([
  [[], "INT-001"],
  [["INT-001"], "INT-002"],
  [["INT-007", "INT-002"], "INT-008"],
  [["INT-007-k3", "INT-002"], "INT-008"],
  [["INT-999"], "INT-1000"],
  [["X-9", "INT-2b", "int-5", "INT-", "MY-INT-44"], "INT-001"],
  [["INT-9-", "INT-9-3k", "INT-9-k", "INT-9-k3x", "INT-9-K3", "INT-9.k3"], "INT-001"],
  [["INT-99999999999999999999"], "INT-001"],
])("after %j comes %s", (ids, next) => {
  expect(nextId(ids, null)).toBe(next);
  expect(nextId(ids, "k3")).toBe(`${next}-k3`);
});
