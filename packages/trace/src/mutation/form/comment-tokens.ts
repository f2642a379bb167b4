/** Comments that some program may read, as tokens: with their text, and with the lines they are aimed at. */
import { commentRole } from "../../syntax/comments.ts";
import type { Leaf, Leaves } from "../../syntax/leaves.ts";
import type { SyntaxNode, SyntaxTree } from "../../syntax/syntax-tree.ts";
import { type Token, token } from "./form.ts";

/** Nothing for a comment that only people read. */
export function commentTokens(tree: SyntaxTree, comment: SyntaxNode, leaves: Leaves): Token[] {
  const role = commentRole(tree, comment);
  if (role === "prose") return [];
  // Only before a star is the margin drawn for the eye; elsewhere it may be YAML.
  const text = textWithLineEnd(tree, comment).replace(/\n[ \t]*(?=\*)/g, "\n");
  return [
    token("comment", text, placeOf(tree, comment, leaves) + (role === "aimed" ? aimOf(tree, comment, leaves) : "")),
  ];
}

/** What is read at the head of a file is not read further down, and the first lines not even below a blank one. */
function placeOf({ source, language }: SyntaxTree, comment: SyntaxNode, leaves: Leaves): string {
  const isHead = (leaves.from(comment.end)?.index ?? leaves.list.length) === 0;
  if (!isHead) return "";
  const line = source.slice(0, comment.start).split("\n").length;
  const isFirst = source.startsWith("#!", comment.start) ? comment.start === 0 : language === "python" && line <= 2;
  return isFirst ? `first ${line} ` : "head ";
}

/** The tokens that share its line, how far the next one is, and what stands there. */
function aimOf(tree: SyntaxTree, comment: SyntaxNode, leaves: Leaves): string {
  const next = leaves.from(comment.end);
  const previous = leaves.list[(next?.index ?? leaves.list.length) - 1];
  const before = previous && isSameLine(tree, previous.node.end, comment.start) ? lineUpTo(previous, leaves) : "";
  const gap = tree.source.slice(comment.end, next?.node.start ?? tree.source.length);
  return `${before} | ${gap.split("\n").length} | ${next ? lineFrom(next, leaves) : ""}`;
}

function isSameLine({ source }: SyntaxTree, from: number, to: number): boolean {
  return !source.slice(from, to).includes("\n");
}

/** A carriage return after `#!/usr/bin/env node` is part of what is run. */
function textWithLineEnd({ source }: SyntaxTree, { type, start, end }: SyntaxNode): string {
  const text = source.slice(start, end);
  return type === "hash_bang_line" && source[end] === "\r" ? `${text}\r` : text;
}

/** The kinds of tokens on the line that ends with this one: names may change, what they do may not. */
function lineUpTo(leaf: Leaf, { list }: Leaves): string {
  let at = leaf.index;
  while (at > 0 && !list[at]?.newlineBefore) at--;
  return kindsOf(list.slice(at, leaf.index + 1));
}

/** The kinds of tokens on the line that starts with this one. */
function lineFrom(leaf: Leaf, { list }: Leaves): string {
  let end = leaf.index + 1;
  while (end < list.length && !list[end]?.newlineBefore) end++;
  return kindsOf(list.slice(leaf.index, end));
}

function kindsOf(leaves: readonly Leaf[]): string {
  return leaves.map(({ node }) => node.type).join(" ");
}
