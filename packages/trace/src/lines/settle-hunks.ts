/**
 * Where the same lines stand at both ends of what was put in or taken out, the place of the change is a choice. It is
 * made as git makes it, so that a record names the lines that people see in a diff: beside a change of the other side
 * if there is one, else where the indentation says that a piece begins and ends. The weights are those that git
 * documents for `diff.indentHeuristic`.
 */

/** One side of a comparison: its lines, and which of them changed. */
export interface Side {
  lines: readonly string[];
  changed: Uint8Array;
}

/** A run of changed lines, or the empty place between two that did not change. */
interface Run {
  start: number;
  end: number;
}

const FARTHEST = 100;
const MOST_BLANK = 20;
const MOST_INDENT = 200;

const weights = {
  startOfFile: 1,
  endOfFile: 21,
  blank: -30,
  blankAfter: 6,
  deeper: { plain: -4, withBlank: 10 },
  opening: { plain: 24, withBlank: 17 },
  closing: { plain: 23, withBlank: 17 },
  indent: 60,
};

/** Moves the changed lines of a side; those of the other side stay. */
export function settleHunks(side: Side, other: Side): void {
  const run: Run = runFrom(side, 0);
  const beside: Run = runFrom(other, 0);
  do {
    if (run.end > run.start) settle(side, run, other, beside);
  } while (next(side, run) && next(other, beside));
}

function settle(side: Side, run: Run, other: Side, beside: Run): void {
  let length: number;
  let earliest: number;
  let matching: number;
  do {
    length = run.end - run.start;
    matching = -1;
    while (slideUp(side, run)) previous(other, beside);
    earliest = run.end;
    if (beside.end > beside.start) matching = run.end;
    while (slideDown(side, run)) {
      next(other, beside);
      if (beside.end > beside.start) matching = run.end;
    }
    // It met another one, and is one with it now.
  } while (length !== run.end - run.start);
  if (run.end === earliest) return;
  const wanted = matching >= 0 ? matching : bestEnd(side, run, earliest);
  while (run.end > wanted && slideUp(side, run)) previous(other, beside);
}

function bestEnd(side: Side, { start, end }: Run, earliest: number): number {
  const length = end - start;
  let best: { end: number; indent: number; penalty: number } | null = null;
  for (let at = Math.max(earliest, end - length - 1, end - FARTHEST); at <= end; at += 1) {
    const [last, first] = [weighSplit(side.lines, at), weighSplit(side.lines, at - length)];
    const one = { end: at, indent: last.indent + first.indent, penalty: last.penalty + first.penalty };
    if (best === null || compare(one, best) <= 0) best = one;
  }
  return best?.end ?? end;
}

const compare = (one: { indent: number; penalty: number }, other: { indent: number; penalty: number }) =>
  weights.indent * Math.sign(one.indent - other.indent) + one.penalty - other.penalty;

/** What speaks against a change that begins or ends before this line. */
function weighSplit(lines: readonly string[], at: number): { indent: number; penalty: number } {
  const own = at < lines.length ? indentOf(lines[at] as string) : null;
  const before = indentBeyond(lines, at, -1);
  const after = indentBeyond(lines, at, 1);
  const blankAfter = own === null ? 1 + after.blank : 0; // the end of the file counts as one
  const blank = before.blank + blankAfter;
  const indent = own ?? after.indent;
  let penalty = weights.blank * blank + weights.blankAfter * blankAfter;
  if (before.indent === null && before.blank === 0) penalty += weights.startOfFile;
  if (at >= lines.length) penalty += weights.endOfFile;
  const kind = blank > 0 ? "withBlank" : "plain";
  if (indent !== null && before.indent !== null && indent !== before.indent) {
    const isOpening = after.indent !== null && after.indent > indent;
    penalty += weights[indent > before.indent ? "deeper" : isOpening ? "opening" : "closing"][kind];
  }
  return { indent: indent ?? -1, penalty };
}

/** Of the first line in this direction that is not blank; after too many blank ones none is looked for. */
function indentBeyond(lines: readonly string[], at: number, step: 1 | -1): { indent: number | null; blank: number } {
  let blank = 0;
  for (let line = at + step; line >= 0 && line < lines.length; line += step) {
    const indent = indentOf(lines[line] as string);
    if (indent !== null) return { indent, blank };
    blank += 1;
    if (blank === MOST_BLANK) return { indent: 0, blank };
  }
  return { indent: null, blank };
}

/** Null for a blank line. */
function indentOf(line: string): number | null {
  let indent = 0;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === 32) indent += 1;
    else if (code === 9) indent += 8 - (indent % 8);
    else if (code < 9 || code > 13) return indent;
    if (indent >= MOST_INDENT) return MOST_INDENT;
  }
  return null;
}

function runFrom({ changed }: Side, start: number): Run {
  let end = start;
  while (changed[end] === 1) end += 1;
  return { start, end };
}

function next(side: Side, run: Run): boolean {
  if (run.end >= side.lines.length) return false;
  Object.assign(run, runFrom(side, run.end + 1));
  return true;
}

function previous({ changed }: Side, run: Run): void {
  run.end = run.start - 1;
  run.start = run.end;
  while (run.start > 0 && changed[run.start - 1] === 1) run.start -= 1;
}

function slideUp({ lines, changed }: Side, run: Run): boolean {
  if (run.start === 0 || lines[run.start - 1] !== lines[run.end - 1]) return false;
  run.start -= 1;
  run.end -= 1;
  changed[run.start] = 1;
  changed[run.end] = 0;
  while (run.start > 0 && changed[run.start - 1] === 1) run.start -= 1;
  return true;
}

function slideDown({ lines, changed }: Side, run: Run): boolean {
  if (run.end >= lines.length || lines[run.start] !== lines[run.end]) return false;
  changed[run.start] = 0;
  changed[run.end] = 1;
  run.start += 1;
  run.end += 1;
  while (changed[run.end] === 1) run.end += 1;
  return true;
}
