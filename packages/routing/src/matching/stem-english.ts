/** A light English stemmer: brings forms of one word together and leaves different words apart. */

const vowel = /[aeiouy]/;

/** `production` has nothing to do with `product`. */
const whole = new Set(["production", "section", "station", "version", "session", "business", "process", "access"]);

export function stemEnglish(word: string): string {
  if (word.length < 4 || whole.has(word) || /\d/.test(word)) return word;
  return withoutFinalE(withoutNounEnding(withoutVerbEnding(withoutPlural(word))));
}

function withoutPlural(word: string): string {
  if (/(sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith("ied") && word.length > 4) return `${word.slice(0, -3)}y`;
  const ending = /(ing|ed)$/.exec(word)?.[0];
  const rest = ending ? word.slice(0, -ending.length) : word;
  if (!ending || rest.length < 3 || !vowel.test(rest)) return word;
  // "running" is "run"; "billing" stays "bill".
  return /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}

function withoutNounEnding(word: string): string {
  if (/[ts]ion$/.test(word) && word.length >= 8) return word.slice(0, -3);
  if (word.endsWith("ment") && word.length >= 8) return word.slice(0, -4);
  if (/(ness|less)$/.test(word) && word.length >= 8) return word.slice(0, -4);
  return word.endsWith("ly") && word.length >= 6 ? word.slice(0, -2) : word;
}

function withoutFinalE(word: string): string {
  const rest = word.endsWith("e") && word.length >= 5 ? word.slice(0, -1) : word;
  // "optimise" and "optimize" are one word.
  return rest.length >= 6 && rest.endsWith("is") ? `${rest.slice(0, -1)}z` : rest;
}
