/** Parses the small, unsurprising part of YAML: one document, no tags, anchors, aliases, merge or complex keys. */
import { Composer, CST, type Document, isMap, isScalar, isSeq, Lexer, type Node, Parser } from "yaml";
import type { Checked, Problem } from "../problems/problem.ts";
import { unwelcomeAt } from "../text/invisible.ts";
import { shown } from "../text/plain-line.ts";
import type { Places, Span } from "./place.ts";

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 32;
const MAX_PROBLEMS = 20;

export function parseStrict(text: string, places: Places): Checked<Node | null> {
  const unfit = unfitText(text, places);
  if (unfit) return { ok: false, problems: [unfit] };
  const tokens = tokensOf(text, places);
  if (!tokens.ok) return tokens;
  const surprises = tokens.value.flatMap((token) => surprisesIn(token, places));
  if (surprises.length > 0) return { ok: false, problems: surprises.slice(0, MAX_PROBLEMS) };
  const document = compose(tokens.value, text.length);
  const errors = document.errors.slice(0, MAX_PROBLEMS);
  if (errors.length > 0) return { ok: false, problems: errors.map((error) => syntaxProblem(error, places)) };
  const badKeys = document.contents ? badKeysIn(document.contents, places) : [];
  if (badKeys.length > 0) return { ok: false, problems: badKeys.slice(0, MAX_PROBLEMS) };
  return { ok: true, value: document.contents };
}

function unfitText(text: string, places: Places): Problem | null {
  if (text.length > MAX_BYTES || new TextEncoder().encode(text).length > MAX_BYTES) {
    const remedy = "Split it, or archive what is done.";
    return places.problemIn({ start: 0, end: 1 }, "the file is larger than 4 MB", remedy);
  }
  const from = text.startsWith("\uFEFF") ? 1 : 0;
  const at = unwelcomeAt(text.slice(from));
  if (at === -1) return mergeConflict(text, places);
  const start = at + from;
  const code = text.codePointAt(start)!.toString(16).toUpperCase().padStart(4, "0");
  const remedy = "Remove the character; inside double quotes it may be written as an escape.";
  return places.problemIn({ start, end: start + 1 }, `the character U+${code} is not allowed here`, remedy);
}

/** As git writes them, at the start of a line; nothing of YAML looks so there. */
const CONFLICT_MARK = /^(?:<{7}|\|{7}|={7}|>{7})(?![^ \r\n])/gm;

/** One problem for all of them: where both sides stand in the file, no syntax of it is worth telling about. */
function mergeConflict(text: string, places: Places): Problem | null {
  const marks = [...text.matchAll(CONFLICT_MARK)];
  const first = marks[0];
  if (!first) return null;
  const more = marks.filter(([mark], at) => at > 0 && mark.startsWith("<")).length;
  const message = `a merge conflict was left here${more > 0 ? `, and ${more} more below` : ""}`;
  const remedy =
    "Keep what is meant of both sides, and delete the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`.";
  return places.problemIn({ start: first.index, end: first.index + first[0].length }, message, remedy);
}

/** Stops at the depth limit and at a second document, so that a bomb costs no more than its first bytes. */
function tokensOf(text: string, places: Places): Checked<CST.Token[]> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let errors = 0;
  let documentEnded = false;
  const refuse = (start: number, message: string, remedy: string): Checked<CST.Token[]> => ({
    ok: false,
    problems: [places.problemIn({ start, end: start + 1 }, message, remedy)],
  });
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      documentEnded ||= token.type === "document";
      if (token.type === "directive") return refuse(token.offset, "directives are not allowed", "Remove the `%` line.");
      if (token.type === "error") errors++;
    }
    const bottom = parser.stack[0];
    if (documentEnded && bottom?.type === "document") {
      return refuse(
        bottom.offset,
        "a second document starts here",
        "Keep one document per file: remove the `---` line.",
      );
    }
    if (depthOf(parser.stack) > MAX_DEPTH) {
      return refuse(parser.offset - 1, `nested deeper than ${MAX_DEPTH} levels`, "Write it flatter.");
    }
    if (errors >= MAX_PROBLEMS) break;
  }
  for (const token of parser.end()) tokens.push(token);
  return { ok: true, value: tokens };
}

