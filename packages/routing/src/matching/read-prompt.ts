/** What a prompt says, seen through an index: its terms in sentences, typing errors and compounds understood. */
import { editDistance } from "../edit-distance.ts";
import { isStopWord } from "./stop-words.ts";
import { type Term, termOf } from "./term.ts";
import type { TextIndex } from "./text-index.ts";
import { wordsOf } from "./words.ts";

export interface PromptTerm extends Term {
  /** How sure it is that this word was meant: less for a guessed one. */
  certainty: number;
  /** What the person typed. */
  typed: string;
  position: number;
  weight: number;
}

const MAX_WORDS = 2_500;
/** Of a long prompt these many terms from the beginning are read as one. */
const MAX_TOGETHER = 200;
const MAX_GUESSED = 60;
const MAX_ALTERNATIVES = 1_000;
const MAX_SENTENCES = 6;
const [UNKNOWN_SHARE, NAME_SHARE] = [0.6, 0.25];
const [ONE_SLIP, TWO_SLIPS, BEGINNING, PART] = [0.8, 0.65, 0.75, 0.95];

/** The readings of a prompt: as a whole first, then sentence by sentence. */
export function readPrompt(prompt: string, index: TextIndex): PromptTerm[][] {
  const terms: (PromptTerm & { sentence: number })[] = [];
  const guesses = new Map<string, Guess[]>();
  for (const [position, { text, sentence, isName }] of wordsOf(prompt, MAX_WORDS).entries()) {
    if (isStopWord(text)) continue;
    if (!guesses.has(text) && guesses.size < MAX_GUESSED) guesses.set(text, guess(text, index));
    const meant = guesses.get(text) ?? [{ term: termOf(text), certainty: 1 }];
    for (const { term, certainty } of meant) {
      const share = index.isKnown(term) ? term.share : isName ? NAME_SHARE : UNKNOWN_SHARE * term.share;
      terms.push({ ...term, certainty, typed: text, position, weight: index.rarity(term) * share, sentence });
    }
  }
  const numbers = [...new Set(terms.map(({ sentence }) => sentence))];
  // What is wanted is said first or last.
  const ends = [...numbers.slice(0, MAX_SENTENCES), ...numbers.slice(MAX_SENTENCES).slice(-MAX_SENTENCES)];
  const bySentence = ends.map((one) => terms.filter(({ sentence }) => sentence === one).slice(0, MAX_TOGETHER));
  const readings = [terms.slice(0, MAX_TOGETHER), ...bySentence];
  const byWords = new Map(readings.map((reading) => [reading.map(({ typed }) => typed).join(" "), reading]));
  return [...byWords.values()];
}

/** Every word of a prompt, those that say nothing included, with what else it may mean. */
export function alternativesIn(prompt: string, index: TextIndex, limit: number): Term[][] {
  const known = new Map<string, Term[]>();
  return wordsOf(prompt, limit).map(({ text }) => {
    const before = known.get(text);
    if (before) return before;
    // Guessing costs, and after so many different words nobody speaks of one thing any more.
    const guesses = known.size < MAX_ALTERNATIVES ? guess(text, index).map(({ term }) => term) : [];
    const all = [termOf(text), ...guesses];
    known.set(text, all);
    return all;
  });
}

interface Guess {
  term: Term;
  certainty: number;
}

/** The word itself where it is known; else its parts, its beginning, or the nearest known word. */
function guess(word: string, index: TextIndex): Guess[] {
  const term = termOf(word);
  if (index.isKnown(term)) return [{ term, certainty: 1 }];
  const parts = partsOf(word, index);
  if (parts) return parts.map((part) => ({ term: part, certainty: PART }));
  if (term.ideas.length > 0) return [{ term, certainty: 1 }];
  const near = nearestWord(word, index);
  return near ? [{ term: termOf(near.word), certainty: near.certainty }] : [{ term, certainty: 1 }];
}

/** As in `Datenbank|sicherung` or `pre|commit`: two known words, perhaps with a joining sound between. */
function partsOf(word: string, index: TextIndex): Term[] | null {
  if (word.length < 8) return null;
  const known = (text: string): Term | null => {
    const term = termOf(text);
    return text.length >= 3 && (index.isKnown(term) || term.ideas.length > 0) ? term : null;
  };
  for (let at = word.length - 3; at >= 3; at--) {
    const right = known(word.slice(at));
    if (!right) continue;
    const left = word.slice(0, at);
    const first = known(left) ?? known(left.replace(/(es|s|en|n)$/, ""));
    if (first && (index.isKnown(first) || index.isKnown(right))) return [first, right];
  }
  return null;
}

function nearestWord(word: string, index: TextIndex): { word: string; certainty: number } | null {
  if (word.length < 4 || /\d/.test(word)) return null;
  let best: { word: string; certainty: number } | null = null;
  for (const known of index.knownWords.get(word[0]!) ?? []) {
    const certainty = nearness(word, known);
    if (certainty > (best?.certainty ?? 0)) best = { word: known, certainty };
  }
  return best;
}

function nearness(typed: string, known: string): number {
  const shorter = Math.min(typed.length, known.length);
  if (shorter >= 5 && (known.startsWith(typed) || typed.startsWith(known))) {
    return Math.abs(typed.length - known.length) <= 5 ? BEGINNING : 0;
  }
  const limit = shorter >= 8 ? 2 : 1;
  const distance = editDistance(typed, known, limit);
  if (distance > limit) return 0;
  // In a short word another letter makes another word ("text", "test"); a lost or swapped one is a slip.
  const isOtherLetter = typed.length === known.length && !isSwap(typed, known);
  if (shorter <= 5 && isOtherLetter) return 0;
  return distance === 1 ? ONE_SLIP : TWO_SLIPS;
}

function isSwap(a: string, b: string): boolean {
  return [...a].sort().join("") === [...b].sort().join("");
}
