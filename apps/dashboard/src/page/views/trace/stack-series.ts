/** The timeline's numbers as a plot wants them: columns that stand on each other. */
import type { Timeline, TimelineSeries } from "../../../api/trace.ts";

export type Grouping = "intent" | "class";

export interface Stack {
  key: string;
  words: string;
  /** Null where it is no intent. */
  intent: string | null;
  total: number;
  counts: number[];
}

/** Series of one intent or of one class become one stack; the largest stands at the bottom, the rest comes last. */
export function stacksOf(timeline: Timeline, by: Grouping, classWords: (code: string | null) => string): Stack[] {
  const stacks = new Map<string, Stack>();
  for (const series of timeline.series) {
    const named = by === "intent" ? intentOf(series) : { key: `${series.mutation_class}`, intent: null };
    const words = by === "intent" ? named.key : classWords(series.mutation_class);
    const stack = stacks.get(named.key) ?? { ...named, words, total: 0, counts: timeline.buckets.map(() => 0) };
    for (const [at, count] of series.counts.entries()) {
      if (at >= stack.counts.length) break;
      stack.counts[at] = (stack.counts[at] ?? 0) + count;
      stack.total += count;
    }
    stacks.set(named.key, stack);
  }
  return [...stacks.values()].sort((a, b) => Number(isRest(a)) - Number(isRest(b)) || b.total - a.total);
}

/** Every stack's upper edge: what is drawn from the back to the front. */
export function upperEdges(stacks: readonly Stack[]): number[][] {
  const height = new Array<number>(stacks[0]?.counts.length ?? 0).fill(0);
  return stacks.map((stack) =>
    stack.counts.map((count, at) => {
      height[at] = (height[at] ?? 0) + count;
      return height[at];
    }),
  );
}

function intentOf({ intent_id, other }: TimelineSeries): { key: string; intent: string | null } {
  if (other) return { key: "Others", intent: null };
  return intent_id === null ? { key: "No intent", intent: null } : { key: intent_id, intent: intent_id };
}

function isRest({ key }: Stack): boolean {
  return key === "Others" || key === "No intent";
}
