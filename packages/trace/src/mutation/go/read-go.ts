/** Go: layout as its formatter leaves it, the names of locals, and the order of functions. */
import { commentRole, isComment } from "../../syntax/comments.ts";
import { type Leaf, type Leaves, leavesOf } from "../../syntax/leaves.ts";
import { childOf, type SyntaxNode, type SyntaxTree, textOf } from "../../syntax/syntax-tree.ts";
import type { Dialect } from "../form/dialect.ts";
import type { Loose } from "../form/form.ts";
import { isLastComma, treeForm } from "../form/tree-form.ts";
import { resolveGo } from "./resolve-go.ts";

export const readGo: Dialect = (tree, { plain }) => {
  const leaves = leavesOf(tree);
  if (!leaves) return null;
  const names = plain ? null : resolveGo(tree);
  const mayMove = !plain && haveNoOrder(tree);
  const form = treeForm(tree, leaves, {
    mark: (leaf) => (endsStatement(leaf, leaves) ? "end" : ""),
    bindingOf: (leaf) => names?.get(leaf),
    isSuperfluous: (node) => (node.type === ";" && !isInHeader(node)) || isLastComma(node, leaves),
    looseOf: (node) => (mayMove ? functionOf(tree, node) : null),
  });
  return form && { form, plain, constants: [] };
};

const headers = new Set(["for_clause", "if_statement", "expression_switch_statement", "type_switch_statement"]);

function isInHeader({ parent }: SyntaxNode): boolean {
  return headers.has(parent?.type ?? "");
}

const unending = new Set(
  "case chan const default defer else for func go goto if import interface map package range select struct switch type var".split(
    " ",
  ),
);

/** The language ends a statement at the end of a line by its last token; before a closing bracket that says nothing. */
function endsStatement(leaf: Leaf, { list }: Leaves): boolean {
  const next = list[leaf.index + 1];
  if (leaf.text === ";") return false;
  if (!next) return mayEnd(leaf.text);
  const isEnd = next.text === ";" || (next.newlineBefore && mayEnd(leaf.text));
  if (!isEnd) return false;
  const following = list.slice(leaf.index + 1, leaf.index + 40).find(({ text }) => text !== ";");
  return following !== undefined && !/^[)}]$/.test(following.text);
}

function mayEnd(text: string): boolean {
  return /[\p{L}\p{N}_"'`)\]}]$/u.test(text) ? !unending.has(text) : text === "++" || text === "--";
}

/** Functions of a package may stand anywhere, except where tests and initialisers run in the order they are written. */
function haveNoOrder(tree: SyntaxTree): boolean {
  if (tree.path.endsWith("_test.go")) return false;
  return !tree.root.children.some(
    (child) =>
      (isComment(child) && commentRole(tree, child) !== "prose") || functionOf(tree, child)?.key.endsWith(" init"),
  );
}

function functionOf(tree: SyntaxTree, node: SyntaxNode): Pick<Loose, "kind" | "key"> | null {
  if (node.type !== "function_declaration" && node.type !== "method_declaration") return null;
  const receiver = childOf(node, "receiver");
  const name = childOf(node, "name");
  return { kind: "function", key: `${receiver ? textOf(tree, receiver) : ""} ${name ? textOf(tree, name) : ""}` };
}
