/** A diff for people's dialogs and for a model that must catch up: escaped, and limited in lines and in width. */
import { visibleText } from "@intentgate/documents";
import { splitLines } from "../contents/split-lines.ts";
import { type LineHunk, lineHunks } from "./line-hunks.ts";

const MAX_LINE_CHARACTERS = 400;

export interface UnifiedDiff {
  lines: string[];
  /** How many lines the limit cut off. */
  moreLines: number;
}

export function unifiedDiff(
  path: string,
  before: string,
  after: string,
  options: { context: number; maxLines: number },
): UnifiedDiff {
  const beforeLines = splitLines(before);
  const afterLines = splitLines(after);
  const groups = withContext(lineHunks(beforeLines, afterLines), options.context);
  if (groups.length === 0) return { lines: [], moreLines: 0 };
  const lines = [`--- ${visibleText(path)}`, `+++ ${visibleText(path)}`];
  let moreLines = 0;
  const put = (line: string) => {
    if (lines.length < options.maxLines) lines.push(line);
    else moreLines++;
  };
  const putText = (sign: string, from: string[], start: number, end: number) => {
    for (let at = start; at < end; at++) {
      const line = from[at] as string;
      // Above the limit only the count matters, so nothing is escaped any more.
      if (lines.length >= options.maxLines) moreLines += line.endsWith("\n") ? 1 : 2;
      else {
        put(sign + shown(line));
        if (!line.endsWith("\n")) put("\\ No newline at end of file");
      }
    }
  };
  for (const hunks of groups) {
    const span = spanOf(hunks, options.context, beforeLines.length);
    put(headerOf(span));
    let at = span.beforeStart;
    for (const hunk of hunks) {
      putText(" ", beforeLines, at, hunk.beforeStart);
      putText("-", beforeLines, hunk.beforeStart, hunk.beforeEnd);
      putText("+", afterLines, hunk.afterStart, hunk.afterEnd);
      at = hunk.beforeEnd;
    }
    putText(" ", beforeLines, at, span.beforeEnd);
  }
  const allowed = Math.max(0, options.maxLines);
  return { lines: lines.slice(0, allowed), moreLines: moreLines + Math.max(0, lines.length - allowed) };
}

/** Hunks whose surroundings touch are shown as one. */
function withContext(hunks: LineHunk[], context: number): LineHunk[][] {
  const groups: LineHunk[][] = [];
  for (const hunk of hunks) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && hunk.beforeStart - last.beforeEnd <= 2 * context) group.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

function spanOf(hunks: LineHunk[], context: number, beforeCount: number): LineHunk {
  const first = hunks[0] as LineHunk;
  const last = hunks.at(-1) as LineHunk;
  const lead = Math.min(context, first.beforeStart);
  const tail = Math.min(context, beforeCount - last.beforeEnd);
  return {
    beforeStart: first.beforeStart - lead,
    beforeEnd: last.beforeEnd + tail,
    afterStart: first.afterStart - lead,
    afterEnd: last.afterEnd + tail,
  };
}

function headerOf(span: LineHunk): string {
  const side = (start: number, end: number) => `${end > start ? start + 1 : start},${end - start}`;
  return `@@ -${side(span.beforeStart, span.beforeEnd)} +${side(span.afterStart, span.afterEnd)} @@`;
}

function shown(line: string): string {
  const text = line.endsWith("\n") ? line.slice(0, -1) : line;
  if (text.length <= MAX_LINE_CHARACTERS) return visibleText(text);
  return `${visibleText(text.slice(0, MAX_LINE_CHARACTERS))}… (${text.length - MAX_LINE_CHARACTERS} more characters)`;
}
