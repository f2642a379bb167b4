/** Ranks the entries of an index for a prompt by how much of it each explains, and by its own phrases that are said. */
import { confidenceOf, type Evidence, type Weights } from "./confidence.ts";
import { type Phrase, says } from "./phrase.ts";
import { type PromptWord, readPrompt } from "./read-prompt.ts";
import { isAction } from "./synonyms.ts";
import type { IndexedEntry, Meaning, TextIndex } from "./text-index.ts";

export interface RankedEntry {
  id: string;
  confidence: number;
  /** What the person typed, strongest first. */
  matched: string[];
}

const MAX_PROMPT = 100_000;
/** A word that tells less is said of nearly everything. */
const COMMON_SHARE = 0.5;
/** A phrase of this weight tells as much as a phrase can. */
const FULL_PHRASE = 1.3;
const wantsWords = new Set(["to explain", "to write", "to rename", "to refactor", "to summarize"]);

/** Best first, equal ones by id, without those that a negative phrase excludes; null: the prompt is too long to be read. */
export function rankEntries(prompt: string, index: TextIndex, weights: Weights): RankedEntry[] | null {
  if (prompt.length > MAX_PROMPT) return null;
  const { readings, said } = readPrompt(prompt, index);
  const found = new Set(readings.flat().flatMap(({ strengths }) => [...strengths.keys()]));
  return index.entries
    .filter(({ id, negative }) => found.has(id) && !negative.some((phrase) => says(said, phrase)))
    .map((entry) => {
      const judged = readings
        .map((words) => evidenceFor(words, entry, index))
        .map((evidence) => ({ evidence, confidence: confidenceOf(evidence, weights) }));
      const best = judged.reduce((a, b) => (b.confidence > a.confidence ? b : a));
      return { id: entry.id, confidence: best.confidence, matched: best.evidence.matched };
    })
    .filter(({ matched }) => matched.length > 0)
    .sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1));
}

function evidenceFor(words: readonly PromptWord[], { id, phrases }: IndexedEntry, index: TextIndex): Evidence {
  const massOf = (word: Meaning) => word.weight * (word.strengths.get(id) ?? 0);
  // A word said twice is still one wish.
  const distinct = [...new Map(words.map((word) => [word.terms[0]!, word])).values()];
  const found = distinct.filter(({ strengths }) => strengths.has(id)).sort((a, b) => massOf(b) - massOf(a));
  const said = new Set(found.flatMap(({ terms }) => terms));
  const mass = found.reduce((sum, word) => sum + massOf(word), 0);
  return {
    mass,
    coverage: mass === 0 ? 0 : mass / weightOf(distinct),
    phrase: Math.max(0, ...phrases.map((phrase) => phraseShare(phrase, said, index))),
    things: found.filter(({ share }) => share > COMMON_SHARE).length,
    action: actionOf(words, id),
    matched: [...new Set(found.map(({ typed }) => typed))],
  };
}

function phraseShare(phrase: Phrase, said: ReadonlySet<string>, index: TextIndex): number {
  const parts = phrase.map(index.meaningOf);
  const weight = weightOf(parts.filter(({ terms }) => terms.some((term) => said.has(term))));
  return weight === 0 ? 0 : (weight / weightOf(parts)) ** 2 * Math.min(1, weight / FULL_PHRASE);
}

function weightOf(words: readonly Meaning[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

function actionOf(words: readonly PromptWord[], id: string): Evidence["action"] {
  const asked = words.filter(({ terms }) => terms.every(isAction));
  if (asked.length === 0) return "unsaid";
  // Every ability is something that is run.
  if (asked.some(({ terms, strengths }) => terms.includes("to run") || strengths.has(id))) return "same";
  return asked.some(({ terms }) => terms.some((term) => wantsWords.has(term))) ? "words" : "other";
}
