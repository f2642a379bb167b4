import { describe, expect, it } from "vitest";
import { ledger, text } from "../../../../test/support/blame/sample-ledger.ts";

describe("what led to a line", () => {
  function worked() {
    const made = ledger();
    made.add("A", "AI", [["a.ts", null, text("one1", "two1", "three1")]]);
    made.add("B", "AI", [["a.ts", text("one1", "two1", "three1"), text("one1", "two2", "three1")]]);
    made.add("C", "HUMAN", [["a.ts", text("one1", "two2", "three1"), text("zero1", "one1", "two2", "three1")]]);
    made.add("D", "AI", [["a.ts", text("zero1", "one1", "two2", "three1"), text("zero1", "one1", "two3", "three1")]]);
    return made;
  }
  const now = text("zero1", "one1", "two3", "three1");

  it.each([
    [1, "C"],
    [2, "A"],
    [3, "A B D"],
    [4, "A"],
  ])("is whoever wrote line %d, and what stood in its place", (line, names) => {
    expect(worked().history("a.ts", now, line)).toBe(names);
  });

  it("goes on through a rename and stops where lines were put in", () => {
    const made = worked();
    made.add("E", "AI", [["b.ts", now, text("zero1", "one1", "two4", "three1"), "a.ts"]]);
    made.add("F", "AI", [
      ["b.ts", text("zero1", "one1", "two4", "three1"), text("zero1", "one1", "two4", "new1", "three1")],
    ]);
    const last = text("zero1", "one1", "two4", "new1", "three1");
    expect(made.history("b.ts", last, 3)).toBe("A B D E");
    expect(made.history("b.ts", last, 4)).toBe("F");
  });

  it("follows all that went where several lines became others", () => {
    const made = ledger();
    made.add("A", "AI", [["a.ts", null, text("one1", "two1", "three1")]]);
    made.add("B", "AI", [["a.ts", text("one1", "two1", "three1"), text("one1", "two2", "three1")]]);
    made.add("C", "AI", [["a.ts", text("one1", "two2", "three1"), text("one1", "both")]]);
    expect(made.history("a.ts", text("one1", "both"), 2)).toBe("A B C");
  });

  it("is nothing for a line that no record wrote, or that is not there", () => {
    const made = ledger();
    made.add("A", "AI", [["a.ts", text("old1"), text("old1", "new1")]]);
    expect(made.history("a.ts", text("old1", "new1"), 1)).toBe("");
    expect(made.history("a.ts", text("old1", "new1", "mine"), 3)).toBe("");
    expect(made.history("a.ts", text("old1", "new1"), 9)).toBe("");
  });
});
