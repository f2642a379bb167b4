import { hasInvisible } from "@intentgate/documents";
import { describe, expect, it } from "vitest";
import { questionRows, questionsPage } from "./question-examples.ts";

const page = new URL("../../docs/reference/questions.md", import.meta.url).pathname;
/** What is written for programs, and says nothing to people. */
const codes = /\b[A-Z]{3,}(?:_[A-Z]+)+\b|\b(?:DESTRUCTIVE|UNKNOWN|HITL|SAFE|sidecar)\b/;

describe("a question about", () => {
  it.each(questionRows.map((row) => [row.kind, row] as const))("%s", async (_kind, { example, severity }) => {
    const question = await example();
    expect(question).toMatchObject({ severity });
    const { sentence, why, yes, no, facts } = question;
    expect(sentence).toMatch(/^Codex .*\.$/);
    for (const text of [sentence, why, yes, no, ...facts.map((fact) => fact.text)]) {
      expect(text).not.toBe("");
      expect(text).not.toMatch(codes);
      expect(hasInvisible(text)).toBe(false);
    }
    if (severity > 2) expect(facts.some(({ kind }) => kind === "warning")).toBe(true);
    expect(why).not.toMatch(/\.$/);
    for (const text of [yes, no]) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  // `npx vitest run test/stories/question-kinds.test.ts --update` writes the page.
  it("each kind is shown in the reference as the gate asks it today", async () => {
    await expect(await questionsPage(questionRows)).toMatchFileSnapshot(page);
  });
});
