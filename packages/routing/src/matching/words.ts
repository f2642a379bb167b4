/** Cuts text into words as people type them: letters and digits, folded, camelCase and snake_case taken apart. */

export interface Word {
  text: string;
  sentence: number;
}

const MAX_WORD = 40;

export function wordsOf(text: string, limit: number): Word[] {
  const words: Word[] = [];
  let sentence = 0;
  for (const [chunk] of text.normalize("NFKC").matchAll(/[^\s]+|\n/gu)) {
    if (chunk === "\n") sentence++;
    for (const [piece] of withGaps(chunk).matchAll(/[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)?/gu)) {
      const folded = fold(piece.toLowerCase());
      if (folded === "" || folded.length > MAX_WORD) continue;
      const last = words.at(-1);
      // "non-prod" is not "prod".
      if (last?.text === "non" && last.sentence === sentence) last.text = `non${folded}`;
      else words.push({ text: folded, sentence });
      if (words.length >= limit) return words;
    }
    if (/[.!?;:]["')\]]?$/.test(chunk)) sentence++;
  }
  return words;
}

/** Between the words of `camelCase`. */
function withGaps(chunk: string): string {
  return chunk.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu}{2})(\p{Lu}\p{Ll})/gu, "$1 $2");
}

/** Umlauts and accents lose their marks, `ß` becomes `ss`, a possessive `'s` goes. */
function fold(word: string): string {
  return word
    .replace(/['’](s|m|re|ve|ll|d|t)?$/u, "")
    .replace(/['’]/gu, "")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}+/gu, "");
}
