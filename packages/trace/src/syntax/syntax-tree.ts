/** A syntax tree as plain data: what was read is copied out of the parser's memory, so nothing has to be freed later. */
import type { Language } from "./language.ts";

export interface SyntaxNode {
  readonly type: string;
  /** False for what the grammar writes as a fixed string: keywords, operators, brackets. */
  readonly named: boolean;
  /** The role in the parent, where the grammar gives it a name. */
  readonly field: string | null;
  /** Offsets into the source, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The root has none. */
  readonly parent: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
}

export interface SyntaxTree {
  readonly language: Language;
  readonly path: string;
  readonly source: string;
  readonly root: SyntaxNode;
  /** The parser had to skip or invent something: good enough to find names by, not to compare behaviour. */
  readonly broken: boolean;
}

export type Unparsed =
  | "unknown_language"
  | "no_grammar"
  | "not_text"
  | "too_large"
  | "too_slow"
  | "too_deep"
  | "failed";

export type Parsed = { state: "parsed"; tree: SyntaxTree } | { state: "unparsed"; why: Unparsed };

export function childOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}

/** The root counts as its own. */
export function parentOf(node: SyntaxNode): SyntaxNode {
  return node.parent ?? node;
}

export function textOf(tree: SyntaxTree, node: SyntaxNode): string {
  return tree.source.slice(node.start, node.end);
}
