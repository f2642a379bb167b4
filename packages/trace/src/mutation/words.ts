/** A source text as the list of what it says: its tokens in their nesting, without what means nothing. */
import { isComment } from "../syntax/comments.ts";
import type { Language } from "../syntax/language.ts";
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.ts";
import { isLineEnd } from "../syntax/tokens.ts";
import { readComment } from "./comment-words.ts";
import { goRules } from "./go.ts";
import { javascriptRules } from "./javascript.ts";
import { isText, type Leaf, type Leaves, leavesOf } from "./leaves.ts";
import { otherRules } from "./other-languages.ts";
import { pythonRules } from "./python.ts";
import type { RulesOf } from "./rules.ts";

export interface Word {
  /** What it is, and what the layout around it means. */
  kind: string;
  text: string;
  /** Set where it is a name that may be one of a variable. */
  name: SyntaxNode | null;
}

export interface Reading {
  tree: SyntaxTree;
  leaves: Leaves;
  words: readonly Word[];
}

const ownRules: Partial<Record<Language, RulesOf>> = {
  javascript: javascriptRules,
  typescript: javascriptRules,
  tsx: javascriptRules,
  python: pythonRules,
  go: goRules,
};

/** Null where the text cannot be compared by tokens. */
export function readWords(tree: SyntaxTree): Reading | null {
  const leaves = leavesOf(tree);
  const rules = leaves && (ownRules[tree.language] ?? otherRules)(tree, leaves);
  if (!leaves || !rules) return null;
  const words: Word[] = [];
  const visit = (node: SyntaxNode): void => {
    if (isComment(node)) {
      const read = readComment(tree, node, leaves);
      if (read) words.push({ kind: `comment ${read.place}`, text: read.text, name: null });
    } else if (isLineEnd(node) || rules.isSilent?.(node)) return;
    else if (node.children.length === 0 || isText(tree, node)) visitLeaf(node);
    else {
      const isOpen = rules.isOpen?.(node);
      if (!isOpen) words.push({ kind: "open", text: node.type, name: null });
      for (const child of node.children) visit(child);
      const end = rules.end?.(node);
      if (!isOpen) words.push({ kind: "close", text: end ?? "", name: null });
    }
  };
  const visitLeaf = (node: SyntaxNode): void => {
    const leaf = leaves.of(node);
    if (!leaf) return;
    const kind = `${rules.type?.(node) ?? node.type} ${leaf.odd} ${gluedMark(leaf, leaves)} ${rules.mark(leaf)}`;
    const text = rules.literal?.(leaf) ?? leaf.text;
    words.push({ kind, text, name: node.type === "identifier" ? node : null });
  };
  visit(tree.root);
  return { tree, leaves, words };
}

/** `a<b> =c` and `a<b>=c`: compilers read the longer operator where the parser may read two. */
function gluedMark({ index, gap, text }: Leaf, { list }: Leaves): string {
  const before = list[index - 1]?.text ?? "";
  return gap === "" && /[<>]$/.test(before) && /^[:=]/.test(text) ? "glued" : "";
}
