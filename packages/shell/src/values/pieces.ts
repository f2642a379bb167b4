/** The pieces of a word, and how they become fields: splitting, empty words, unknown parts. */
import { type Field, GAP, isInteger, isName, type Value } from "./value.ts";

export interface Piece extends Value {
  quoted: boolean;
  expanded: boolean;
  feed: string | null | undefined;
}

/** A value that grows beyond this is not followed. */
const LONGEST = 100_000;

/** Between two fields: `"$@"`, or where an unquoted value is split. */
export const BREAK = Symbol("between two fields");
export type Run = readonly (Piece | typeof BREAK)[];

export function literal(text: string, quoted: boolean): Piece {
  return { text, glob: false, dynamic: false, numeric: false, quoted, expanded: false, feed: undefined };
}

/** What a variable or a substitution brings. */
export function expansion({ text, glob, dynamic, numeric }: Value, quoted: boolean): Piece {
  return { text, glob, dynamic, numeric, quoted, expanded: true, feed: undefined };
}

/** Splits what unquoted expansions brought; null separators: it cannot be known where. */
export function splitRun(run: Run, separators: string | null): Run {
  if (!run.some(isSplit)) return run;
  const split: (Piece | typeof BREAK)[] = [];
  for (const piece of run) {
    if (!isSplit(piece)) split.push(piece);
    else for (const part of splitPiece(piece, separators)) split.push(part);
  }
  return split;
}

function isSplit(piece: Piece | typeof BREAK): piece is Piece & { text: string } {
  return piece !== BREAK && !piece.quoted && piece.expanded && piece.text !== null;
}

function splitPiece(piece: Piece & { text: string }, separators: string | null): Run {
  const { text, dynamic, numeric } = piece;
  if (separators === null) return [{ ...piece, text: text === "" || isInteger(text) ? text : null }];
  const glob = piece.glob || /[*?[]/.test(text);
  const run: (Piece | typeof BREAK)[] = [];
  for (const part of splitText(text, separators)) {
    if (run.length > 0) run.push(BREAK);
    run.push(expansion({ text: part, glob, dynamic, numeric }, false));
  }
  return run;
}

/** A separator at an end leaves an empty part there, so that the neighbours do not join. */
function splitText(text: string, separators: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  let afterSeparator = false;
  for (const character of text) {
    const isSeparator = separators.includes(character);
    if (isSeparator && !afterSeparator) parts.push(text.slice(start, at));
    at += character.length;
    if (isSeparator) start = at;
    afterSeparator = isSeparator;
  }
  parts.push(text.slice(start));
  return parts;
}

export function fieldsOf(run: Run): Field[] {
  const fields: Field[] = [];
  let current: Piece[] = [];
  for (const piece of run) {
    if (piece !== BREAK) current.push(piece);
    else {
      addField(fields, current);
      current = [];
    }
  }
  addField(fields, current);
  return fields;
}

function addField(fields: Field[], pieces: readonly Piece[]): void {
  if (!pieces.some((piece) => piece.text !== "" || piece.quoted)) return;
  const made = fieldOf(pieces);
  fields.push(made);
  if (!made.text?.endsWith(GAP)) return;
  // `--name=$x` without quotes: what $x holds behind a space are words of their own.
  const maySplit = pieces.some((piece) => piece.text === null && !piece.quoted && !piece.numeric);
  if (maySplit) fields.push({ ...made, text: null, doubted: null });
}

function fieldOf(pieces: readonly Piece[]): Field {
  const text = joinedText(pieces);
  const dynamic = pieces.some((piece) => piece.dynamic);
  const before = text === null ? knownStart(pieces) : "";
  const gapped = text === null && hasNamedStart(before);
  const certain = dynamic ? certainStart(pieces) : "";
  return {
    text: gapped ? before + GAP : text,
    glob: pieces.some(({ glob }) => glob),
    dynamic,
    expanded: pieces.some(({ expanded }) => expanded),
    numeric: text === null ? pieces.every(isNumberOrNothing) : isInteger(text),
    hiddenOption: text === null && !gapped && before.startsWith("-"),
    doubted: !dynamic ? (gapped ? before + GAP : text) : hasNamedStart(certain) ? certain + GAP : null,
    feed: pieces.length === 1 ? pieces[0]?.feed : undefined,
    assigned: undefined,
  };
}

/** One text out of everything; several fields are joined as bash joins them in an assignment. */
export function joinedValue(run: Run): Value {
  const pieces = run.map((piece) => (piece === BREAK ? literal(" ", true) : piece));
  const text = joinedText(pieces);
  return {
    text,
    glob: pieces.some(({ glob }) => glob),
    dynamic: pieces.some(({ dynamic }) => dynamic),
    numeric: text === null ? pieces.every(isNumberOrNothing) : isInteger(text),
  };
}

function joinedText(pieces: readonly Piece[]): string | null {
  let joined = "";
  for (const { text } of pieces) {
    if (text === null || joined.length > LONGEST) return null;
    joined += text;
  }
  return joined;
}

/** Digits and the signs of arithmetic run nothing, whatever numbers stand between them. */
function isNumberOrNothing({ numeric, text, expanded }: Piece): boolean {
  return numeric || isInteger(text ?? "") || (text !== null && !expanded && /^[0-9\s<>=!&|^~?:,()*/%+-]*$/.test(text));
}

function knownStart(pieces: readonly Piece[]): string {
  let start = "";
  for (const { text } of pieces) {
    if (text === null) break;
    start += text;
  }
  return start;
}

function certainStart(pieces: readonly Piece[]): string {
  const end = pieces.findIndex(({ dynamic, text }) => dynamic || text === null);
  return knownStart(pieces.slice(0, end < 0 ? undefined : end));
}

/** `--name=` or `name=`: what follows is a value and no option of its own. */
function hasNamedStart(start: string): boolean {
  const equals = start.indexOf("=");
  if (equals < 1) return false;
  const name = start.slice(0, equals);
  return isName(name) || /^--[A-Za-z][A-Za-z0-9-]*$/.test(name);
}
