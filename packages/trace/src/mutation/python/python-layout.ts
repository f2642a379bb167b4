/** Lines and indentation, which are Python's brackets: worked out from the text, not taken from the parser. */
import type { Leaves } from "../../syntax/leaves.ts";
import type { SyntaxTree } from "../../syntax/syntax-tree.ts";

/** For the first token of every logical line its depth; null where the indentation cannot be told for sure. */
export function lineDepths({ source }: SyntaxTree, leaves: Leaves): Map<number, number> | null {
  const depths = new Map<number, number>();
  const columns = [0];
  let brackets = 0;
  for (const { node, text, index, newlineBefore } of leaves.list) {
    if (index === 0 || (newlineBefore && brackets === 0)) {
      const column = columnOf(source, node.start);
      if (column === null) return null;
      while (column < (columns.at(-1) ?? 0)) columns.pop();
      if (column !== columns.at(-1)) {
        // Only what follows a colon may be deeper; anything else came back to a depth that never was.
        if (leaves.list[index - 1]?.text !== ":") return null;
        columns.push(column);
      }
      depths.set(index, columns.length - 1);
    }
    if (node.parent?.type === "interpolation" || node.parent?.type === "format_expression") continue;
    if (/^[([{]$/.test(text)) brackets++;
    if (/^[)\]}]$/.test(text)) brackets--;
  }
  return depths;
}

/** Spaces or tabs, not both: how they compare is nobody's business to guess. */
function columnOf(source: string, start: number): number | null {
  const line = source.slice(source.lastIndexOf("\n", start - 1) + 1, start);
  return /^( *|\t*)$/.test(line) ? line.length : null;
}
