/** Parses the small, unsurprising part of YAML: one document, no tags, anchors, aliases, merge or complex keys. */
import { Composer, type CST, type Document, isAlias, isMap, isScalar, isSeq, Lexer, type Node, Parser } from "yaml";
import { shown } from "../plain-line.ts";
import type { Checked, RoutingProblem } from "../problem.ts";
import type { Places, Span } from "./places.ts";

const MAX_CHARACTERS = 512 * 1024;
const MAX_DEPTH = 32;
const MAX_PROBLEMS = 20;

/** Controls, odd line ends, direction switches, a byte order mark inside, half pairs. */
const refusedCharacter =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\r(?!\n)|\p{Cs}/u;

export function parseStrict(text: string, places: Places): Checked<Node | null> {
  const refuse = (...problems: RoutingProblem[]) => ({ ok: false as const, problems: problems.slice(0, MAX_PROBLEMS) });
  if (text.length > MAX_CHARACTERS) {
    return refuse(places.problemIn({ start: 0, end: 1 }, "the file is larger than 512 KiB", "Split it."));
  }
  const odd = text.search(refusedCharacter);
  if (odd !== -1) {
    const code = text.charCodeAt(odd).toString(16).toUpperCase().padStart(4, "0");
    const message = `the character U+${code} is not allowed here`;
    return refuse(places.problemIn({ start: odd, end: odd + 1 }, message, "Remove the character."));
  }
  const tokens = tokensOf(text, places);
  if (!tokens.ok) return tokens;
  // Keys that appear twice are looked for below, with the place of the first.
  const composer = new Composer({ uniqueKeys: false, schema: "core", strict: true, merge: false });
  const [document] = [...composer.compose(tokens.value, true, text.length)] as [Document.Parsed];
  if (document.errors.length > 0) {
    return refuse(
      ...document.errors.map(({ pos: [start, end], message }) =>
        places.problemIn({ start, end }, `not valid YAML: ${message}`, "Correct the syntax at this place."),
      ),
    );
  }
  const surprises = surprisesIn(document.contents, places);
  return surprises.length > 0 ? refuse(...surprises) : { ok: true, value: document.contents };
}

/** Stops at the depth limit and at a second document, so that a bomb costs no more than its first bytes. */
function tokensOf(text: string, places: Places): Checked<CST.Token[]> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const refuse = (start: number, message: string, remedy: string): Checked<CST.Token[]> => ({
    ok: false,
    problems: [places.problemIn({ start, end: start + 1 }, message, remedy)],
  });
  let hasEnded = false;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      hasEnded ||= token.type === "document";
      if (token.type === "directive") return refuse(token.offset, "directives are not allowed", "Remove the `%` line.");
    }
    const [bottom] = parser.stack;
    if (hasEnded && bottom?.type === "document") {
      return refuse(bottom.offset, "a second document starts here", "Keep one document: remove the `---` line.");
    }
    if (parser.stack.length - 2 > MAX_DEPTH) {
      return refuse(Math.max(0, parser.offset - 1), `nested deeper than ${MAX_DEPTH} levels`, "Write it flatter.");
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return { ok: true, value: tokens };
}

/** Depth is limited already, so recursion is safe here. */
function surprisesIn(node: unknown, places: Places): RoutingProblem[] {
  const at = spanOf(node);
  if (isAlias(node))
    return [places.problemIn(at, "aliases are not allowed", "Write the value out where it is needed.")];
  const found: RoutingProblem[] = [];
  const { anchor, tag } = (node ?? {}) as { anchor?: string; tag?: string };
  if (anchor) found.push(places.problemIn(at, "anchors are not allowed", "Write the value out where it is needed."));
  if (tag) found.push(places.problemIn(at, "tags are not allowed", "Write the plain value."));
  if (isSeq(node)) return [...found, ...node.items.flatMap((item) => surprisesIn(item, places))];
  if (!isMap(node)) return found;
  const seen = new Map<string, Span>();
  for (const { key, value } of node.items) {
    found.push(...surprisesIn(key, places), ...keyProblems(key, seen, places), ...surprisesIn(value, places));
  }
  return found;
}

function keyProblems(key: unknown, seen: Map<string, Span>, places: Places): RoutingProblem[] {
  const span = spanOf(key);
  if (!isScalar(key) || typeof key.value !== "string") {
    return [places.problemIn(span, "a key must be text", "Put the key in quotes.")];
  }
  const first = seen.get(key.value);
  seen.set(key.value, first ?? span);
  if (key.value === "<<") return [places.problemIn(span, "merge keys are not allowed", "Write the keys out.")];
  if (key.value === "__proto__") return [places.problemIn(span, "this key is not allowed", "Choose another name.")];
  if (!first) return [];
  const message = `key ${shown(key.value)} appears twice, first in line ${places.lineOf(first.start)}`;
  return [places.problemIn(span, message, "Keep one of the two.")];
}

/** Where the source of a node stands, trailing blanks and comments left out. */
export function spanOf(node: unknown): Span {
  const range = (node as Node | null | undefined)?.range;
  return range ? { start: range[0], end: range[1] } : { start: 0, end: 0 };
}
