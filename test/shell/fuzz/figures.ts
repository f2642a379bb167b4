/** The figures of a search, for a person. */
import type { FuzzFigures } from "./run-fuzz.ts";

const MOST_SHOWN = 20;

export function shownFigures(figures: FuzzFigures, seed: number): string {
  const { judged, safe, destructive, unknown, ran, byKind, wrong } = figures;
  const share = (part: number): string => `${part} (${((100 * part) / Math.max(1, judged)).toFixed(1)} %)`;
  const kinds = [...byKind].map(([kind, of]) => `${kind} ${of.safe} of ${of.judged}`).sort();
  return [
    `seed ${seed}: ${judged} scripts judged; safe ${share(safe)}, destructive ${share(destructive)}, unknown ${share(unknown)}`,
    `${ran} different ones run; called safe: ${kinds.join(", ")}`,
    wrong.length === 0 ? "no contradiction found" : `${wrong.length} contradictions`,
    ...wrong
      .slice(0, MOST_SHOWN)
      .map(({ script, at, how, changed }) => `  ${at} ${how}: ${JSON.stringify(script.lines)} ${changed.join(" ")}`),
  ].join("\n");
}
