/** Python: layout that means nothing, and the names of variables that live and die in a function. */
import type { Leaves } from "../../syntax/leaves.ts";
import { type Leaf, leavesOf } from "../../syntax/leaves.ts";
import type { SyntaxNode, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { Dialect } from "../form/dialect.ts";
import { isLastComma, treeForm } from "../form/tree-form.ts";
import { resolvePython } from "./resolve-python.ts";

export const readPython: Dialect = (tree, how) => {
  const leaves = leavesOf(tree);
  const depths = leaves && lineDepths(tree, leaves);
  if (!leaves || !depths) return null;
  const names = how.plain ? "odd" : resolvePython(tree);
  const form = treeForm(tree, leaves, {
    mark: ({ index, node }) =>
      (depths.has(index) ? `line ${depths.get(index)}` : "") +
      (isInString(node) ? gapBefore(tree.source, leaves.list, index) : ""),
    bindingOf: (leaf) => (names === "odd" ? undefined : names.get(leaf)),
    literal: (leaf) => (leaf.node.type === "string" ? literalText(leaf) : leaf.text),
    isSuperfluous: (node) => isLastComma(node, leaves) && mayLoseComma(node),
  });
  return form && { form, plain: names === "odd", constants: [] };
};

/** `f"{x = }"` prints its spaces, and those of a format are part of it. */
function isInString({ parent }: SyntaxNode): boolean {
  for (let node = parent; node; node = node.parent) if (node.type === "string") return true;
  return false;
}

function gapBefore(source: string, list: readonly Leaf[], index: number): string {
  return source.slice(list[index - 1]?.node.end ?? 0, list[index]?.node.start ?? 0);
}

/** `(a,)` and `x[a,]` are tuples; between the brackets of a call, a list or several values the last comma is nothing. */
function mayLoseComma({ parent }: SyntaxNode): boolean {
  if (!parent) return false;
  if (parent.type === "tuple") return parent.children.filter(({ type }) => type === ",").length > 1;
  if (parent.type === "argument_list") return !parent.children.some(({ type }) => type === "generator_expression");
  return /^(list|set|dictionary|parameters|import_from_statement)$/.test(parent.type);
}

/** Other quotes around the same plain text are the same string. */
function literalText({ text }: Leaf): string {
  const [, prefix, quotes] = /^([A-Za-z]{0,2})("""|'''|"|')/.exec(text) ?? [];
  if (prefix === undefined || quotes === undefined) return text;
  const body = text.slice(prefix.length + quotes.length, -quotes.length);
  return /["'\\\r\n]/.test(body) ? text : `${prefix.toLowerCase()}"${body}"`;
}

/**
 * For the first token of every logical line its depth, worked out from the text and not taken from the parser; null
 * where the indentation cannot be told for sure.
 */
function lineDepths({ source }: SyntaxTree, leaves: Leaves): Map<number, number> | null {
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
