import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Timeline, TimelineSeries } from "../../../api/trace.ts";
import { stacksOf, upperEdges } from "./stack-series.ts";

const series = (intent_id: string | null, mutation_class: TimelineSeries["mutation_class"], counts: number[]) => ({
  intent_id,
  other: false,
  mutation_class,
  counts,
});
const timeline = (...all: TimelineSeries[]): Timeline => ({
  bucket_ms: 3_600_000,
  buckets: ["a", "b", "c"],
  series: all,
  total: 0,
});
const words = (code: string | null) => code ?? "none";

describe("the columns of the timeline", () => {
  const given = timeline(
    { ...series(null, "AST_REFACTOR", [9, 9, 9]), other: true },
    series("INT-001", "AST_REFACTOR", [1, 0, 2]),
    series("INT-001", "INTENT_EVOLUTION", [1, 1, 0]),
    series("INT-002", "INTENT_EVOLUTION", [0, 4, 4]),
    series(null, null, [1, 0, 0]),
  );

  it("stand for intents, whatever the class, the rest last", () => {
    const shown = stacksOf(given, "intent", words).map(({ key, intent, total, counts }) => [
      key,
      intent,
      total,
      counts,
    ]);
    expect(shown).toEqual([
      ["INT-002", "INT-002", 8, [0, 4, 4]],
      ["INT-001", "INT-001", 5, [2, 1, 2]],
      ["Others", null, 27, [9, 9, 9]],
      ["No intent", null, 1, [1, 0, 0]],
    ]);
  });

  it("stand for classes, whatever the intent", () => {
    const shown = stacksOf(given, "class", words).map(({ words: said, total }) => [said, total]);
    expect(shown).toEqual([
      ["AST_REFACTOR", 30],
      ["INTENT_EVOLUTION", 10],
      ["none", 1],
    ]);
  });

  it("are none where nothing was recorded", () => {
    expect(stacksOf(timeline(), "intent", words)).toEqual([]);
    expect(upperEdges([])).toEqual([]);
  });

  it("ignore counts beyond the last bucket", () => {
    expect(stacksOf(timeline(series("INT-001", null, [1, 1, 1, 5])), "intent", words)[0]?.total).toBe(3);
  });

  it("never sink below the one they stand on", () => {
    const counts = fc.array(fc.nat(50), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 6 }), (all) => {
        const stacks = stacksOf(timeline(...all.map((one, at) => series(`I${at}`, null, one))), "intent", words);
        const edges = upperEdges(stacks);
        for (const [at, edge] of edges.slice(1).entries())
          expect(edge.every((height, bucket) => height >= (edges[at]?.[bucket] ?? 0))).toBe(true);
        expect(edges.at(-1)?.reduce((sum, height) => sum + height, 0) ?? 0).toBe(all.flat().reduce((a, b) => a + b, 0));
      }),
    );
  });
});
