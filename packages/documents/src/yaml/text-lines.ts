/** Whole lines of a text, and changes that leave every other byte alone. */

export interface Splice {
  start: number;
  end: number;
  insert: string;
}

export interface TextLines {
  text: string;
  eol: string;
  columnOf(offset: number): number;
  lineStart(offset: number): number;
  /** Where the next line starts; `offset` itself where a line starts there. */
  afterLine(offset: number): number;
  /** True where only blanks stand before `offset` on its line. */
  startsLine(offset: number): boolean;
  insertLines(at: number, lines: readonly string[]): Splice;
  /** Both ends are starts of lines, or `end` is the end of a text without a final line break. */
  removeLines(start: number, end: number): Splice;
}

export function linesOf(text: string): TextLines {
  const firstBreak = text.indexOf("\n");
  const eol = firstBreak > 0 && text[firstBreak - 1] === "\r" ? "\r\n" : "\n";
  const lineStart = (offset: number) => {
    const start = text.lastIndexOf("\n", offset - 1) + 1;
    return start === 0 && text.startsWith("\uFEFF") ? 1 : start;
  };
  const isOpenEnd = (offset: number) => offset === text.length && offset > lineStart(offset);
  return {
    text,
    eol,
    lineStart,
    columnOf: (offset) => offset - lineStart(offset),
    startsLine: (offset) => text.slice(lineStart(offset), offset).trim() === "",
    afterLine(offset) {
      if (offset > 0 && text[offset - 1] === "\n") return offset;
      const end = text.indexOf("\n", offset);
      return end === -1 ? text.length : end + 1;
    },
    insertLines(at, lines) {
      const insert = isOpenEnd(at) ? eol + lines.join(eol) : lines.map((line) => line + eol).join("");
      return { start: at, end: at, insert };
    },
    removeLines(start, end) {
      if (!isOpenEnd(end) || start === 0) return { start, end, insert: "" };
      // The last line had no break; the one before it shall have none either.
      const breakLength = text[start - 2] === "\r" ? 2 : 1;
      return { start: start - breakLength, end, insert: "" };
    },
  };
}

/** Those at the same place keep their order; null where two overlap. */
export function splice(text: string, splices: readonly Splice[]): string | null {
  const ordered = [...splices].sort((a, b) => a.start - b.start);
  let result = "";
  let at = 0;
  for (const { start, end, insert } of ordered) {
    if (start < at) return null;
    result += text.slice(at, start) + insert;
    at = end;
  }
  return result + text.slice(at);
}
