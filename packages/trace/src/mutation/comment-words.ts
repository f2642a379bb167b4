/** Comments that some program may read, as words: with their text, and with the lines they are aimed at. */
import { type CommentRole, commentRole } from "../syntax/comments.ts";
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.ts";
import type { Leaf, Leaves } from "./leaves.ts";

/** The text and the place of a comment that counts; null for one that only people read. */
export function readComment(
  tree: SyntaxTree,
  comment: SyntaxNode,
  leaves: Leaves,
): { text: string; place: string } | null {
  const role = roleOf(tree, comment);
  if (role === "prose") return null;
  // Only before a star is the margin drawn for the eye; elsewhere it may be YAML.
  const text = textWithLineEnd(tree, comment)
    .replace(/\n[ \t]*(?=\*)/g, "\n")
    .replace(/[ \t]*\r?\n/g, "\n");
  const isAimed = role === "aimed" && (tree.language === "go" || addressing.test(text));
  return { text, place: placeOf(tree, comment, leaves) + (isAimed ? aimOf(tree, comment, leaves) : "") };
}

/** A sentence that says "skip" or "ignore" is aimed at no line unless it speaks like this. */
const addressing =
  /[-@:#]\S|[:=]|istanbul|\bc8\b|\bv8\b|pragma|no(qa|sec|lint|sonar|inspection)|fixme|clang|pylint|mypy|pyright|^\W*(ignore|disable|enable|skip|suppress)\W*$/i;

const wellKnown = new Set(["javascript", "typescript", "tsx", "python", "go", "java"]);

/** Elsewhere only what starts like a sentence is one: documents, batch systems and translators have marks of their own. */
function roleOf(tree: SyntaxTree, comment: SyntaxNode): CommentRole {
  const role = commentRole(tree, comment);
  if (role !== "prose" || wellKnown.has(tree.language)) return role;
  return /^(\/\/|#|\/\*)\s/.test(tree.source.slice(comment.start, comment.end)) ? role : "kept";
}

/** What is read at the head of a file is not read further down, and the first lines not even below a blank one. */
function placeOf({ source, language }: SyntaxTree, comment: SyntaxNode, leaves: Leaves): string {
  const isHead = (leaves.from(comment.end)?.index ?? leaves.list.length) === 0;
  if (!isHead) return "";
  const line = source.slice(0, comment.start).split("\n").length;
  const isEarly = /^(python|ruby)$/.test(language) && line <= 2;
  const isFirst = source.startsWith("#!", comment.start) ? comment.start === 0 : isEarly;
  return isFirst ? `first ${line} ` : "head ";
}

/** The tokens that share its line, how far the next one is, and what stands there. */
function aimOf(tree: SyntaxTree, comment: SyntaxNode, leaves: Leaves): string {
  const next = leaves.from(comment.end);
  const previous = leaves.list[(next?.index ?? leaves.list.length) - 1];
  const before = previous && isSameLine(tree, previous.node.end, comment.start) ? lineUpTo(previous, leaves) : "";
  if (!next) return `${before} | last`;
  return `${before} | ${tree.source.slice(comment.end, next.node.start).split("\n").length} | ${lineFrom(next, leaves)}`;
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
  return leaves.map(({ node }) => (/^[;,()]$/.test(node.type) ? "" : node.type)).join("");
}
