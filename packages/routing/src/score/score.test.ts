import { describe, expect, it } from "vitest";
import {
  answeredPrompts,
  labelledPrompts,
  sampleKnowledge,
  sampleRegistry,
  scoreOf,
} from "../../../../test/support/routing/labelled-prompts.ts";

describe("the labelled prompts", () => {
  const build = labelledPrompts("build");
  const held = labelledPrompts("held-out");

  it("are many, in two languages, over all abilities and documents, a third of them about nothing here", () => {
    for (const part of [build, held]) {
      expect(part.length).toBeGreaterThanOrEqual(120);
      const unrelated = part.filter(({ ability, document }) => !(ability ?? document));
      expect(unrelated.length * 3).toBeGreaterThanOrEqual(part.length);
      expect(part.filter(({ language }) => language === "de").length * 5).toBeGreaterThanOrEqual(part.length);
    }
    const abilities = sampleRegistry().registry.abilities.map(({ id }) => id);
    expect(abilities.length).toBeGreaterThanOrEqual(30);
    expect([...new Set(held.flatMap(({ ability }) => ability ?? []))].sort()).toEqual(abilities);
    const documents = sampleKnowledge().knowledge.documents.map(({ path }) => path);
    expect(documents.length).toBeGreaterThanOrEqual(25);
    const named = new Set([...build, ...held].flatMap(({ document }) => document ?? []));
    expect([...named].filter((path) => !documents.includes(path))).toEqual([]);
    expect(named.size).toBeGreaterThanOrEqual(25);
  });

  it("of one part are not those of the other", () => {
    const words = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, " ")
        .trim();
    const seen = new Set(build.map(({ prompt }) => words(prompt)));
    expect(held.filter(({ prompt }) => seen.has(words(prompt)))).toEqual([]);
  });
});

describe("the score on the held-out part", () => {
  it("is good enough: right first in nine of ten, silent in nineteen of twenty", async () => {
    const score = scoreOf(await answeredPrompts("held-out"));
    expect(score.precisionAt1).toBeGreaterThanOrEqual(0.9);
    expect(score.falseSuggestions).toBeLessThanOrEqual(0.05);
  });

  it("is good enough for abilities and for documents alone", async () => {
    const rows = await answeredPrompts("held-out");
    expect(scoreOf(rows.filter(({ document }) => !document)).precisionAt1).toBeGreaterThanOrEqual(0.9);
    expect(scoreOf(rows.filter(({ ability }) => !ability)).precisionAt1).toBeGreaterThanOrEqual(0.9);
  });

  it("counts silence and wrong answers as wrong", () => {
    const row = { prompt: "x", language: "en" as const, abilities: [], documents: [] };
    const other = [{ id: "b", confidence: 1 }];
    const score = scoreOf([
      { ...row, ability: "a" },
      { ...row, ability: "a", abilities: other },
      { ...row, abilities: other },
      { ...row, documents: other },
    ]);
    expect(score).toMatchObject({ precisionAt1: 0, recallAt3: 0, abstained: 0.5, falseSuggestions: 1 });
  });
});
