import { problemCodes } from "@intentgate/documents";
import { expect, it } from "vitest";
import { rowsOf } from "./markdown.ts";

const rows = rowsOf("docs/reference/problems.md");

it.each(problemCodes)("%s has a row that says what it means and what to do", (code) => {
  const row = rows.find(([first]) => first === `\`${code}\``);
  expect(row?.[1]).toMatch(/\w/);
  expect(row?.[2]).toMatch(/\w/);
});

it("no row is about a code that is not one", () => {
  const codes: readonly string[] = problemCodes;
  expect(rows.map(([first = ""]) => first.replaceAll("`", "")).filter((code) => !codes.includes(code))).toEqual([]);
});
