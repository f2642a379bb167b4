/** A text as what its words are found by, and whether one text says another. */
import { isStopWord } from "./stop-words.ts";
import { termsOf } from "./synonyms.ts";
import { wordsOf } from "./words.ts";

/** For each word its terms. */
export type Phrase = readonly (readonly string[])[];

/** With every word: one that tells nothing stands for itself. */
export function phraseOf(text: string, limit: number): Phrase {
  return wordsOf(text, limit).map(({ text: word }) => (isStopWord(word) ? [word] : termsOf(word)));
}

/** Word by word, in other forms and by other words of the same idea too. */
export function says(text: Phrase, phrase: Phrase): boolean {
  const isSaidAt = (start: number) =>
    phrase.every((part, at) => text[start + at]?.some((term) => part.includes(term)) ?? false);
  return phrase.length > 0 && text.some((_, start) => isSaidAt(start));
}