/** The stack also holds the document and often, at its top, the scalar being read. */
function depthOf(stack: readonly CST.Token[]): number {
  return stack.length - (CST.isCollection(stack.at(-1)) ? 1 : 2);
}

function compose(tokens: CST.Token[], length: number): Document {
  // Duplicate keys are looked for below, in linear time.
  const composer = new Composer({ keepSourceTokens: true, uniqueKeys: false, schema: "core", strict: true });
  const [document] = composer.compose(tokens, true, length);
  return document as Document;
}

function syntaxProblem(error: { pos: [number, number]; message: string }, places: Places): Problem {
  const [start, end] = error.pos;
  const message = `not valid YAML: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
  return places.problemIn({ start, end }, message, "Correct the syntax at this place.");
}

/** Depth is limited already, so recursion is safe here and below. */
function surprisesIn(token: CST.Token | null | undefined, places: Places): Problem[] {
  if (!token) return [];
  const refuse = (at: { offset: number; source: string }, message: string, remedy: string) =>
    places.problemIn({ start: at.offset, end: at.offset + at.source.length }, message, remedy);
  const inMarks = (marks: readonly CST.SourceToken[] | undefined): Problem[] =>
    (marks ?? []).flatMap((mark) => {
      if (mark.type === "anchor")
        return [refuse(mark, "anchors are not allowed", "Write the value out where it is needed.")];
      if (mark.type === "tag") return [refuse(mark, "tags are not allowed", "Write the plain value.")];
      if (mark.type === "explicit-key-ind") return [refuse(mark, "`?` keys are not allowed", "Write `key: value`.")];
      return [];
    });
  switch (token.type) {
    case "document":
      return [...inMarks(token.start), ...surprisesIn(token.value, places)];
    case "alias":
      return [refuse(token, "aliases are not allowed", "Write the value out where it is needed.")];
    case "block-map":
    case "block-seq":
    case "flow-collection": {
      const found: Problem[] = [];
      for (const item of token.items) {
        if (item.start.length > 0) found.push(...inMarks(item.start));
        if (item.sep) found.push(...inMarks(item.sep));
        const { key } = item;
        if (key?.type === "scalar" && key.source === "<<") {
          found.push(refuse(key, "merge keys are not allowed", "Write the keys out."));
        }
        if (key) found.push(...surprisesIn(key, places));
        if (item.value) found.push(...surprisesIn(item.value, places));
        if (found.length >= MAX_PROBLEMS) break;
      }
      return found;
    }
    default:
      return [];
  }
}

function badKeysIn(node: unknown, places: Places): Problem[] {
  if (isSeq(node)) return node.items.flatMap((item) => badKeysIn(item, places));
  if (!isMap(node)) return [];
  const found: Problem[] = [];
  const seen = new Map<string, Span>();
  for (const { key, value } of node.items) {
    const span = spanOf(key);
    if (!isScalar(key) || typeof key.value !== "string") {
      found.push(places.problemIn(span, "a key must be text", "Put the key in quotes."));
    } else {
      const first = seen.get(key.value);
      if (first) {
        const message = `key ${shown(key.value)} appears twice, first in line ${places.lineOf(first.start)}`;
        found.push(places.problemIn(span, message, "Keep one of the two."));
      }
      if (key.value === "__proto__")
        found.push(places.problemIn(span, "this key is not allowed", "Choose another name."));
      seen.set(key.value, span);
    }
    found.push(...badKeysIn(value, places));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found;
}

/** Where the source of a node stands, trailing blanks and comments left out. */
export function spanOf(node: unknown): Span {
  const range = (node as Node | null | undefined)?.range;
  return range ? { start: range[0], end: range[1] } : { start: 0, end: 0 };
}
