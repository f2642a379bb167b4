import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, textOf } from "../project-files.ts";
import { codeIn, rowsOf } from "./markdown.ts";
import { testTitles } from "./test-titles.ts";

const page = "docs/reference/seeds.md";
const rows = rowsOf(page).map(([section = "", statement = "", where = "", shownBy = ""]) => ({
  section,
  statement,
  where,
  shownBy: shownBy.split("<br>"),
}));

/** Null where what is named is there. */
function missing(shown: string): string | null {
  const test = /^`([^`]+)` › (.+)$/.exec(shown);
  if (test) {
    const [, file = "", title = ""] = test;
    if (!existsSync(join(root, file))) return `there is no ${file}`;
    return testTitles(textOf(file)).some((one) => one.includes(title)) ? null : `${file} has no test "${title}"`;
  }
  const decision = /^\[ADR \d{4}\]\((\.\.\/adr\/[^)]+)\)$/.exec(shown)?.[1];
  if (decision) return existsSync(join(root, "docs/reference", decision)) ? null : `there is no ${decision}`;
  return /^later: \S/.test(shown) ? null : `"${shown}" is neither a test, nor a decision, nor later work`;
}

describe("the page about the seeds", () => {
  it("has a row for each statement, with all four cells", () => {
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.filter(({ statement, where, shownBy }) => !statement || !where || !shownBy[0])).toEqual([]);
  });

  it("covers all five documents", () => {
    const headings = textOf(page).match(/^## (\d{3}) /gm) ?? [];
    expect(headings.map((one) => one.trim())).toEqual(["## 000", "## 001", "## 002", "## 003", "## 004"]);
  });

  it("names only files that exist", () => {
    const named = rows.flatMap(({ where }) => codeIn(where));
    expect(named.length).toBeGreaterThan(100);
    expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("says where it is, except for later work", () => {
    const nowhere = rows.filter(
      ({ where, shownBy }) => where === "–" && !shownBy.every((one) => one.startsWith("later: ")),
    );
    expect(nowhere).toEqual([]);
  });

  it("names only tests, decisions and later work that exist", () => {
    const wrong = rows.flatMap(({ section, statement, shownBy }) =>
      shownBy.flatMap((one) => missing(one) ?? []).map((why) => `${section}: ${statement}: ${why}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the rule itself", () => {
  it.each([
    ["`test/docs/seeds.test.ts` › covers all five documents", null],
    ["`test/docs/seeds.test.ts` › covers six", 'test/docs/seeds.test.ts has no test "covers six"'],
    ["`test/docs/nowhere.test.ts` › covers", "there is no test/docs/nowhere.test.ts"],
    ["[ADR 0001](../adr/0001-nowhere.md)", "there is no ../adr/0001-nowhere.md"],
    ["later: a webview", null],
    ["later: ", '"later: " is neither a test, nor a decision, nor later work'],
    ["surely", '"surely" is neither a test, nor a decision, nor later work'],
  ])("judges %s", (shown, why) => {
    expect(missing(shown)).toBe(why);
  });
});
