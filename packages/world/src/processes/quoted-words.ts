/** A command line that a shell reads as exactly these words: plain ones stay as they are, all else stands in single quotes. */
export function quotedWords(words: readonly string[]): string {
  return words.map((word, at) => (isPlain(word, at) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

/** In the first place `A=b` would be an assignment. */
function isPlain(word: string, at: number): boolean {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) && !(at === 0 && word.includes("="));
}
