/** Texts made searchable by MiniSearch: which entries have a word, in which of their fields, and what a slip was meant to be. */
import MiniSearch from "minisearch";
import { type Phrase, phraseOf } from "./phrase.ts";
import { isStopWord } from "./stop-words.ts";
import { shareOf, termsOf } from "./synonyms.ts";
import { wordsOf } from "./words.ts";

export interface TextEntry<Field extends string> {
  id: string;
  texts: Record<Field, string>;
  /** What a person would say when this is meant. */
  phrases: readonly string[];
  /** Where the prompt says one of these, this is not meant. */
  negative: readonly string[];
}

export interface IndexedEntry {
  id: string;
  /** Without the words that tell nothing. */
  phrases: readonly Phrase[];
  negative: readonly Phrase[];
}

/** The terms that stand for one word, and how strongly they stand for each entry that has them, 0 to 1. */
export interface Meaning {
  terms: readonly string[];
  strengths: ReadonlyMap<string, number>;
  /** How much such a word tells anywhere, and how much it tells here, where many or few entries have it. */
  share: number;
  weight: number;
}

export interface TextIndex {
  /** By id. */
  entries: readonly IndexedEntry[];
  meaningOf(terms: readonly string[]): Meaning;
  /** The terms that a word with slips was probably meant to have. */
  nearestTerms(word: string): string[] | null;
}

const [MAX_FIELD_WORDS, MAX_PHRASE_WORDS] = [400, 20];
/** The field of what excludes an entry: only slips are looked up there. */
const NEGATIVE = "negative";
/** A word in a field of this weight, and in no other, stands for the entry by half. */
const HALF = 0.45;
/** The share of a word's letters that may be slips. */
const SLIPS = 0.22;
const UNKNOWN_SHARE = 0.6;

export function createTextIndex<Field extends string>(
  source: readonly TextEntry<Field>[],
  boost: Record<Field, number>,
): TextIndex {
  const sorted = [...source].sort((a, b) => (a.id < b.id ? -1 : 1));
  const fields = Object.keys(boost);
  const search = new MiniSearch<TextEntry<Field>>({
    fields: [...fields, NEGATIVE],
    extractField: ({ id, texts, negative }, field) =>
      field === "id" ? id : field === NEGATIVE ? negative.join("\n") : texts[field as Field],
    tokenize: (text) => wordsOf(text, MAX_FIELD_WORDS).map(({ text: word }) => word),
    processTerm: (word) => (isStopWord(word) ? null : [...termsOf(word)]),
    searchOptions: { tokenize: (term) => [term], processTerm: (term) => term },
  });
  search.addAll(sorted);
  const known = new Map<string, Meaning>();

  function meaningOf(terms: readonly string[]): Meaning {
    const key = terms.join();
    const before = known.get(key);
    if (before) return before;
    const strengths = new Map<string, number>();
    for (const { id, match } of terms.flatMap((term) => search.search(term, { fields }))) {
      const weight = Object.values(match)
        .flat()
        .reduce((sum, field) => sum + boost[field as Field], 0);
      strengths.set(id, Math.max(strengths.get(id) ?? 0, weight / (weight + HALF)));
    }
    const rarity = Math.log(1 + sorted.length / Math.max(1, strengths.size)) / Math.log(1 + sorted.length);
    const share = shareOf(terms);
    const weight = (0.4 + 0.6 * Math.min(1, rarity)) * share * (strengths.size > 0 ? 1 : UNKNOWN_SHARE);
    const meaning = { terms, strengths, share, weight };
    // What no entry has is not kept: of such words there is no end.
    if (strengths.size > 0) known.set(key, meaning);
    return meaning;
  }

  return {
    entries: sorted.map(({ id, phrases, negative }) => ({
      id,
      phrases: phrases.map((one) => tellingTerms(one, MAX_PHRASE_WORDS)),
      negative: negative.map((one) => phraseOf(one, MAX_PHRASE_WORDS)),
    })),
    meaningOf,
    nearestTerms: (word) => {
      const near = [word, ...termsOf(word)].flatMap((one) => search.search(one, { fuzzy: SLIPS }));
      return near[0]?.terms ?? null;
    },
  };
}

function tellingTerms(text: string, limit: number): Phrase {
  return wordsOf(text, limit).flatMap(({ text: word }) => (isStopWord(word) ? [] : [termsOf(word)]));
}
