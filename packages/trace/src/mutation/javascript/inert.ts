/** Statements that run nobody's code: nothing declared further down can be reached through them. */
import { childOf, type SyntaxNode, type SyntaxTree, textOf } from "../../syntax/syntax-tree.ts";

const inertStatements = new Set([
  "comment",
  "hash_bang_line",
  "import_statement",
  "function_declaration",
  "generator_function_declaration",
  "function_signature",
  "type_alias_declaration",
  "interface_declaration",
  "ambient_declaration",
  "empty_statement",
]);
const inertValues = new Set([
  "number",
  "string",
  "true",
  "false",
  "null",
  "undefined",
  "regex",
  "identifier",
  "arrow_function",
  "function_expression",
  "generator_function",
]);

export function isInert(tree: SyntaxTree, statement: SyntaxNode): boolean {
  const { type, children } = statement;
  if (!statement.named || inertStatements.has(type)) return true;
  if (type === "export_statement") {
    const declaration = childOf(statement, "declaration");
    return declaration ? isInert(tree, declaration) : children.some((child) => child.type === "export_clause");
  }
  if (type === "expression_statement") return children[0]?.type === "string";
  if (type !== "lexical_declaration" && type !== "variable_declaration") return false;
  return children.every(
    (child) =>
      child.type !== "variable_declarator" ||
      (childOf(child, "name")?.type === "identifier" && isInertValue(tree, childOf(child, "value"))),
  );
}

function isInertValue(tree: SyntaxTree, value: SyntaxNode | undefined): boolean {
  if (!value || inertValues.has(value.type)) return true;
  if (value.type === "unary_expression") return childOf(value, "argument")?.type === "number";
  if (value.type === "array") return value.children.every((child) => !child.named || isInertValue(tree, child));
  if (value.type === "object") {
    return value.children.every(
      (child) =>
        !child.named ||
        child.type === "comment" ||
        (child.type === "pair" &&
          childOf(child, "key")?.type === "property_identifier" &&
          isInertValue(tree, childOf(child, "value"))),
    );
  }
  if (value.type === "call_expression") return /^require\((['"])[^'"]+\1\)$/.test(textOf(tree, value));
  return value.type === "new_expression" && /^new (Map|Set|WeakMap|WeakSet)\(\)$/.test(textOf(tree, value));
}
