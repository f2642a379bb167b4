/** Text with CRLF folded to LF for comparing, and the way back to places in the original. */

export interface FoldedText {
  folded: string;
  /** Where a place in the folded text lies in the original; a folded newline begins at its carriage return. */
  place(index: number): number;
}

export function foldEndings(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

export function foldText(text: string): FoldedText {
  const folded = foldEndings(text);
  if (folded.length === text.length) return { folded, place: (index) => index };
  /** Places of those newlines in the folded text that were CRLF, ascending. */
  const newlines: number[] = [];
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) newlines.push(at - newlines.length);
  return { folded, place: (index) => index + countBelow(newlines, index) };
}

function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
