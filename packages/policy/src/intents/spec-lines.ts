/** Markdown as logical lines: headings, list items with their continuation, and paragraphs; code and comments left out. */

export interface SpecLine {
  kind: "heading" | "item" | "text";
  /** Without bold marks. */
  text: string;
  number: number;
}

export function specLines(markdown: string): SpecLine[] {
  const result: SpecLine[] = [];
  let fence: string | null = null;
  let inComment = false;
  let mayContinue = false;
  for (const [index, raw] of markdown.split(/\r?\n/).entries()) {
    const visible: { text: string; inComment: boolean } = withoutComments(raw, inComment);
    inComment = visible.inComment;
    const line = visible.text.trim();
    const mark = /^(```|~~~)/.exec(line)?.[1] ?? null;
    if (mark && (fence === null || fence === mark)) {
      fence = fence === null ? mark : null;
      mayContinue = false;
      continue;
    }
    if (fence !== null) continue;
    if (line === "") {
      mayContinue = false;
      continue;
    }
    const heading = /^#{1,6}\s+/.exec(line);
    const item = /^(?:[-*+]|\d{1,4}[.)])\s+/.exec(line);
    const isIndented = /^[ \t]/.test(raw);
    const last = result.at(-1);
    if (heading) result.push({ kind: "heading", text: unmarked(line.slice(heading[0].length)), number: index + 1 });
    else if (item) result.push({ kind: "item", text: unmarked(line.slice(item[0].length)), number: index + 1 });
    else if (mayContinue && isIndented && last?.kind === "item") last.text += ` ${unmarked(line)}`;
    else result.push({ kind: "text", text: unmarked(line), number: index + 1 });
    mayContinue = true;
  }
  return result;
}

function unmarked(text: string): string {
  // `**` inside a glob is not bold: bold starts after a blank.
  return text.replace(/(^|[\s(])(\*\*|__)([^*_\s][^*]{0,200}?)\2/g, "$1$3").trim();
}

function withoutComments(line: string, startsInside: boolean): { text: string; inComment: boolean } {
  let text = "";
  let at = 0;
  let inside = startsInside;
  while (at < line.length) {
    const mark = inside ? "-->" : "<!--";
    const next = line.indexOf(mark, at);
    const end = next === -1 ? line.length : next;
    if (!inside) text += line.slice(at, end);
    if (next === -1) break;
    at = next + mark.length;
    inside = !inside;
  }
  return { text, inComment: inside };
}
