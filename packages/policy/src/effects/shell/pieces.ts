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

/** Splits what unquoted expansions brought; null separators: it cannot be known where. */
export function splitRun(run: Run, separators: string | null): Run {
  return run.flatMap((piece) => {
    if (piece === BREAK || piece.quoted || !piece.expanded || piece.text === null) return [piece];
    const { text } = piece;
    const glob = piece.glob || /[*?[]/.test(text);
    if (separators === null) return [{ ...piece, text: text === "" || isInteger(text) ? text : null }];
    return splitText(text, separators).flatMap((part, index) => {
      const one = { ...piece, text: part, glob };
      return index === 0 ? [one] : [BREAK, one];
    });
  });
}

/** A separator at an end leaves an empty part there, so that the neighbours do not join. */
function splitText(text: string, separators: string): string[] {
  const parts = [""];
  let afterSeparator = false;
  for (const character of text) {
    if (!separators.includes(character)) parts[parts.length - 1] += character;
    else if (!afterSeparator) parts.push("");
    afterSeparator = separators.includes(character);
  }
  return parts;
}

export function fieldsOf(run: Run): Field[] {
  const fields: Field[] = [];
  let current: Piece[] = [];
  const close = (): void => {
    if (current.some((piece) => piece.text !== "" || piece.quoted)) {
      const made = fieldOf(current);
      fields.push(made);
      // `--name=$x` without quotes: what $x holds behind a space are words of their own.
      const maySplit = current.some((piece) => piece.text === null && !piece.quoted && !piece.numeric);
      if (made.text?.endsWith(GAP) && maySplit) fields.push({ ...made, text: null, doubted: null });
    }
    current = [];
  };
  for (const piece of run) {
    if (piece === BREAK) close();
    else current.push(piece);
  }
  close();
  return fields;
}

function fieldOf(pieces: readonly Piece[]): Field {
  const { text, glob, dynamic } = joined(pieces);
  const before = text === null ? knownStart(pieces) : "";
  const gapped = text === null && hasNamedStart(before);
  const certain = dynamic ? certainStart(pieces) : "";
  return {
    text: gapped ? before + GAP : text,
    glob,
    dynamic,
    expanded: pieces.some(({ expanded }) => expanded),
    hiddenOption: text === null && !gapped && before.startsWith("-"),
    doubted: !dynamic ? (gapped ? before + GAP : text) : hasNamedStart(certain) ? certain + GAP : null,
    feed: pieces.length === 1 ? pieces[0]?.feed : undefined,
    assigned: undefined,
  };
}

/** One text out of everything; several fields are joined as bash joins them in an assignment. */
export function joinedValue(run: Run): Value {
  const pieces = run.map((piece) => (piece === BREAK ? literal(" ", true) : piece));
  return joined(pieces);
}

function joined(pieces: readonly Piece[]): Value {
  let text: string | null = "";
  for (const piece of pieces) {
    text = text === null || piece.text === null || text.length > LONGEST ? null : text + piece.text;
  }
  const filled = pieces.filter((piece) => piece.text !== "");
  return {
    text,
    glob: pieces.some(({ glob }) => glob),
    dynamic: pieces.some(({ dynamic }) => dynamic),
    numeric:
      text === null ? filled.every(({ numeric, text: own }) => numeric || isInteger(own ?? "")) : isInteger(text),
  };
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
