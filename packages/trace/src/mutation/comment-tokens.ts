/** Comments that some program may read, as tokens: with their text, and with the lines they are aimed at. */
import { commentRole } from "../syntax/comments.ts";
import type { Leaf, Leaves } from "../syntax/leaves.ts";
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.ts";
import { type Token, token } from "./form.ts";

/** Nothing for a comment that only people read. */
export function commentTokens(tree: SyntaxTree, comment: SyntaxNode, leaves: Leaves): Token[] {
  const role = commentRole(tree, comment);
  if (role === "prose") return [];
  const text = textWithLineEnd(tree, comment).replace(/\n[ \t]*/g, "\n");
  return [token("comment", text, role === "aimed" ? aimOf(tree, comment, leaves) : "")];
}

/** How many tokens share its line, how far the next one is, and how many stand there. */
function aimOf(tree: SyntaxTree, comment: SyntaxNode, leaves: Leaves): string {
  const next = leaves.from(comment.end);
  const previous = leaves.list[(next?.index ?? leaves.list.length) - 1];
  const before = previous && isSameLine(tree, previous.node.end, comment.start) ? lineUpTo(previous, leaves) : 0;
  const gap = tree.source.slice(comment.end, next?.node.start ?? tree.source.length);
  return `${before} ${gap.split("\n").length} ${next ? lineFrom(next, leaves) : 0}`;
}

function isSameLine({ source }: SyntaxTree, from: number, to: number): boolean {
  return !source.slice(from, to).includes("\n");
}

/** A carriage return after `#!/usr/bin/env node` is part of what is run. */
function textWithLineEnd({ source }: SyntaxTree, { type, start, end }: SyntaxNode): string {
  const text = source.slice(start, end);
  return type === "hash_bang_line" && source[end] === "\r" ? `${text}\r` : text;
}

/** How many tokens stand on the line that ends with this one. */
function lineUpTo(leaf: Leaf, { list }: Leaves): number {
  let at = leaf.index;
  while (at > 0 && !list[at]?.newlineBefore) at--;
  return leaf.index - at + 1;
}

/** How many tokens stand on the line that starts with this one. */
function lineFrom(leaf: Leaf, { list }: Leaves): number {
  let end = leaf.index + 1;
  while (end < list.length && !list[end]?.newlineBefore) end++;
  return end - leaf.index;
}
