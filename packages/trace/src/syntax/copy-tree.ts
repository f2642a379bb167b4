/** Copies a tree out of the parser's memory, within limits of size, depth and time. */
import type { Tree, TreeCursor } from "web-tree-sitter";
import type { SyntaxNode, Unparsed } from "./syntax-tree.ts";

export interface CopyLimits {
  maxNodes: number;
  maxDepth: number;
  /** Asked now and then; true means stop. */
  isLate: () => boolean;
}

/** How many nodes are copied between two looks at the clock. */
const NODES_PER_LOOK = 4096;

interface Growing extends SyntaxNode {
  readonly children: Growing[];
}

export function copyTree(tree: Tree, limits: CopyLimits): SyntaxNode | { why: Unparsed } {
  const cursor = tree.walk();
  try {
    return copy(cursor, gatherNames(tree), limits);
  } finally {
    cursor.delete();
  }
}

function copy(cursor: TreeCursor, names: Names, limits: CopyLimits): SyntaxNode | { why: Unparsed } {
  const root = nodeAt(cursor, names, null);
  const path: Growing[] = [root];
  let count = 1;
  for (;;) {
    if (cursor.gotoFirstChild()) {
      if (path.length >= limits.maxDepth) return { why: "too_deep" };
    } else {
      path.pop();
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return root;
        path.pop();
      }
    }
    const parent = path.at(-1);
    if (!parent) return root;
    const node = nodeAt(cursor, names, parent);
    parent.children.push(node);
    path.push(node);
    count++;
    if (count > limits.maxNodes) return { why: "too_large" };
    if (count % NODES_PER_LOOK === 0 && limits.isLate()) return { why: "too_slow" };
  }
}

function nodeAt(cursor: TreeCursor, names: Names, parent: SyntaxNode | null): Growing {
  const { type, named } = names.ofType(cursor.nodeTypeId);
  const field = names.fields[cursor.currentFieldId] ?? null;
  return { type, named, field, start: cursor.startIndex, end: cursor.endIndex, parent, children: [] };
}

interface Names {
  ofType(id: number): { type: string; named: boolean };
  fields: readonly (string | null)[];
}

/** Names of node types, asked of the parser once each. */
function gatherNames({ language }: Tree): Names {
  const known: { type: string; named: boolean }[] = [];
  return {
    ofType: (id) => (known[id] ??= { type: language.types[id] ?? "ERROR", named: language.nodeTypeIsNamed(id) }),
    fields: language.fields,
  };
}
