import { readdirSync, readFileSync } from "node:fs";
import { denyCodes } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { codesPage, refusalRows } from "./refusal-examples.ts";

const folder = new URL(".", import.meta.url);
const page = new URL("../../docs/reference/codes.md", import.meta.url).pathname;

/** The stories' own words, without this one and the examples, which would prove themselves. */
const stories = readdirSync(folder)
  .filter((name) => name.endsWith(".test.ts") && name !== "refusal-codes.test.ts")
  .map((name) => readFileSync(new URL(name, folder), "utf8"));

describe("every code of a refusal", () => {
  it.each(denyCodes)("%s is held to its shape by a story", (code) => {
    // `refused` compares code, meta and the bytes on disk; a mere mention of the code would prove nothing.
    const holding = new RegExp(`refused\\(\\s*[^,]*,\\s*"${code}"`);
    expect(stories.some((text) => holding.test(text))).toBe(true);
  });

  it("has one row here, and there are no others", () => {
    expect(refusalRows.map((row) => row.code).toSorted()).toEqual([...denyCodes].toSorted());
  });

  it.each(refusalRows.map((row) => [row.code, row] as const))(
    "%s carries the fields that its row names, and no others",
    async (_code, row) => {
      const { meta } = await row.example();
      const always = ["invocation_id", "intent_id", "tool_name", "remedy"];
      const besides = Object.keys(meta).filter((name) => !always.includes(name));
      expect(row.meta).toEqual(expect.arrayContaining(besides));
      expect(Object.keys(meta)).toEqual(expect.arrayContaining(always));
    },
  );

  // `npx vitest run test/stories/refusal-codes.test.ts --update` writes the page.
  it("is shown in the reference as the gate gives it today", async () => {
    await expect(await codesPage(refusalRows)).toMatchFileSnapshot(page);
  });
});
