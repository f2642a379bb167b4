/** Lines cells up below each other. Cells are padded before they are painted: colours take no room. */
import type { Io } from "./io.ts";

export interface Column {
  /** Longer cells are cut. */
  most?: number;
  align?: "right";
  paint?: (text: string) => string;
}

export interface Head {
  cells: readonly string[];
  paint: (line: string) => string;
}

export function columns(rows: readonly (readonly string[])[], layout: readonly Column[] = [], head?: Head): string[] {
  const cut = (head ? [head.cells, ...rows] : rows).map((row) => row.map((cell, at) => clip(cell, layout[at]?.most)));
  const widths: number[] = [];
  for (const row of cut) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, width(cell));
  }
  return cut.map((row, number) => {
    const isHead = head !== undefined && number === 0;
    const cells = row.map((cell, at) => {
      const { align, paint } = layout[at] ?? {};
      const gap = " ".repeat((widths[at] ?? 0) - width(cell));
      const shown = paint && !isHead ? paint(cell) : cell;
      if (align === "right") return gap + shown;
      return shown + (at === row.length - 1 ? "" : gap);
    });
    const line = cells.join("  ").trimEnd();
    return isHead ? head.paint(line) : line;
  });
}

export function clip(text: string, most = Number.POSITIVE_INFINITY): string {
  return width(text) <= most ? text : `${[...text].slice(0, most - 1).join("")}…`;
}

function width(text: string): number {
  return [...text].length;
}

const NAME = 12;

/** A name and what belongs to it, one line a value: the shape of every page about one thing. */
export function factLines(name: string, values: readonly string[], { dim }: Io["color"]): string[] {
  return values.map((value, at) => `  ${dim((at === 0 ? name : "").padEnd(NAME))} ${value}`.trimEnd());
}
