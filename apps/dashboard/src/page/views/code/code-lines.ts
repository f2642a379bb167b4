/** Lines of a file, each with who wrote it. */
import type { AttributedRange, FileView } from "../../../api/code.ts";
import type { Window } from "../../../api/shared.ts";

export interface CodeLine {
  number: number;
  text: string;
  /** The line goes on; it is too long to be shown. */
  isCut: boolean;
  range: AttributedRange | null;
  /** The first line of its range: here it is said who wrote it. */
  startsRange: boolean;
}

export interface CodeWindow extends Window<CodeLine> {
  file: FileView;
}

export function codeWindow(file: FileView): CodeWindow {
  if (file.state !== "text") return { total: 0, from: 0, items: [], file };
  const cut = new Set(file.cut);
  let at = 0;
  const items = file.lines.map((text, index) => {
    const number = file.from + index + 1;
    while ((file.ranges[at]?.end ?? Number.POSITIVE_INFINITY) < number) at++;
    const found = file.ranges[at];
    const range = found && found.start <= number ? found : null;
    return { number, text, isCut: cut.has(number), range, startsRange: range?.start === number };
  });
  return { total: file.total, from: file.from, items, file };
}

/** How much of the lines each writer has, in percent, largest first; what is less than half a percent still counts. */
export function shares(counts: Readonly<Record<string, number>>, lines: number): { who: string; percent: number }[] {
  if (lines <= 0) return [];
  return Object.entries(counts)
    .filter(([who, count]) => who !== "lines" && count > 0)
    .map(([who, count]) => ({ who, percent: Math.max(0.5, (count / lines) * 100) }))
    .sort((a, b) => b.percent - a.percent);
}

/** A tab counts as four: only the width of the scrolled part depends on it. */
export function widest(lines: readonly (CodeLine | undefined)[]): number {
  let most = 0;
  for (const line of lines) {
    if (!line) continue;
    let width = line.text.length;
    for (const char of line.text) if (char === "\t") width += 3;
    most = Math.max(most, width);
  }
  return most;
}
