/** JavaScript and TypeScript: layout and notation that formatters change and that mean nothing. */
import { commentRole, isComment } from "../syntax/comments.ts";
import { childOf, parentOf, type SyntaxNode, type SyntaxTree, textOf } from "../syntax/syntax-tree.ts";
import { lineMark, openEnd } from "./javascript-lines.ts";
import { innerOf } from "./javascript-parentheses.ts";
import type { Leaf, Leaves } from "./leaves.ts";
import { isLastComma, type RulesOf } from "./rules.ts";

export const javascriptRules: RulesOf = (tree, leaves) => {
  if (hasHtmlComment(leaves)) return null;
  const known = new Map<SyntaxNode, boolean>();
  /** Asked of a bracket and of what it belongs to: looked at once. */
  const isBracketed = (node: SyntaxNode): boolean => {
    const found = known.get(node) ?? (innerOf(tree, node) !== null || isLoneParameter(tree, node));
    known.set(node, found);
    return found;
  };
  return {
    mark: (leaf) => lineMark(leaf, leaves) + markupBefore(tree, leaf) + gapInTemplate(leaf) + prologueMark(leaf),
    literal: ({ node, text }) => {
      if (node.type === "number") return text.toLowerCase();
      if (!isPlainString(node)) return text;
      return isPrologue(node) ? text.slice(1, -1) : stringBody(text);
    },
    type: (node) => (isQuotedKey(tree, node) ? "property_identifier" : node.type),
    isSilent: (node) =>
      isSilentMark(node, leaves) ||
      (/^[(),]$/.test(node.type) && isBracketed(parentOf(node))) ||
      (/^(jsx_text|html_character_reference)$/.test(node.type) && node.parent?.type === "jsx_element") ||
      (node.type === "empty_statement" && isStatementList(parentOf(node))),
    isOpen: (node) =>
      isBracketed(node) || (node.type === "required_parameter" && isBracketed(parentOf(node))) || isLoneUnion(node),
    end: (node) => endOf(node, leaves),
  };
};

function isStatementList({ type }: SyntaxNode): boolean {
  return type === "program" || type === "statement_block";
}

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

/** The semicolons of `for (…; …; …)` are its own. */
function isFreeEnd(node: SyntaxNode): boolean {
  return endsFreely.has(node.type) && (parentOf(node).type !== "for_statement" || node.field === "body");
}

function endOf(node: SyntaxNode, leaves: Leaves): string | null {
  if (parentOf(node).type === "class_body")
    return /field_definition|signature/.test(node.type) ? openEnd(node, leaves) : null;
  const declared = node.type === "export_statement" ? childOf(node, "declaration") : undefined;
  return !isFreeEnd(node) || /function|class/.test(declared?.type ?? "") ? null : openEnd(node, leaves);
}

/** A comma before the closing bracket of these means nothing; in `[a,,]` it is an element. */
const commaLists =
  /^(arguments|array|array_pattern|enum_body|export_clause|formal_parameters|named_imports|object|object_pattern|tuple_type|type_arguments|type_parameters)$/;

function isSilentMark(node: SyntaxNode, leaves: Leaves): boolean {
  const parent = parentOf(node);
  if (node.type === ";" || node.type === ",") {
    if (/^(object_type|interface_body)$/.test(parent.type)) return true;
    if (node.type === ";")
      return parent.type === "class_body" || (isFreeEnd(parent) && parent.children.at(-1) === node);
    const before = leaves.list[(leaves.of(node)?.index ?? 0) - 1]?.text ?? "";
    const isClosed = isLastComma(node, leaves) || leaves.list[(leaves.of(node)?.index ?? 0) + 1]?.text === ">";
    return commaLists.test(parent.type) && isClosed && before !== "," && before !== "[";
  }
  // A first `|` is only drawn for the eye.
  const isBar = node.type === "|" || node.type === "&";
  return isBar && /^(union|intersection)_type$/.test(parent.type) && solid(parent)[0] === node;
}

