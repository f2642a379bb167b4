import { expect, it } from "vitest";
import { badMove, intentStatuses, mayMove } from "./intent.ts";

it("allows exactly the moves of the life cycle", () => {
  const allowed = intentStatuses.flatMap((from) =>
    intentStatuses.filter((to) => mayMove(from, to)).map((to) => `${from} ${to}`),
  );
  expect(allowed).toEqual([
    "PENDING IN_PROGRESS",
    "IN_PROGRESS BLOCKED",
    "IN_PROGRESS COMPLETE",
    "BLOCKED IN_PROGRESS",
    "COMPLETE IN_PROGRESS",
  ]);
});

it.each([
  ["PENDING", "COMPLETE", "INT-1 is PENDING and cannot become COMPLETE", "Move it to IN_PROGRESS first."],
  ["COMPLETE", "BLOCKED", "INT-1 is COMPLETE and cannot become BLOCKED", "Move it to IN_PROGRESS first."],
  ["BLOCKED", "PENDING", "INT-1 is BLOCKED and cannot become PENDING", "From BLOCKED it may become IN_PROGRESS."],
  ["COMPLETE", "COMPLETE", "INT-1 is COMPLETE already", "Nothing needs to be done."],
] as const)("says why %s cannot become %s", (status, to, message, remedy) => {
  expect(badMove({ id: "INT-1", status }, to)).toMatchObject({ code: "NOT_ALLOWED", message, remedy });
});
