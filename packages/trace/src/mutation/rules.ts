/** What a language says about its own layout and notation. */
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.ts";
import type { Leaf, Leaves } from "./leaves.ts";

/** Whatever is not named counts. */
export interface Rules {
  /** What the layout around a token means. */
  mark(leaf: Leaf): string;
  /** How a literal is compared; its text, where there is nothing to say. */
  literal?(leaf: Leaf): string;
  /** What a token is compared as; its own type, where there is nothing to say. */
  type?(node: SyntaxNode): string;
  /** Says nothing where it stands, with all that is in it. */
  isSilent?(node: SyntaxNode): boolean;
  /** Says no more than what is in it. */
  isOpen?(node: SyntaxNode): boolean;
  /** How a statement ends, where that means something. */
  end?(node: SyntaxNode): string | null;
}

/** Null where the text cannot be compared by tokens: the layout has more to say than is known here. */
export type RulesOf = (tree: SyntaxTree, leaves: Leaves) => Rules | null;

/** A comma right before a closing bracket. */
export function isLastComma(node: SyntaxNode, leaves: Leaves): boolean {
  const leaf = node.type === "," ? leaves.of(node) : undefined;
  const next = leaf && leaves.list[leaf.index + 1];
  return next !== undefined && next.node.parent === node.parent && /^[)\]}]$/.test(next.text);
}
