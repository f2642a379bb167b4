/** Turns offsets of a text into problems with line, column and excerpt. */
import { sameWidth } from "../plain-line.ts";
import { type RoutingCode, type RoutingProblem, routingProblem } from "../problem.ts";

export interface Span {
  start: number;
  end: number;
}

export interface Places {
  lineOf(offset: number): number;
  problemIn(span: Span, message: string, remedy: string, code?: RoutingCode): RoutingProblem;
}

const EXCERPT = 160;

export function placesIn(text: string, file: string, code: RoutingCode): Places {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);

  function lineOf(offset: number): number {
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
      const lineStart = starts[line - 1]!;
      const content = text.slice(lineStart, (starts[line] ?? text.length + 1) - 1).replace(/\r$/, "");
      const column = start - lineStart + 1;
      const length = Math.max(1, Math.min(span.end - span.start, content.length - column + 1, EXCERPT - column));
      // A marker far to the right helps nobody.
      const excerpt = column <= EXCERPT ? { text: sameWidth(content.slice(0, EXCERPT)), length } : null;
      return routingProblem(otherCode, message, remedy, { file, line, column, excerpt });
    },
  };
}