function isLoneUnion(node: SyntaxNode): boolean {
  if (!/^(union|intersection)_type$/.test(node.type)) return false;
  const [first, , ...others] = solid(node);
  return others.length === 0 && !first?.named;
}

function solid({ children }: SyntaxNode): SyntaxNode[] {
  return children.filter((child) => !isComment(child));
}

/** `(x) => x` is `x => x`. */
function isLoneParameter(tree: SyntaxTree, node: SyntaxNode): boolean {
  const arrow = parentOf(node);
  if (node.type !== "formal_parameters" || arrow.type !== "arrow_function") return false;
  if (childOf(arrow, "return_type") || childOf(arrow, "type_parameters")) return false;
  const isProse = (child: SyntaxNode): boolean => isComment(child) && commentRole(tree, child) === "prose";
  const [first, ...others] = node.children.filter((child) => !/^[(),]$/.test(child.type) && !isProse(child));
  if (!first || others.length > 0) return false;
  const [pattern, ...more] = first.type === "required_parameter" ? first.children : [first];
  return pattern?.type === "identifier" && more.length === 0;
}

function isPlainString({ type, named, parent }: SyntaxNode): boolean {
  return type === "string" && named && parent?.type !== "jsx_attribute";
}

/** `{ "a": 1 }` is `{ a: 1 }`. */
function isQuotedKey(tree: SyntaxTree, node: SyntaxNode): boolean {
  const isKey = node.field === "key" && node.type === "string" && node.parent?.type === "pair";
  return isKey && /^.[A-Za-z_$][\w$]*.$/.test(textOf(tree, node));
}

/** Without its quotes, and without the backslashes that only they need. */
function stringBody(literal: string): string {
  return literal.slice(1, -1).replace(/\\([\s\S])/g, (pair, letter) => (/["']/.test(letter) ? letter : pair));
}

/** `"use strict"` and its like: strings before anything else, by their very text. */
function isPrologue(node: SyntaxNode): boolean {
  const statement = parentOf(node);
  const list = parentOf(statement);
  if (statement.type !== "expression_statement" || !isStatementList(list)) return false;
  const isBody = list.field === "body" && /function|method_definition/.test(parentOf(list).type);
  if (list.type !== "program" && !isBody) return false;
  const before = solid(list).slice(0, solid(list).indexOf(statement));
  return before.every((one) => /^([{]|hash_bang_line)$/.test(one.type) || one.children[0]?.type === "string");
}

function prologueMark({ node }: Leaf): string {
  return isPlainString(node) && isPrologue(node) ? "prologue" : "";
}

/** Text between the pieces of a template belongs to it. */
function gapInTemplate({ node, gap }: Leaf): string {
  return node.parent?.type === "template_string" && node.parent.start < node.start ? gap : "";
}

/** What stands before this token between two tags, read from the text itself: lines are only layout. */
function markupBefore({ source }: SyntaxTree, { node }: Leaf): string {
  let part = node;
  while (part.parent && part.parent.type !== "jsx_element" && part.parent.start === node.start) part = part.parent;
  if (part.parent?.type !== "jsx_element" || part.parent.children[0] === part) return "";
  const others = part.parent.children.filter(({ type }) => !/^(jsx_text|html_character_reference)$/.test(type));
  const end = others[others.indexOf(part) - 1]?.end ?? part.start;
  return `text ${jsxText(source.slice(end, part.start))}`;
}

/** As compilers read it: lines trimmed where they meet, empty ones gone, the others joined by a space. */
function jsxText(text: string): string {
  const lines = text.split(/\r?\n/);
  const kept = lines.map((line, at) => {
    const trimmed = at === 0 ? line : line.replace(/^[ \t]+/, "");
    return at === lines.length - 1 ? trimmed : trimmed.replace(/(?<![ \t])[ \t]+$/, "");
  });
  return kept.filter((line, at) => line !== "" || (lines.length === 1 && at === 0)).join(" ");
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
