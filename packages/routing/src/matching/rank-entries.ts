/** Ranks the entries of an index for a prompt; what is not sure enough is left out. */
import { confidenceOf, type Weights } from "./confidence.ts";
import { type Evidence, evidenceFor, exclusionBy, strengthsIn } from "./evidence.ts";
import { alternativesIn, readPrompt } from "./read-prompt.ts";
import type { TextIndex } from "./text-index.ts";

/** What is read to find a match, and what to find a negative phrase; a longer prompt finds nothing. */
const [SCORED, LAST_SCORED, SEARCHED] = [3_000, 1_500, 100_000];

export interface RankedEntry {
  id: string;
  confidence: number;
  evidence: Evidence;
}

export interface Ranking {
  /** Best first; equal ones by id. */
  ranked: RankedEntry[];
  /** Entries a negative phrase excludes. */
  excluded: string[];
  isTooLong: boolean;
}

export function rankEntries(prompt: string, index: TextIndex, weights: Weights): Ranking {
  if (prompt.length > SEARCHED) return { ranked: [], excluded: [], isTooLong: true };
  const readings = readPrompt(scoredPart(prompt), index);
  const isExcluded = exclusionBy(alternativesIn(prompt, index, SEARCHED));
  const excluded = index.entries.filter(({ negative }) => isExcluded(negative)).map(({ id }) => id);
  const ranked = index.entries.flatMap((entry): RankedEntry[] => {
    if (excluded.includes(entry.id)) return [];
    const strengthOf = strengthsIn(entry);
    const judged = readings.flatMap((terms) => {
      const evidence = evidenceFor(terms, entry, { index, strengthOf });
      return evidence ? [{ id: entry.id, confidence: confidenceOf(evidence, weights), evidence }] : [];
    });
    return judged.sort((a, b) => b.confidence - a.confidence).slice(0, 1);
  });
  ranked.sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1));
  return { ranked, excluded, isTooLong: false };
}

/** A request stands at the beginning or at the end of what was pasted. */
function scoredPart(prompt: string): string {
  return prompt.length <= SCORED + LAST_SCORED ? prompt : `${prompt.slice(0, SCORED)}\n${prompt.slice(-LAST_SCORED)}`;
}
