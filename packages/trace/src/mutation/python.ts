/** Python: layout and notation that mean nothing. */
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.ts";
import type { Leaf, Leaves } from "./leaves.ts";
import { isLastComma, type RulesOf } from "./rules.ts";

export const pythonRules: RulesOf = (tree, leaves) => {
  const depths = lineDepths(tree, leaves);
  return (
    depths && {
      // `f"{x = }"` prints its spaces, and those of a format are part of it.
      mark: ({ index, node, gap }) => `${depths.get(index) ?? ""} ${stringAround(node.parent) ? gap : ""}`,
      literal: (leaf) => literalText(tree, leaf),
      isSilent: (node) => (isLastComma(node, leaves) && mayLoseComma(node)) || isSuperfluousBracket(node),
      isOpen: isSuperfluous,
    }
  );
};

function stringAround(node: SyntaxNode | null): SyntaxNode | null {
  return node && (node.type === "string" ? node : stringAround(node.parent));
}

/** `(a,)` and `x[a,]` are tuples; between the brackets of a call, a list or several values the last comma is nothing. */
function mayLoseComma({ parent }: SyntaxNode): boolean {
  if (!parent) return false;
  if (parent.type === "tuple") return parent.children.filter(({ type }) => type === ",").length > 1;
  if (parent.type === "argument_list") return !parent.children.some(({ type }) => type === "generator_expression");
  return /^(list|set|dictionary|parameters|import_from_statement)$/.test(parent.type);
}

/** Places in which an expression stands alone, so that brackets around it only hold its lines together. */
const alone =
  /^(assignment right|augmented_assignment right|(if|while)_statement condition|elif_clause condition|return_statement )$/;

function isSuperfluous(node: SyntaxNode): boolean {
  if (node.type !== "parenthesized_expression" || !alone.test(`${node.parent?.type} ${node.field ?? ""}`)) return false;
  return !node.children.some(({ type }) => /^(yield|named_expression|list_splat)$/.test(type));
}

function isSuperfluousBracket({ type, parent }: SyntaxNode): boolean {
  if (!parent || (type !== "(" && type !== ")")) return false;
  return parent.type === "import_from_statement" || isSuperfluous(parent);
}

/** Other quotes around the same plain text are the same string. */
function literalText({ source }: SyntaxTree, { node, text }: Leaf): string {
  const string = /^string(_start|_end)?$/.test(node.type) ? stringAround(node) : null;
  const whole = string ? source.slice(string.start, string.end) : "";
  const [, prefix, quotes] = /^([A-Za-z]{0,2})("""|'''|"|')/.exec(whole) ?? [];
  if (prefix === undefined || quotes === undefined) return text;
  const body = whole.slice(prefix.length + quotes.length, -quotes.length);
  if (/["'\\\r\n]/.test(body)) return text;
  if (node.type === "string") return `${prefix.toLowerCase()}"${body}"`;
  return node.type === "string_start" ? `${prefix.toLowerCase()}"` : '"';
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
