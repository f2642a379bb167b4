/** Turns offsets of a text into problems with line, column and excerpt. */
import { type Problem, type ProblemCode, problem } from "../problems/problem.ts";
import { sameWidth } from "../text/plain-line.ts";

export interface Span {
  start: number;
  end: number;
}

export interface Places {
  lineOf(offset: number): number;
  problemIn(span: Span, message: string, remedy: string, code?: ProblemCode): Problem;
}

const EXCERPT = 160;

export function placesIn(text: string, file: string, code: ProblemCode): Places {
  let starts: number[] | null = null;

  function lineOf(offset: number): number {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  return {
    lineOf,
    problemIn(span, message, remedy, otherCode = code) {
      const start = Math.min(span.start, text.length);
      const line = lineOf(start);
      const lineStart = starts![line - 1]!;
      const whole = lineText(text, lineStart);
      const content = whole.startsWith("\uFEFF") ? whole.slice(1) : whole;
      const column = Math.max(1, start - lineStart + 1 - (whole.length - content.length));
      // A marker far to the right helps nobody.
      const fits = column <= EXCERPT;
      const length = Math.max(1, Math.min(span.end - span.start, content.length - column + 1, EXCERPT - column));
      const excerpt = fits ? { text: sameWidth(content.slice(0, EXCERPT)), length } : null;
      return problem(otherCode, message, remedy, { file, line, column, excerpt });
    },
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineText(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  const line = text.slice(
    start,
    end === -1 ? Math.min(text.length, start + 2 * EXCERPT) : Math.min(end, start + 2 * EXCERPT),
  );
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
