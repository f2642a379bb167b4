/** JavaScript and TypeScript, reduced to what they say: layout, notation and the names of locals taken away. */
import { isComment } from "../../syntax/comments.ts";
import { isWholeNode, type Leaves, leavesOf } from "../../syntax/leaves.ts";
import { childOf, parentOf, type SyntaxNode } from "../../syntax/syntax-tree.ts";
import { commentTokens } from "../form/comment-tokens.ts";
import type { Dialect } from "../form/dialect.ts";
import { type Form, group, token } from "../form/form.ts";
import { constantsIn } from "./constants.ts";
import { markOf, openEnd } from "./layout.ts";
import { stringValue } from "./literals.ts";
import { withoutParentheses } from "./parentheses.ts";
import { resolveNames } from "./resolve.ts";
import { nameTypes } from "./roles.ts";
import { specialForm } from "./special-forms.ts";
import { nameForm, type Workshop } from "./workshop.ts";

export const readJavascript: Dialect = (tree, { plain }) => {
  const leaves = leavesOf(tree);
  if (!leaves || hasHtmlComment(leaves)) return null;
  const resolved = plain || hasWith(tree.root) ? "odd" : resolveNames(tree);
  const names = resolved === "odd" ? null : { resolved, constants: constantsIn(tree, resolved) };
  const shop: Workshop = {
    tree,
    leaves,
    names,
    lost: false,
    form: (node) => formOf(node, shop),
    parts: (nodes) => nodes.flatMap((node) => formOf(node, shop)),
  };
  const [form] = shop.form(tree.root);
  if (!form || shop.lost) return null;
  return { form, plain: names === null, constants: names?.constants.names ?? [] };
};

/** Statements that may end without a semicolon. */
const endsFreely = new Set([
  "ambient_declaration",
  "break_statement",
  "continue_statement",
  "debugger_statement",
  "do_statement",
  "export_statement",
  "expression_statement",
  "function_signature",
  "import_alias",
  "import_statement",
  "lexical_declaration",
  "return_statement",
  "throw_statement",
  "type_alias_declaration",
  "using_declaration",
  "variable_declaration",
]);

function formOf(node: SyntaxNode, shop: Workshop): Form[] {
  const { tree, leaves } = shop;
  if (isComment(node)) return commentTokens(tree, node, leaves);
  if (node.children.length === 0 || isWholeNode(node)) return leafForm(node, shop);
  const inner = withoutParentheses(tree, node, parentOf(node));
  if (inner) return [...shop.parts(node.children.filter(isComment)), ...shop.form(inner)];
  const special = specialForm(node, shop);
  if (special) return special;
  if (endsFreely.has(node.type) && !isLoopHead(node)) return [statementForm(node, shop)];
  return [group(node.type, shop.parts(node.children))];
}

/** The semicolons of `for (…; …; …)` are its own. */
function isLoopHead(node: SyntaxNode): boolean {
  return parentOf(node).type === "for_statement" && node.field !== "body";
}

function statementForm(node: SyntaxNode, shop: Workshop): Form {
  const children = node.children.at(-1)?.type === ";" ? node.children.slice(0, -1) : node.children;
  const declared = node.type === "export_statement" ? childOf(node, "declaration") : undefined;
  const end = /function|class/.test(declared?.type ?? "") ? null : openEnd(node, shop.leaves);
  return group(node.type, [...shop.parts(children), ...(end ? [token("open end", end)] : [])]);
}

function leafForm(node: SyntaxNode, shop: Workshop): Form[] {
  const leaf = shop.leaves.of(node);
  if (!leaf) return [];
  const parent = parentOf(node);
  const mark = markOf(leaf, parent, shop.leaves);
  if (node.type === "string" && node.named && parent.type !== "jsx_attribute") {
    const value = stringValue(leaf.text);
    return [value === null ? token("string", leaf.text, mark) : token("value", value, mark)];
  }
  if (!nameTypes.has(node.type)) return [token(node.type, leaf.text, mark)];
  return [nameForm(node, shop, mark)];
}

/** `<!--` and a line that starts with `-->` are comments in scripts, and operators in modules. */
function hasHtmlComment({ list }: Leaves): boolean {
  const isGlued = (at: number): boolean => list[at]?.node.end === list[at + 1]?.node.start;
  return list.some(({ text, newlineBefore }, at) => {
    if (text === "<")
      return list[at + 1]?.text === "!" && list[at + 2]?.text === "--" && isGlued(at) && isGlued(at + 1);
    return text === "--" && newlineBefore && list[at + 1]?.text === ">" && isGlued(at);
  });
}

function hasWith(node: SyntaxNode): boolean {
  return node.type === "with_statement" || node.children.some(hasWith);
}
