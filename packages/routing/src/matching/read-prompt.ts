/** What a prompt says, seen through an index: its words in sentences, slips and compounds understood. */
import { isStopWord } from "./stop-words.ts";
import { isInList, termsOf } from "./synonyms.ts";
import type { Meaning, TextIndex } from "./text-index.ts";
import { wordsOf } from "./words.ts";

export interface PromptWord extends Meaning {
  /** What the person typed. */
  typed: string;
  sentence: number;
}

export interface ReadPrompt {
  /** The words that tell something: all of them first, then sentence by sentence. */
  readings: PromptWord[][];
  /** Every word, those that say nothing included, with the terms of all that it may mean. */
  said: string[][];
}

/** What is read to find a match: a request stands at the beginning or at the end of what was pasted. */
const [SCORED, LAST_SCORED] = [3_000, 1_500];
/** Guessing costs, and after so many different words nobody speaks of one thing any more. */
const MAX_GUESSED = 1_000;
const MAX_SENTENCES = 6;
/** Of a long prompt these many words from the beginning are read as one. */
const MAX_TOGETHER = 200;

export function readPrompt(prompt: string, index: TextIndex): ReadPrompt {
  const meant = new Map<string, readonly (readonly string[])[]>();
  const isKnown = (word: string) => index.meaningOf(termsOf(word)).strengths.size > 0;

  /** The terms of the word itself where it is known; else of its parts, or of the nearest known word. */
  function meantBy(word: string): readonly (readonly string[])[] {
    const before = meant.get(word);
    if (before) return before;
    const guessed = meant.size < MAX_GUESSED && !isStopWord(word) && !isKnown(word) ? guess(word) : null;
    const all = guessed ?? [isStopWord(word) ? [word] : termsOf(word)];
    meant.set(word, all);
    return all;
  }

  function guess(word: string): readonly (readonly string[])[] | null {
    const parts = partsOf(word);
    if (parts) return parts.map(termsOf);
    if (isInList(word) || word.length < 4 || /\d/.test(word)) return null;
    const near = index.nearestTerms(word);
    return near && [near];
  }

  /** As in `Datenbank|sicherung` or `pre|commit`: two known words, perhaps with a joining sound between. */
  function partsOf(word: string): string[] | null {
    if (word.length < 8) return null;
    const isWord = (text: string) => text.length >= 3 && (isInList(text) || isKnown(text));
    for (let at = word.length - 3; at >= 3; at--) {
      const [left, right] = [word.slice(0, at), word.slice(at)];
      if (!isWord(right)) continue;
      const first = [left, left.replace(/(es|s|en|n)$/, "")].find(isWord);
      if (first && (isKnown(first) || isKnown(right))) return [first, right];
    }
    return null;
  }

  const words = wordsOf(scoredPart(prompt), SCORED)
    .filter(({ text }) => !isStopWord(text))
    .flatMap(({ text: typed, sentence }) =>
      meantBy(typed).map((terms) => ({ ...index.meaningOf(terms), typed, sentence })),
    );
  return {
    readings: readingsOf(words),
    said: wordsOf(prompt, prompt.length).map(({ text }) => meantBy(text).flat()),
  };
}

function readingsOf(words: readonly PromptWord[]): PromptWord[][] {
  const numbers = [...new Set(words.map(({ sentence }) => sentence))];
  // What is wanted is said first or last.
  const ends = [...numbers.slice(0, MAX_SENTENCES), ...numbers.slice(MAX_SENTENCES).slice(-MAX_SENTENCES)];
  const bySentence = ends.map((number) => words.filter(({ sentence }) => sentence === number));
  return [words, ...(numbers.length > 1 ? bySentence : [])].map((reading) => reading.slice(0, MAX_TOGETHER));
}

function scoredPart(prompt: string): string {
  return prompt.length <= SCORED + LAST_SCORED ? prompt : `${prompt.slice(0, SCORED)}\n${prompt.slice(-LAST_SCORED)}`;
}
