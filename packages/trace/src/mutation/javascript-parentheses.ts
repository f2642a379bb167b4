/** Parentheses that change nothing. Only those we can show to be superfluous by a table of our own count. */
import { commentRole, isComment } from "../syntax/comments.ts";
import { childOf, parentOf, type SyntaxNode, type SyntaxTree, textOf } from "../syntax/syntax-tree.ts";

/** Places that end by a comma, a bracket or a semicolon: whatever stands there stands alone. */
const alone = new Map<string, readonly string[] | "anywhere">([
  ["arguments", "anywhere"],
  ["array", "anywhere"],
  ["arrow_function", ["body"]],
  ["assignment_expression", ["right"]],
  ["assignment_pattern", ["right"]],
  ["augmented_assignment_expression", ["right"]],
  ["computed_property_name", "anywhere"],
  ["field_definition", ["value"]],
  ["jsx_expression", "anywhere"],
  ["object_assignment_pattern", ["right"]],
  ["pair", ["value"]],
  ["parenthesized_expression", "anywhere"],
  ["public_field_definition", ["value"]],
  ["required_parameter", ["value"]],
  ["return_statement", "anywhere"],
  ["sequence_expression", "anywhere"],
  ["spread_element", "anywhere"],
  ["subscript_expression", ["index"]],
  ["switch_case", ["value"]],
  ["template_substitution", "anywhere"],
  ["ternary_expression", ["consequence", "alternative"]],
  ["throw_statement", "anywhere"],
  ["variable_declarator", ["value"]],
]);

/** Expressions that hold together by themselves. */
const primary = new Set([
  "array",
  "call_expression",
  "identifier",
  "jsx_element",
  "jsx_self_closing_element",
  "member_expression",
  "number",
  "null",
  "regex",
  "string",
  "subscript_expression",
  "template_string",
  "this",
  "true",
  "false",
  "undefined",
]);
const aroundPrimary = new Map<string, readonly string[] | "anywhere">([
  ["await_expression", "anywhere"],
  ["binary_expression", "anywhere"],
  ["call_expression", ["function"]],
  ["member_expression", ["object"]],
  ["ternary_expression", "anywhere"],
]);

const strength = new Map<string, number>(
  [
    ["||"],
    ["&&"],
    ["|"],
    ["^"],
    ["&"],
    ["==", "!=", "===", "!=="],
    ["<", ">", "<=", ">=", "instanceof"],
    ["<<", ">>", ">>>"],
    ["+", "-"],
    ["*", "/", "%"],
  ].flatMap((operators, at) => operators.map((operator): [string, number] => [operator, at])),
);

/** The expression inside, where the parentheses around it can go. */
export function innerOf(tree: SyntaxTree, node: SyntaxNode): SyntaxNode | null {
  const parent = parentOf(node);
  if (node.type !== "parenthesized_expression" || isPartOfStatement(parent)) return null;
  const inner = node.children.filter((child) => child.named && child.type !== "comment");
  const [expression, ...others] = inner;
  if (!expression || others.length > 0) return null;
  if (expression.type === "sequence_expression" && !/^(return_statement|parenthesized_expression)$/.test(parent.type))
    return null;
  if (node.children.some(({ type }) => type === "type_annotation")) return null;
  // What is said inside them is said about what is inside them.
  if (node.children.some((child) => isComment(child) && commentRole(tree, child) !== "prose")) return null;
  // `for (let i = ("a" in b); …)` is another loop without them.
  if (isInLoopHead(parent) && hasPart(expression, "in")) return null;
  if (stands(alone, node, parent)) return expression;
  if (primary.has(expression.type) && stands(aroundPrimary, node, parent)) {
    const mayCut = /^(call|member)_expression$/.test(parent.type) && hasPart(expression, "optional_chain", "?.");
    return mayCut || isContextual(tree, expression) ? null : expression;
  }
  return bindsTighter(expression, node, parent) || isCalledAtOnce(expression, node, parent) ? expression : null;
}

function isInLoopHead(node: SyntaxNode): boolean {
  if (/^for_(in_)?statement$/.test(node.type)) return true;
  return node.parent !== null && !/block|body|arguments/.test(node.type) && isInLoopHead(node.parent);
}

/** The parentheses of `if (…)` and its like belong to the statement. */
function isPartOfStatement({ type }: SyntaxNode): boolean {
  return /^(if|while|do|switch|with)_statement$/.test(type);
}

function stands(places: typeof alone, node: SyntaxNode, parent: SyntaxNode): boolean {
  const fields = places.get(parent.type);
  return fields === "anywhere" || fields?.includes(node.field ?? "") === true;
}

/** `(a?.b).c` stops early where `a?.b.c` does not. */
function hasPart(node: SyntaxNode, ...types: readonly string[]): boolean {
  if (/function|class|arguments/.test(node.type)) return false;
  return types.includes(node.type) || node.children.some((child) => hasPart(child, ...types));
}

function isContextual(tree: SyntaxTree, node: SyntaxNode): boolean {
  return node.type === "identifier" && /^(let|async|yield|await|of|using|eval)$/.test(textOf(tree, node));
}

function bindsTighter(expression: SyntaxNode, node: SyntaxNode, parent: SyntaxNode): boolean {
  const isPrefixed = /^(await|unary)_expression$/.test(expression.type);
  if (isPrefixed && parent.type === "binary_expression") return childOf(parent, "operator")?.type !== "**";
  if (expression.type === "await_expression") return /^(unary|ternary)_expression$/.test(parent.type);
  if (expression.type !== "binary_expression") return false;
  if (parent.type === "ternary_expression") return node.field === "condition";
  if (parent.type !== "binary_expression") return false;
  const inner = strength.get(childOf(expression, "operator")?.type ?? "");
  const outer = strength.get(childOf(parent, "operator")?.type ?? "");
  if (inner === undefined || outer === undefined) return false;
  return inner > outer || (inner === outer && node.field === "left");
}

/** `= (function () {})()`: behind these no statement starts, so that the brackets are only a habit. */
function isCalledAtOnce({ type }: SyntaxNode, { field }: SyntaxNode, call: SyntaxNode): boolean {
  if (type !== "function_expression" || call.type !== "call_expression" || field !== "function") return false;
  return /^(variable_declarator value|assignment_expression right|pair value|return_statement )$/.test(
    `${call.parent?.type} ${call.field ?? ""}`,
  );
}
