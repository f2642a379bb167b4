/** How much a line says, in whatever language: enough to be told apart from what anybody might write? */

/** Its words, and the characters in them. */
export interface Weight {
  words: number;
  characters: number;
}

/** A word is a run of letters, digits, `_`, `$` and bytes of a character beyond ASCII. A line is given one character a byte. */
export function weightOf(line: string): Weight {
  const weight = { words: 0, characters: 0 };
  let isInside = false;
  for (let at = 0; at < line.length; at++) {
    const is = isWord(line.charCodeAt(at));
    if (is) weight.characters++;
    if (is && !isInside) weight.words++;
    isInside = is;
  }
  return weight;
}

/** By its code: 1 where it belongs to a word. */
const inWords = Uint8Array.from({ length: 128 }, (_, code) => (/[\w$]/.test(String.fromCharCode(code)) ? 1 : 0));

export function isWord(code: number): boolean {
  return code >= 128 || inWords[code] === 1;
}

/** Two words at least, and eight characters in them. */
export function saysEnough({ words, characters }: Weight): boolean {
  return words >= 2 && characters >= 8;
}

export function isWeighty(line: string): boolean {
  return saysEnough(weightOf(line));
}

const bringsIn = /^(?:import|from|use|using|package|require|include|namespace|module|mod|extern|open|source)\b/;
const comments = ["//", "/*", "*", "#", "--", "<!--", ";", "%"];

/** Says enough to be found elsewhere by its words: licences, comments and imports are the same in many files. */
export function isTelling(line: string): boolean {
  if (!isWeighty(line)) return false;
  const text = line.trim();
  if (comments.some((sign) => text.startsWith(sign)) || bringsIn.test(text)) return false;
  // `"use strict";`, `export * from "x"`, `const x = require("x")`: they bring something in as well.
  return !/^["']|\brequire ?\(|\bfrom ?["']/.test(text);
}
