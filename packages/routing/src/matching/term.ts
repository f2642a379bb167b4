/** A word with the keys under which it can be found: its stems in two languages and the ideas it stands for. */
import { stemEnglish } from "./stem-english.ts";
import { stemGerman } from "./stem-german.ts";
import { isStopWord } from "./stop-words.ts";
import { type Idea, ideasOf } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

export interface Term {
  word: string;
  stems: readonly string[];
  ideas: readonly string[];
  /** It says what to do and not with what. */
  isAction: boolean;
  /** How much such a word tells, 0 to 1. */
  share: number;
}

const shares: Record<Idea["kind"], number> = { thing: 1, action: 0.75, "common action": 0.4 };

export function termOf(word: string): Term {
  const ideas = ideasOf(word);
  return {
    word,
    stems: [`e:${stemEnglish(word)}`, `d:${stemGerman(word)}`],
    ideas: ideas.map(({ key }) => key),
    isAction: ideas.length > 0 && ideas.every(({ kind }) => kind !== "thing"),
    share: ideas.length === 0 ? 1 : Math.max(...ideas.map(({ kind }) => shares[kind])),
  };
}

const SAME_IDEA = 0.85;

/** 1 for a form of the same word, less for another word of the same idea, 0 for neither. */
export function likeness(a: Term, b: Term): number {
  if (a.word === b.word || a.stems.some((stem) => b.stems.includes(stem))) return 1;
  return a.ideas.some((idea) => b.ideas.includes(idea)) ? SAME_IDEA : 0;
}

/** The terms of a text that say something. */
export function termsOf(text: string, limit: number): Term[] {
  return wordsOf(text, limit)
    .filter(({ text: word }) => !isStopWord(word))
    .map(({ text: word }) => termOf(word));
}
