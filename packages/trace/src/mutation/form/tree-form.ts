/** The form of a tree in a language that needs few rules of its own. */
import { isComment } from "../../syntax/comments.ts";
import { isLineEnd, isWholeNode, type Leaf, type Leaves } from "../../syntax/leaves.ts";
import type { SyntaxNode, SyntaxTree } from "../../syntax/syntax-tree.ts";
import { commentTokens } from "./comment-tokens.ts";
import { type Binding, type Form, group, type Loose, token } from "./form.ts";

export interface FormRules {
  /** What the layout around a token means. */
  mark(leaf: Leaf): string;
  bindingOf(leaf: SyntaxNode): Binding | undefined;
  /** How a literal is compared; its text, where there is nothing to say. */
  literal?(leaf: Leaf): string;
  /** Tokens that mean nothing where they stand. */
  isSuperfluous(node: SyntaxNode): boolean;
  /** Parts that mean the same wherever they stand among their siblings. */
  looseOf?(node: SyntaxNode): Pick<Loose, "kind" | "key"> | null;
}

export function treeForm(tree: SyntaxTree, leaves: Leaves, rules: FormRules): Form | null {
  let isLost = false;
  const formOf = (node: SyntaxNode): Form[] => {
    if (isComment(node)) return commentTokens(tree, node, leaves);
    if (isLineEnd(node) || rules.isSuperfluous(node)) return [];
    if (node.children.length === 0 || isWholeNode(node)) return leafForm(node);
    // Between the pieces of a string nothing is layout.
    if (node.type === "string" && hasGaps(node)) isLost = true;
    const parts: Form[] = [];
    const loose: Loose[] = [];
    for (const child of node.children) {
      const found = rules.looseOf?.(child);
      const place = parts.length + loose.length;
      if (found) loose.push(...formOf(child).map((part) => ({ ...found, part, place })));
      else parts.push(...formOf(child));
    }
    return [group(node.type, parts, loose)];
  };
  const leafForm = (node: SyntaxNode): Form[] => {
    const leaf = leaves.of(node);
    if (!leaf) return [];
    const binding = rules.bindingOf(node);
    if (binding) return [{ kind: "name", binding, mark: rules.mark(leaf) }];
    return [token(node.type, rules.literal?.(leaf) ?? leaf.text, rules.mark(leaf))];
  };
  const [form] = formOf(tree.root);
  return form && !isLost ? form : null;
}

function hasGaps({ children }: SyntaxNode): boolean {
  return children.some((child, at) => at > 0 && children[at - 1]?.end !== child.start);
}

/** A comma right before a closing bracket. */
export function isLastComma(node: SyntaxNode, leaves: Leaves): boolean {
  const leaf = node.type === "," ? leaves.of(node) : undefined;
  const next = leaf && leaves.list[leaf.index + 1];
  return next !== undefined && next.node.parent === node.parent && /^[)\]}]$/.test(next.text);
}
