/** A light stemmer for English and German words, folded: it brings forms of one word together and leaves others apart. */

/** `production` has nothing to do with `product`. */
const whole = new Set(["production", "section", "station", "version", "session", "business", "process", "access"]);
const separable = /^(ab|an|auf|aus|ein|her|hin|mit|nach|um|vor|weg|zu|zuruck|zusammen)(?:ge|zu)(\p{L}{3,}(?:t|en))$/u;
const participle = /^ge(\p{L}{4,}t)$/u;
const endings = "ungen ions ment ness ing ung ern end ion ed es er em en ly e s n t".split(" ");

export function stem(word: string): string {
  if (word.length < 4 || whole.has(word) || /\d/.test(word)) return word;
  const spelled = word.replace(/ie[sd]$/, "y").replace("iz", "is");
  const plain = spelled.replace(separable, "$1$2").replace(participle, "$1");
  // Twice, for words with an ending upon an ending: "Passwörter" and "Passwort" are one word.
  return withoutEnding(withoutEnding(plain, 3), 5);
}

function withoutEnding(word: string, least: number): string {
  const ending = endings.find((one) => word.endsWith(one) && isStem(word.slice(0, -one.length), one, least));
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  // "running" is "run".
  return /^(?:ing|ed)$/.test(ending) && /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}

/** "Daten" is no form of "date", "string" none of "str", and "status" no plural. */
function isStem(rest: string, ending: string, least: number): boolean {
  if (rest.length < least || !/[aeiouy]/.test(rest)) return false;
  if (ending === "s") return !/[sui]$/.test(rest);
  if (/^(?:ing|ed|es)$/.test(ending)) return true;
  return rest.length >= 4 && (ending === "e" || rest.length + ending.length >= 6);
}
