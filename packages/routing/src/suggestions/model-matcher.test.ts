import { describe, expect, it } from "vitest";
import { sampleRegistry } from "../../../../test/support/routing/labelled-prompts.ts";
import { createModelMatcher, type Rank } from "./model-matcher.ts";
import { createTextMatcher } from "./text-matcher.ts";

const { registry } = sampleRegistry();
const text = createTextMatcher(registry);
const request = { prompt: "run the unit tests. flush the cache of the shop", environment: null, modules: [] };
const ask = (rank: Rank) => createModelMatcher({ text, registry, rank }).match(request);
const ids = (suggestions: readonly { id: string }[]) => suggestions.map(({ id }) => id);

describe("a model", () => {
  it("re-orders what the text found, and may leave some out", async () => {
    const before = ids((await text.match(request)).suggestions);
    expect(before.length).toBeGreaterThanOrEqual(2);
    const turned = await ask(async (_, candidates) => candidates.map(({ id }) => id).reverse());
    expect(ids(turned.suggestions)).toEqual([...before].reverse());
    expect(turned.notes).toEqual([]);
    expect(ids((await ask(async () => [before[1]])).suggestions)).toEqual([before[1]]);
  });

  it("cannot add an id, whether it exists or not", async () => {
    const before = ids((await text.match(request)).suggestions);
    const result = await ask(async () => ["certs.renew", "made.up", before[1], before[1], before[0]]);
    expect(ids(result.suggestions)).toEqual([before[1], before[0]]);
    expect(result.notes[0]).toContain("2 that were not asked about");
  });

  it.each<[string, Rank]>([
    ["throws", () => Promise.reject(new Error("\u001b[31mno <key>"))],
    [
      "throws before its first await",
      () => {
        throw new Error("no");
      },
    ],
    ["answers with text", async () => "db.backup.create"],
    ["answers with nothing", async () => null],
    ["answers with objects", async () => [{ id: "db.backup.create" }]],
    ["names nothing it was asked about", async () => ["made.up"]],
    ["names nothing", async () => []],
    ["never ends its answer", async () => Array.from({ length: 10_000 }, (_, at) => `id${at}`)],
  ])("that %s leaves the order of the text, with a note", async (_, rank) => {
    const result = await ask(rank);
    expect(result.suggestions).toEqual((await text.match(request)).suggestions);
    expect(result.notes).toHaveLength(1);
    expect(result.notes[0]).not.toContain("\u001b");
  });

  it("is not asked where there is nothing to choose", async () => {
    let asked = 0;
    const rank = async () => {
      asked++;
      return [];
    };
    const matcher = createModelMatcher({ text, registry, rank });
    await matcher.match({ ...request, prompt: "hello there" });
    expect(asked).toBe(0);
  });
});
