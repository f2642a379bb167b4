/** The tokens of a source text in their order, with nothing lost between them. */
import { isComment } from "./comments.ts";
import type { SyntaxNode, SyntaxTree } from "./syntax-tree.ts";

export interface Leaf {
  node: SyntaxNode;
  text: string;
  index: number;
  /** A line ends somewhere between the token before and this one, be it inside a comment. */
  newlineBefore: boolean;
}

export interface Leaves {
  list: readonly Leaf[];
  of(node: SyntaxNode): Leaf | undefined;
  /** The first token at or after an offset. */
  from(offset: number): Leaf | undefined;
}

/** Nodes that hold text as it is: they are one token, white space and all. */
const wholeTypes = new Set([
  "string",
  "string_content",
  "regex",
  "interpreted_string_literal",
  "raw_string_literal",
  "rune_literal",
  "string_literal",
  "char_literal",
  "character_literal",
  "verbatim_string_literal",
  "interpolated_string_expression",
  "encapsed_string",
  "heredoc_body",
  "heredoc",
  "nowdoc",
  "raw_string",
  "ansi_c_string",
]);

/** Written between tokens without being one: the end of a line, or its going on. */
export function isLineEnd({ type }: SyntaxNode): boolean {
  return type === "line_continuation" || type === "\n" || type === "\r\n";
}

/** Ends of lines that not every reader takes for one: they can end a comment unseen. */
const oddLineEnd = /\r(?!\n)|[\u0085\u2028\u2029]/;

/** Null where the parser left out text that is not plain white space: then nobody may compare by tokens. */
export function leavesOf(tree: SyntaxTree): Leaves | null {
  if (oddLineEnd.test(tree.source)) return null;
  const list: Leaf[] = [];
  const byNode = new Map<SyntaxNode, Leaf>();
  let at = 0;
  let newline = false;
  let isWhole = true;
  const pass = (start: number): void => {
    const gap = tree.source.slice(at, start);
    if (!/^(?:[ \t\n]|\r\n)*$/.test(gap)) isWhole = false;
    newline ||= gap.includes("\n");
  };
  const visit = (node: SyntaxNode): void => {
    if (isComment(node) || isLineEnd(node)) {
      pass(node.start);
      newline ||= node.type !== "line_continuation" && tree.source.slice(node.start, node.end).includes("\n");
      at = Math.max(at, node.end);
    } else if (node.children.length === 0 || isWholeNode(node)) {
      if (node.start === node.end) return;
      pass(node.start);
      const leaf = { node, text: tree.source.slice(node.start, node.end), index: list.length, newlineBefore: newline };
      list.push(leaf);
      byNode.set(node, leaf);
      newline = false;
      at = Math.max(at, node.end);
    } else {
      for (const child of node.children) visit(child);
    }
  };
  visit(tree.root);
  pass(tree.source.length);
  if (!isWhole) return null;
  return { list, of: (node) => byNode.get(node), from: (offset) => list[firstFrom(list, offset)] };
}

/** A literal is one token unless expressions are written inside it. */
export function isWholeNode(node: SyntaxNode): boolean {
  return node.named && wholeTypes.has(node.type) && !node.children.some(({ type }) => expressionHolders.has(type));
}

const expressionHolders = new Set([
  "interpolation",
  "template_substitution",
  "string_interpolation",
  "simple_expansion",
  "expansion",
  "command_substitution",
  "variable_name",
]);

function firstFrom(list: readonly Leaf[], offset: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.node.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
