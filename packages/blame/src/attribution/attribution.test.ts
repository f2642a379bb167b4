import { contentHash } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import { ledger, text } from "../../../../test/support/blame/sample-ledger.ts";

describe("from a content back to its records", () => {
  it("knows every content it ever saw, also under another name once the first is gone", () => {
    const { add, blame, now } = ledger();
    add("A", "AI", [["a.ts", text("old1", "old2"), text("old1", "new1", "old2")]]);
    add("B", "AI", [["a.ts", text("old1", "new1", "old2"), text("old1", "new1", "old2", "new2")]]);
    expect(blame("a.ts", text("old1", "new1", "old2", "new2"))).toBe("- A - B");
    expect(blame("a.ts", text("old1", "new1", "old2"))).toBe("- A -");
    expect(blame("moved/b.ts", text("old1", "new1", "old2", "new2"))).toBe("- - - -");
    now.delete("a.ts");
    expect(blame("moved/b.ts", text("old1", "new1", "old2", "new2"))).toBe("- A - B");
  });

  it("gives nobody what was older than the ledger, taken away and brought back", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", text("old1", "old2"), text("old1")]]);
    add("B", "AI", [["a.ts", text("old1"), text("old1", "old2")]]);
    add("C", "AI", [["a.ts", text("old1", "old2"), text("old1", "old2", "new1")]]);
    expect(blame("a.ts", text("old1", "old2"))).toBe("- -");
    expect(blame("a.ts", text("old1", "old2", "new1"))).toBe("- - C");
    add("D", "AI", [["b.ts", null, text("old1", "old2")]]);
    expect(blame("b.ts", text("old1", "old2"))).toBe("D D");
  });

  it("gives what an agent took away and a person typed again to the person, unless git had kept it", () => {
    const { add, blame, inGit } = ledger();
    const whole = text("one1", "two2");
    add("A", "AI", [["a.ts", null, whole]]);
    add("B", "AI", [["a.ts", whole, text("one1")]]);
    expect(blame("a.ts", whole)).toBe("A +");
    expect(blame("a.ts", text("two2", "one1"))).toBe("+ A");
    add("C", "HUMAN", [["a.ts", text("one1"), whole]]);
    expect(blame("a.ts", whole)).toBe("A C");
    inGit.add(contentHash(whole));
    expect(blame("a.ts", whole)).toBe("A A");
    add("D", "AI", [["a.ts", whole, text("one1")]]);
    expect(blame("a.ts", whole)).toBe("A A");
  });

  it("gives a person what they typed again after a branch had brought it and an agent took it away", () => {
    const { add, blame } = ledger();
    const base = text("old1", "old2", "old3");
    const merged = text("ours1", "old1", "old2", "old3", "theirs1", "theirs2");
    add("A", "AI", [["a.ts", base, text("ours1", "old1", "old2", "old3")]]);
    add("B", "AI", [["a.ts", base, text("old1", "old2", "old3", "theirs1", "theirs2")]]);
    add("C", "HUMAN", [["a.ts", text("ours1", "old1", "old2", "old3"), merged]]);
    expect(blame("a.ts", merged)).toBe("A - - - Bm Bm");
    add("D", "AI", [["a.ts", merged, text("ours1", "old1", "old2", "old3")]]);
    expect(blame("a.ts", text("theirs1", "theirs2", "ours1", "old1", "old2", "old3"))).toBe("+ + A - - -");
  });

  it("leaves with people what an agent took away and brought back", () => {
    const { add, blame } = ledger();
    const whole = text("one1", "mine1");
    add("A", "AI", [["a.ts", null, text("one1")]]);
    add("B", "HUMAN", [["a.ts", text("one1"), whole]]);
    add("C", "AI", [["a.ts", whole, text("other1")]]);
    add("D", "AI", [["a.ts", text("other1"), whole]]);
    expect(blame("a.ts", whole)).toBe("D B");
  });

  it("follows a rename in a record, and edits after it", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2")]]);
    add("B", "AI", [["b.ts", text("one1", "two2"), text("one1", "two2", "three3"), "a.ts"]]);
    expect(blame("b.ts", text("one1", "two2", "three3"))).toBe("A A B");
  });

  it("gives a person what they changed since, with and without the bytes of before", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2", "three3")]]);
    const after = text("one1", "mine1", "three3", "mine2");
    expect(blame("a.ts", after)).toBe("A + A +");
    expect(blame("a.ts", after, false)).toBe("Af + Af +");
  });

  it("gives a person an agent's line of which they dropped a word, and not the agent", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, "if (isOwner && isAdmin) {\n  grant(everything);\n}\n"]]);
    expect(blame("a.ts", "if (isOwner) {\n  grant(everything);\n}\n")).toBe("+ A A");
  });

  it("does not give an agent a line that a person typed because an agent typed the same elsewhere", () => {
    const { add, blame } = ledger();
    const common = 'import { readFile } from "node:fs/promises";\n';
    add("A", "AI", [["a.ts", null, common + text("one1", "two2")]]);
    add("B", "AI", [["b.ts", text("old1"), text("old1", "new1")]]);
    expect(blame("b.ts", common + text("old1", "new1"))).toBe("+ - B");
    expect(blame("c.ts", common + text("other1"))).toBe("- -");
  });

  it("does not give an agent a second copy of its line in the same file", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2")]]);
    expect(blame("a.ts", text("one1", "two2", "one1"))).toBe("A A +");
  });

  it("follows a block that a person moved to another file and took away from the first", () => {
    const { add, blame, now } = ledger();
    const rest = ["five5", "six6", "seven7", "eight8"];
    add("A", "AI", [["a.ts", null, text("one1", "two2", "three3", "four4", ...rest)]]);
    now.set("a.ts", text("one1", ...rest));
    expect(blame("new.ts", text("top1", "two2", "three3", "four4"))).toBe("- Am Am Am");
    // Two lines came about twice before, and the same line again and again says no more.
    expect(blame("new.ts", text("top1", "two2", "three3"))).toBe("- - -");
    expect(blame("new.ts", text("top1", "two2", "two2", "two2"))).toBe("- - - -");
  });

  it("says ambiguous where two records fit alike", () => {
    const { add, blame } = ledger();
    const block = text("same1", "same2", "same3");
    add("A", "AI", [["a.ts", null, block]]);
    add("B", "AI", [["b.ts", null, block]]);
    expect(blame("c.ts", text("top1") + block)).toBe("- - - -");
    add("C", "HUMAN", [["a.ts", block, text("other1")]]);
    add("D", "HUMAN", [["b.ts", block, text("other2")]]);
    expect(blame("c.ts", text("top1") + block)).toBe("- * * *");
  });

  it("gives nobody's copy to an agent whose lines another call took away", () => {
    const { add, blame } = ledger();
    const pair = text("same1", "same2");
    add("A", "AI", [["a.ts", null, pair]]);
    add("B", "AI", [["a.ts", pair, text("other1")]]);
    expect(blame("c.ts", text("top1") + pair)).toBe("- - -");
  });

  it("gives an agent what it wrote itself, whoever wrote the same before", () => {
    const { add, blame } = ledger();
    const block = text("same1", "same2", "same3");
    add("A", "AI", [["a.ts", null, block]]);
    add("B", "AI", [["b.ts", text("old1"), text("old1") + block]]);
    expect(blame("b.ts", text("old1") + block)).toBe("- B B B");
    add("C", "AI", [["a.ts", block, null]]);
    expect(blame("b.ts", text("old1") + block)).toBe("- B B B");
  });

  const licence = "// Copyright of the shop's authors\n// governed by the Apache licence\n// see the file LICENSE\n";
  const imports = 'import { a, b } from "./letters.ts";\nimport { one, two } from "./numbers.ts";\n';
  it.each([
    ["a licence", licence],
    ["imports", imports],
    ["the same bytes", ""],
    ["statements", text("setUp1", "setUp2", "setUp3")],
  ])("gives no agent the file of a person with %s that an agent wrote too", (_, shared) => {
    const { add, blame, now, older } = ledger();
    const mine = `${shared}export {};\n`;
    older.set("human.ts", mine);
    add("A", "AI", [["agent.ts", null, mine]]);
    add("B", "AI", [["other.ts", null, `${shared}${text("agents1")}`]]);
    const nobodys = mine
      .trim()
      .split("\n")
      .map(() => "-")
      .join(" ");
    expect(blame("human.ts", mine)).toBe(nobodys);
    now.delete("agent.ts");
    now.delete("other.ts");
    expect(blame("human.ts", mine)).toBe(nobodys);
    add("C", "AI", [["human.ts", mine, mine + text("added1")]]);
    expect(blame("human.ts", mine + text("added1"))).toBe(`${nobodys} C`);
    add("D", "AI", [["agent.ts", mine, null]]);
    expect(blame("human.ts", mine + text("added1"))).toBe(`${nobodys} C`);
  });

  it("gives a person a copy of an agent's block while the block still stands, and a file without an end of its own", () => {
    const { add, blame } = ledger();
    const block = text("same1", "same2", "same3");
    add("A", "AI", [["a.ts", null, block]]);
    expect(blame("c.ts", text("top1") + block)).toBe("- - - -");
    expect(blame("c.ts", block)).toBe("- - -");
    add("B", "AI", [["c.ts", block, block + text("new1")]]);
    expect(blame("c.ts", block + text("new1"))).toBe("- - - B");
  });

  it("leaves a line to a person that an agent wrote on a branch which was never merged", () => {
    const { add, blame } = ledger();
    const base = text("old1", "old2");
    add("A", "AI", [["a.ts", base, text("old1", "old2", "theirs1", "theirs2", "theirs3")]]);
    add("B", "AI", [["a.ts", base, text("ours1", "old1", "old2")]]);
    expect(blame("a.ts", text("ours1", "theirs2", "old1", "old2"))).toBe("B + - -");
  });

  it("brings a branch together: lines of both sides keep their records", () => {
    const { add, blame } = ledger();
    const base = text("old1", "old2", "old3", "old4", "old5");
    const ours = text("old1", "ours1", "old2", "old3", "old4", "old5");
    const theirs = text("old1", "old2", "old3", "old4", "theirs1", "old5");
    add("A", "AI", [["a.ts", base, ours]]);
    add("B", "AI", [["a.ts", base, theirs]]);
    expect(blame("a.ts", text("old1", "ours1", "old2", "old3", "old4", "theirs1", "old5"))).toBe("- Am - - - B -");
  });

  it("credits nobody where a gap was never explained", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2")]]);
    add("B", "AI", [["a.ts", text("one1", "mystery1"), text("one1", "mystery1", "new1")]]);
    expect(blame("a.ts", text("one1", "mystery1", "new1"), false)).toBe("Am ? B");
  });

  it("finds by their keys what a record without the bytes before left alone", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", null, text("one1", "two2")]]);
    add("B", "HUMAN", [["a.ts", "unknown", text("one1", "mine1", "two2")]]);
    add("C", "AI", [["a.ts", text("one1", "mine1", "two2"), text("one1", "mine1", "two2", "new1")]]);
    expect(blame("a.ts", text("one1", "mine1", "two2", "new1"))).toBe("Af B Af C");
  });

  it("gives no agent what stands in a file whose bytes before nobody kept", () => {
    const { add, blame } = ledger();
    add("A", "AI", [["a.ts", "unknown", text("one1", "two2")]]);
    expect(blame("a.ts", text("one1", "two2"))).toBe("? ?");
  });

  it("lets a formatter take nothing, whoever ran it", () => {
    const { add, blame } = ledger();
    const wide = "const total = add(first, second);\n";
    const narrow = "const total = add(\n  first,\n  second,\n);\n";
    add("A", "AI", [["a.ts", null, wide]]);
    add("B", "HOOK", [["a.ts", wide, narrow]]);
    expect(blame("a.ts", narrow)).toBe("Af Af Af Af");
    expect(blame("a.ts", "  const total = add(first, second);\n")).toBe("Af");
  });

  it("answers for a chain of many records without running out of stack", () => {
    const { add, blame } = ledger();
    let before = text("line0");
    add("r0", "AI", [["a.ts", null, before]]);
    for (let at = 1; at < 3_000; at++) {
      const after = at % 20 === 0 ? text(`line${at}`) : before + text(`line${at}`);
      add(`r${at}`, "AI", [["a.ts", before, after]]);
      before = after;
    }
    expect(blame("a.ts", before).split(" ").at(-1)).toBe("r2999");
  });
});
