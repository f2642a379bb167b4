/** A check as typed, in words: quotes hold words together, and there is no shell that could read more into it. */
import { type Checked, problem } from "@intentgate/documents";

const operators = new Set(["|", "&", ";", "<", ">", "$", "`", "(", ")", "\n"]);

export function splitWords(text: string): Checked<string[]> {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const character of text) {
    if (quote !== null) {
      if (character === quote) quote = null;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (operators.has(character)) {
      return bad(
        `the check ${JSON.stringify(text)} contains ${JSON.stringify(character)}, which only a shell understands`,
      );
    } else if (character === " " || character === "\t") {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + character;
  }
  if (quote !== null) return bad(`the check ${JSON.stringify(text)} has a quote that does not end`);
  if (word !== null) words.push(word);
  if (words.length === 0 || words[0] === "") return bad("a check is empty");
  return { ok: true, value: words };
}

function bad(message: string): Checked<string[]> {
  const remedy = "Checks run without a shell: name one program and its words, or put the rest into a script.";
  return { ok: false, problems: [problem("BAD_INPUT", message, remedy)] };
}
