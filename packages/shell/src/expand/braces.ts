/** `{a,b}` and `{1..5}`: one word becomes several, before anything else happens to it. */
import type { WordPart } from "unbash";
import type { ShellState } from "../state/shell-state.ts";
import type { Walker } from "../state/walker.ts";
import { parseWord } from "../syntax/parse-command.ts";

const MOST_WORDS = 256;

export function hasBraces(parts: readonly WordPart[]): boolean {
  return parts.some((part) => part.type === "BraceExpansion");
}

/** The parts of every word that the braces make; a brace that cannot be expanded here stays as an unknown part. */
export function withoutBraces(walker: Walker, parts: readonly WordPart[], state: ShellState): WordPart[][] {
  let words: WordPart[][] = [[]];
  for (const part of parts) {
    if (part.type === "BraceExpansion") walker.walked.add(part);
    const choices = part.type === "BraceExpansion" && state.dialect === "bash" ? alternatives(walker, part.text) : null;
    if (choices === null) {
      if (part.type === "BraceExpansion") walker.unknown("braces that could not be expanded");
      words = words.map((word) => [...word, part]);
    } else {
      words = words.flatMap((word) => choices.map((choice) => [...word, ...choice]));
    }
    if (words.length > MOST_WORDS) {
      walker.unknown("braces that make very many words");
      return [[...parts]];
    }
  }
  return words;
}

function alternatives(walker: Walker, text: string): WordPart[][] | null {
  const inner = text.slice(1, -1);
  const choices = splitAtCommas(inner);
  if (choices.length === 1) return sequence(inner)?.map((value) => [plain(value)]) ?? null;
  const expanded: WordPart[][] = [];
  for (const choice of choices) {
    const parts = partsOf(choice);
    if (parts === null) return null;
    // An alternative may hold braces of its own.
    walker.step();
    if (parts.some((part) => part.type === "BraceExpansion")) {
      if (parts.length > 1 || parts[0]?.type !== "BraceExpansion") return null;
      const deeper = walker.deeper(() => alternatives(walker, parts[0]?.text ?? ""));
      if (deeper === null) return null;
      expanded.push(...deeper);
    } else expanded.push(parts);
    if (expanded.length > MOST_WORDS) return null;
  }
  return expanded;
}

function plain(value: string): WordPart {
  return { type: "Literal", pos: 0, end: 0, value, text: value };
}

/** Commas that stand neither in quotes, nor in deeper braces, nor in a substitution. */
function splitAtCommas(text: string): string[] {
  const choices = [""];
  let depth = 0;
  let quote = "";
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] as string;
    if (character === "\\" && quote !== "'") {
      choices[choices.length - 1] += character + (text[++index] ?? "");
      continue;
    }
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === "'" || character === '"' || character === "`") quote = character;
    else if (character === "{" || character === "(") depth += 1;
    else if (character === "}" || character === ")") depth -= 1;
    if (character === "," && depth === 0 && quote === "") choices.push("");
    else choices[choices.length - 1] += character;
  }
  return choices;
}

function partsOf(text: string): WordPart[] | null {
  if (text === "") return [plain("")];
  // What stands in a substitution is checked where it is walked, of which this text is no part.
  if (text.includes("`") || text.includes("${") || text.includes("<(") || /\$\([^()]*[({`$]/.test(text)) return null;
  const word = parseWord(text);
  if (word === null) return null;
  return word.parts ? [...word.parts] : [plain(word.value)];
}

function sequence(text: string): string[] | null {
  const pieces = text.split("..");
  const [from, to, step = "1"] = pieces;
  if (from === undefined || to === undefined || pieces.length > 3 || !/^-?[0-9]{1,6}$/.test(step)) return null;
  const numbers = /^-?[0-9]{1,9}$/;
  const letters = /^[A-Za-z]$/;
  const isNumeric = numbers.test(from) && numbers.test(to);
  if (!isNumeric && !(letters.test(from) && letters.test(to))) return null;
  const code = (end: string): number => (isNumeric ? Number(end) : end.charCodeAt(0));
  const [first, last] = [code(from), code(to)];
  const stride = Math.abs(Number(step)) || 1;
  if (Math.abs(last - first) / stride > MOST_WORDS) return null;
  const padded = isNumeric && [from, to].some((end) => /^-?0[0-9]/.test(end));
  const width = padded ? Math.max(from.length, to.length) : 0;
  const values: string[] = [];
  for (let at = first; first <= last ? at <= last : at >= last; at += first <= last ? stride : -stride) {
    const digits = String(Math.abs(at)).padStart(at < 0 ? width - 1 : width, "0");
    values.push(isNumeric ? (at < 0 ? `-${digits}` : digits) : String.fromCharCode(at));
  }
  return values;
}
