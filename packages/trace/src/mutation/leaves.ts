/** The tokens of a source text in their order, each with all that is written before it. */
import { isComment } from "../syntax/comments.ts";
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.ts";
import { isLineEnd, isWholeNode } from "../syntax/tokens.ts";

export interface Leaf {
  node: SyntaxNode;
  text: string;
  index: number;
  /** What stands between the token before and this one, comments and all. */
  gap: string;
  /** The gap without its comments; empty where only white space is left. */
  odd: string;
  /** A line ends somewhere in the gap, be it inside a comment. */
  newlineBefore: boolean;
}

export interface Leaves {
  list: readonly Leaf[];
  of(node: SyntaxNode): Leaf | undefined;
  /** The first token at or after an offset. */
  from(offset: number): Leaf | undefined;
}

/** Languages in which names can stand inside of a text, and are followed there. */
const readsInside = new Set(["javascript", "typescript", "tsx", "python"]);
const texts =
  /string|regex|symbol|character|char_literal|rune|subshell|shell_command|heredoc|nowdoc|^expansion$|^subscript$/;

/** Text that is compared as it is written, white space and all. */
export function isText({ language }: SyntaxTree, node: SyntaxNode): boolean {
  if (readsInside.has(language)) return isWholeNode(node);
  return node.named && texts.test(node.type) && (language === "bash" || node.type !== "subscript");
}

/** Ends of lines that not every reader takes for one: they can end a comment unseen. */
const oddLineEnd = /\r(?!\n)|[\u0085\u2028\u2029]/;

/** Null where lines end in a way that nobody should compare by tokens. */
export function leavesOf(tree: SyntaxTree): Leaves | null {
  const { source } = tree;
  if (oddLineEnd.test(source)) return null;
  const list: Leaf[] = [];
  const byNode = new Map<SyntaxNode, Leaf>();
  let end = 0;
  let at = 0;
  let between = "";
  let newlineBefore = false;
  const pass = (to: number): void => {
    const piece = source.slice(at, to);
    between += piece;
    newlineBefore ||= piece.includes("\n");
    at = Math.max(at, to);
  };
  const add = (node: SyntaxNode): void => {
    pass(node.start);
    const text = source.slice(node.start, node.end);
    const odd = /[^ \t\r\n]/.test(between) ? between : "";
    const leaf = { node, text, index: list.length, gap: source.slice(end, node.start), odd, newlineBefore };
    list.push(leaf);
    byNode.set(node, leaf);
    end = at = Math.max(at, node.end);
    between = "";
    newlineBefore = false;
  };
  const visit = (node: SyntaxNode): void => {
    if (isComment(node) || isLineEnd(node)) {
      pass(node.start);
      newlineBefore ||= node.type !== "line_continuation" && source.slice(node.start, node.end).includes("\n");
      at = Math.max(at, node.end);
    } else if (node.children.length === 0 || isText(tree, node)) {
      if (node.end > node.start) add(node);
    } else for (const child of node.children) visit(child);
  };
  visit(tree.root);
  // Whatever the parser left over at the end is text of its own.
  if (/[^ \t\r\n]/.test(between + source.slice(at))) return null;
  return { list, of: (node) => byNode.get(node), from: (offset) => list[firstFrom(list, offset)] };
}

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
