/** Texts made searchable: for every entry its terms with their strength, its phrases, and how rare a term is. */
import { type Term, termOf, termsOf } from "./term.ts";
import { vocabularyWords } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

export interface TextField {
  text: string;
  weight: number;
  /** The actions it names are what this entry does. */
  saysWhat?: true;
}

export interface TextEntry {
  id: string;
  fields: readonly TextField[];
  /** What a person would say when this is meant. */
  phrases: readonly string[];
  /** Where the text says one of these, this is not meant. */
  negative: readonly string[];
}

export interface IndexedEntry {
  id: string;
  /** From a stem or an idea to how strongly it stands for this entry, 0 to 1. */
  strengths: ReadonlyMap<string, number>;
  phrases: readonly (readonly Term[])[];
  negative: readonly (readonly Term[])[];
  actions: ReadonlySet<string>;
}

export interface TextIndex {
  entries: readonly IndexedEntry[];
  /** From 0.4 for a term of every entry to 1 for a term of one or none. */
  rarity(term: Term): number;
  isKnown(term: Term): boolean;
  /** Words that a typing error may have been meant to be, by first letter. */
  knownWords: ReadonlyMap<string, readonly string[]>;
}

const MAX_FIELD_WORDS = 400;
const SATURATION = 0.6;
const LENGTH_SHARE = 0.3;
const USUAL_LENGTH = 12;

export function createTextIndex(source: readonly TextEntry[]): TextIndex {
  const words = new Set<string>();
  const entries = [...source].sort((a, b) => (a.id < b.id ? -1 : 1)).map((entry) => indexed(entry, words));
  const counts = new Map<string, number>();
  for (const { strengths } of entries) for (const key of strengths.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  const keysOf = ({ stems, ideas }: Term) => [...stems, ...ideas];
  const countOf = (term: Term) => Math.max(0, ...keysOf(term).map((key) => counts.get(key) ?? 0));
  for (const word of vocabularyWords()) if (countOf(termOf(word)) > 0) words.add(word);
  return {
    entries,
    rarity(term) {
      const share = Math.log(1 + entries.length / Math.max(1, countOf(term))) / Math.log(1 + entries.length);
      return 0.4 + 0.6 * Math.min(1, share);
    },
    isKnown: (term) => countOf(term) > 0,
    knownWords: byFirstLetter(words),
  };
}

function indexed({ id, fields, phrases, negative }: TextEntry, words: Set<string>): IndexedEntry {
  const weights = new Map<string, number>();
  const actions = new Set<string>();
  const phraseTerms = phrases.map((phrase) => termsOf(phrase, 20)).filter((terms) => terms.length > 0);
  for (const { text, weight, saysWhat } of fields) {
    const terms = termsOf(text, MAX_FIELD_WORDS);
    // Words of a long text stand for it less than those of a short one.
    const share = weight / (1 - LENGTH_SHARE + LENGTH_SHARE * Math.max(1, terms.length / USUAL_LENGTH));
    for (const term of terms) add(term, share, saysWhat ?? false);
  }

  function add(term: Term, weight: number, saysWhat: boolean): void {
    words.add(term.word);
    if (term.isAction && saysWhat) for (const idea of term.ideas) actions.add(idea);
    for (const key of new Set([...term.stems, ...term.ideas])) weights.set(key, (weights.get(key) ?? 0) + weight);
  }

  const strengths = new Map([...weights].map(([key, weight]) => [key, weight / (weight + SATURATION)]));
  const exact = (phrase: string) => wordsOf(phrase, 20).map(({ text }) => termOf(text));
  for (const phrase of negative) for (const { word } of exact(phrase)) words.add(word);
  return {
    id,
    strengths,
    phrases: phraseTerms,
    negative: negative.map(exact).filter((terms) => terms.length > 0),
    actions,
  };
}

function byFirstLetter(words: Iterable<string>): Map<string, string[]> {
  const letters = new Map<string, string[]>();
  for (const word of [...words].filter((it) => it.length >= 4).sort()) {
    letters.set(word[0]!, [...(letters.get(word[0]!) ?? []), word]);
  }
  return letters;
}
