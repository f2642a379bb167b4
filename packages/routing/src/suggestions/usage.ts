/** What is known about earlier use: read from `ability_usage.json`, kept by whoever tracks calls, weighed in the ranking. */
import { type Checked, problem } from "@intentgate/documents";
import * as v from "valibot";
import type { SourceFile } from "../reading/source-file.ts";

export interface UsedAbility {
  calls: number;
  failures: number;
  /** From -1 to 1, as hooks suggested it. */
  weight: number;
  lastUsed: string | null;
}

export type AbilityUsage = ReadonlyMap<string, UsedAbility>;

export const noUsage: AbilityUsage = new Map();

const MAX_ABILITIES = 10_000;
const MAX_CALLS = 1_000_000_000;
const MAX_CHARACTERS = 4_000_000;

const count = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_CALLS)), 0);
const fileSchema = v.object({
  version: v.literal(1),
  abilities: v.record(
    v.string(),
    v.object({
      calls: count,
      failures: count,
      weight: v.fallback(v.pipe(v.number(), v.finite()), 0),
      last_used: v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(40))), null),
    }),
  ),
});

/** A cache: what cannot be read is a problem to tell and counts as never used. */
export function readAbilityUsage({ path, text }: SourceFile): Checked<AbilityUsage> {
  const refuse = (message: string): Checked<AbilityUsage> => ({
    ok: false,
    problems: [problem("BAD_USAGE", message, "Remove the file; it is written anew.", { file: path })],
  });
  if (text.length > MAX_CHARACTERS) return refuse("the file is larger than 4 MB");
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text);
  if (!parsed.success) return refuse("the file does not hold version 1 of the usage of abilities");
  const entries = Object.entries(parsed.output.abilities).slice(0, MAX_ABILITIES);
  return {
    ok: true,
    value: new Map(
      entries.map(([id, { calls, failures, weight, last_used }]) => [
        id,
        { calls, failures, weight: within(weight), lastUsed: last_used },
      ]),
    ),
  };
}

export function writeAbilityUsage(usage: AbilityUsage): string {
  const entries = [...usage].sort(([a], [b]) => (a < b ? -1 : 1));
  const abilities = Object.fromEntries(
    entries.map(([id, { calls, failures, weight, lastUsed }]) => [
      id,
      { calls, failures, weight, last_used: lastUsed },
    ]),
  );
  return `${JSON.stringify({ version: 1, abilities }, null, 2)}\n`;
}

/** `update_matcher_suggestions` of a hook's result; the newest word counts. */
export function withWeights(
  usage: AbilityUsage,
  suggestions: readonly { ability_id: string; weight: number }[],
): AbilityUsage {
  const next = new Map(usage);
  for (const { ability_id: id, weight } of suggestions) {
    if (!Number.isFinite(weight) || (!next.has(id) && next.size >= MAX_ABILITIES)) continue;
    const before = next.get(id) ?? { calls: 0, failures: 0, weight: 0, lastUsed: null };
    next.set(id, { ...before, weight: within(weight) });
  }
  return next;
}

/** At most 0.05 either way: it turns near ties and nothing more. */
export function usageBonus(used: UsedAbility | undefined): number {
  if (!used) return 0;
  const successes = Math.max(0, used.calls - used.failures);
  const frequency = Math.log1p(successes) / (Math.log1p(successes) + 3);
  return 0.02 * frequency + 0.03 * used.weight;
}

function within(weight: number): number {
  return Math.max(-1, Math.min(1, weight));
}
