/** A light German stemmer over folded words: endings, participles and `zu` inside go; at least four letters stay. */

const separable = /^(ab|an|auf|aus|ein|her|hin|mit|nach|um|vor|weg|zu|zuruck|zusammen)(ge|zu)(\p{L}{3,}(?:t|en))$/u;
const endings = [
  ..."erinnen innen heiten keiten ungen erin heit keit ung ern ers end".split(" "),
  ..."en er em es e n s t".split(" "),
];

export function stemGerman(word: string): string {
  if (word.length < 5 || /\d/.test(word)) return word;
  // "Kunde" is "Kund-", but "Daten" must not become "date".
  if (word.length === 5) return word.endsWith("e") ? word.slice(0, -1) : word;
  let stem = word
    .replace(/ae/g, "a")
    .replace(/oe/g, "o")
    .replace(/(^|[^qae])ue/g, "$1u");
  const split = separable.exec(stem);
  if (split) stem = `${split[1]}${split[3]}`;
  else if (/^ge\p{L}{4,}t$/u.test(stem)) stem = stem.slice(2);
  // Twice, for words with an ending upon an ending: "Passwörter" and "Passwort" are one word.
  return withoutEnding(withoutEnding(stem, 4), 6);
}

function withoutEnding(stem: string, least: number): string {
  const ending = endings.find((it) => stem.endsWith(it) && stem.length - it.length >= least);
  return ending ? stem.slice(0, -ending.length) : stem;
}
