/** What speaks for an entry: which terms of the prompt it explains, and which of its phrases the prompt says. */
import type { PromptTerm } from "./read-prompt.ts";
import { likeness, type Term } from "./term.ts";
import type { IndexedEntry, TextIndex } from "./text-index.ts";

export interface Evidence {
  /** Weight of the prompt's terms that were found. */
  mass: number;
  /** The share of the prompt that is explained, 0 to 1. */
  coverage: number;
  /** How fully the best phrase of the entry is said, 0 to 1. */
  phrase: number;
  /** How many different words were found that tell something. */
  things: number;
  action: ActionFit;
  /** As typed, strongest first. */
  matched: string[];
}

/** `other`: something else is to be done; `words`: an explanation or code is wanted, and nothing is to be run. */
export type ActionFit = "same" | "unsaid" | "other" | "words";

const COMMON = 0.5;
const wantsWords = new Set(["do:explain", "do:write", "do:rename", "do:refactor", "do:summarize"]);
const IDEA_SHARE = 0.85;
/** A phrase of this weight tells as much as a phrase can. */
const FULL_PHRASE = 1.3;
/** Words between those of a phrase. */
const PHRASE_GAP = 5;

/** `strengthOf` says how strongly a term stands for the entry; see `strengthsIn`. */
export function evidenceFor(
  terms: readonly PromptTerm[],
  entry: IndexedEntry,
  { index, strengthOf }: { index: TextIndex; strengthOf: (term: Term) => number },
): Evidence | null {
  const found = terms
    .map((term) => ({ term, strength: strengthOf(term) * term.certainty }))
    .filter(({ strength }) => strength > 0);
  if (found.length === 0) return null;
  const distinct = new Map<string, { term: PromptTerm; strength: number }>();
  for (const one of found) {
    const key = one.term.ideas[0] ?? one.term.stems[0]!;
    if ((distinct.get(key)?.strength ?? 0) < one.strength) distinct.set(key, one);
  }
  const kept = [...distinct.values()];
  // The words of its phrases are words of the entry, so no other terms can say them.
  const said = found.map(({ term }) => term);
  const total = massOf(terms);
  const mass = kept.reduce((sum, { term, strength }) => sum + term.weight * strength, 0);
  return {
    mass,
    coverage: Math.min(1, mass / total),
    phrase: Math.max(0, ...entry.phrases.map((phrase) => phraseShare(phrase, said, index))),
    things: kept.filter(({ term }) => term.share > COMMON).length,
    action: actionOf(terms, entry),
    matched: kept
      .sort((a, b) => b.term.weight * b.strength - a.term.weight * a.strength || a.term.position - b.term.position)
      .map(({ term }) => term.typed)
      .filter((word, at, all) => all.indexOf(word) === at),
  };
}

/** Remembers words: a prompt says many of them more than once, and every sentence is looked at twice. */
export function strengthsIn(entry: IndexedEntry): (term: Term) => number {
  const known = new Map<string, number>();
  return (term) => {
    const before = known.get(term.word);
    if (before !== undefined) return before;
    let strength = 0;
    for (const stem of term.stems) strength = Math.max(strength, entry.strengths.get(stem) ?? 0);
    for (const idea of term.ideas) strength = Math.max(strength, (entry.strengths.get(idea) ?? 0) * IDEA_SHARE);
    known.set(term.word, strength);
    return strength;
  };
}

/** A word said twice is still one wish. */
function massOf(terms: readonly PromptTerm[]): number {
  const weights = new Map<string, number>();
  for (const { stems, weight } of terms) weights.set(stems[0]!, weight);
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0);
}

function phraseShare(phrase: readonly Term[], terms: readonly PromptTerm[], index: TextIndex): number {
  const weightOf = (term: Term) => index.rarity(term) * term.share;
  let said = 0;
  let whole = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  for (const part of phrase) {
    const weight = weightOf(part);
    whole += weight;
    let best: { likeness: number; position: number } = { likeness: 0, position: -1 };
    for (const term of terms) {
      const like = likeness(part, term) * term.certainty;
      if (like > best.likeness) best = { likeness: like, position: term.position };
    }
    if (best.likeness === 0) continue;
    said += weight * best.likeness;
    first = Math.min(first, best.position);
    last = Math.max(last, best.position);
  }
  if (said === 0) return 0;
  const isTogether = last - first <= phrase.length + PHRASE_GAP;
  const share = said / whole;
  return share ** 2 * Math.min(1, said / FULL_PHRASE) * (isTogether ? 1 : 0.6);
}

function actionOf(terms: readonly PromptTerm[], entry: IndexedEntry): ActionFit {
  const asked = terms.flatMap(({ ideas, isAction }) => (isAction ? ideas : []));
  if (asked.length === 0 || entry.actions.size === 0) return "unsaid";
  // Every ability is something that is run.
  if (asked.some((idea) => idea === "do:run" || entry.actions.has(idea))) return "same";
  return asked.some((idea) => wantsWords.has(idea)) ? "words" : "other";
}

/** Tells whether the prompt says one of the negative phrases word by word. */
export function exclusionBy(words: readonly (readonly Term[])[]): (negative: readonly (readonly Term[])[]) => boolean {
  const keysOf = ({ word, stems, ideas }: Term) => [`w:${word}`, ...stems, ...ideas];
  const said = new Set(words.flatMap((alternatives) => alternatives.flatMap(keysOf)));
  const isSaidSomewhere = (part: Term) => keysOf(part).some((key) => said.has(key));
  return (negative) =>
    negative.some(
      (phrase) =>
        phrase.every(isSaidSomewhere) &&
        words.some((_, start) =>
          phrase.every((part, at) => (words[start + at] ?? []).some((word) => likeness(part, word) > 0)),
        ),
    );
}
