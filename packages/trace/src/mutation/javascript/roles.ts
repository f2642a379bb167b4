/** What a name means where it is written: a variable, a type, only text, or something we do not know. */
import { childOf, parentOf, type SyntaxNode } from "../../syntax/syntax-tree.ts";
import type { Role } from "./binding.ts";

/** Parents below which an `identifier` is an expression, whatever its field. */
const expressionParents = new Set([
  "arguments",
  "array",
  "array_pattern",
  "as_expression",
  "asserts",
  "assignment_expression",
  "assignment_pattern",
  "augmented_assignment_expression",
  "await_expression",
  "binary_expression",
  "class_heritage",
  "computed_property_name",
  "decorator",
  "expression_statement",
  "extends_clause",
  "for_in_statement",
  "for_statement",
  "instantiation_expression",
  "jsx_expression",
  "new_expression",
  "non_null_expression",
  "object_assignment_pattern",
  "parenthesized_expression",
  "rest_pattern",
  "return_statement",
  "satisfies_expression",
  "sequence_expression",
  "spread_element",
  "subscript_expression",
  "template_substitution",
  "ternary_expression",
  "throw_statement",
  "type_query",
  "unary_expression",
  "update_expression",
  "yield_expression",
]);

/** Parents where only these fields hold an expression. */
const expressionFields = new Map<string, string>([
  ["arrow_function", "body"],
  ["call_expression", "function"],
  ["enum_assignment", "value"],
  ["export_statement", "value"],
  ["field_definition", "value"],
  ["member_expression", "object"],
  ["optional_parameter", "value"],
  ["pair", "value"],
  ["pair_pattern", "value"],
  ["public_field_definition", "value"],
  ["required_parameter", "value"],
  ["switch_case", "value"],
  ["type_predicate", "name"],
  ["variable_declarator", "value"],
]);

const typeParents = new Set([
  "array_type",
  "as_expression",
  "conditional_type",
  "constraint",
  "default_type",
  "extends_type_clause",
  "function_type",
  "generic_type",
  "implements_clause",
  "index_signature",
  "index_type_query",
  "intersection_type",
  "lookup_type",
  "mapped_type_clause",
  "optional_type",
  "parenthesized_type",
  "readonly_type",
  "rest_type",
  "satisfies_expression",
  "template_type",
  "tuple_type",
  "type_alias_declaration",
  "type_annotation",
  "type_arguments",
  "type_predicate",
  "union_type",
  "constructor_type",
  "adding_type_annotation",
  "omitting_type_annotation",
  "opting_type_annotation",
]);

const textParents = new Set(["jsx_namespace_name", "import_specifier", "index_signature", "namespace_export"]);
const jsxTags = new Set(["jsx_opening_element", "jsx_closing_element", "jsx_self_closing_element"]);

/** Leaves that carry a name at all; declared ones are known before this is asked. */
export const nameTypes = new Set([
  "identifier",
  "type_identifier",
  "shorthand_property_identifier",
  "shorthand_property_identifier_pattern",
]);

export function roleOf(leaf: SyntaxNode, name: string): Role {
  const parent = parentOf(leaf);
  switch (leaf.type) {
    case "shorthand_property_identifier":
    case "shorthand_property_identifier_pattern":
      return "value";
    case "type_identifier":
      return roleOfType(leaf, parent);
    default:
      return roleOfIdentifier(leaf, name, parent);
  }
}

function roleOfType(leaf: SyntaxNode, parent: SyntaxNode): Role {
  if (parent.type === "nested_type_identifier") return "text";
  if (parent.type === "mapped_type_clause" && leaf.field === "name") return "unknown";
  return typeParents.has(parent.type) ? "type" : "unknown";
}

function roleOfIdentifier(leaf: SyntaxNode, name: string, parent: SyntaxNode): Role {
  const { type } = parent;
  if (expressionParents.has(type) || expressionFields.get(type) === leaf.field) return "value";
  if (jsxTags.has(type)) return isIntrinsic(name) ? "text" : "value";
  if (textParents.has(type)) return "text";
  if ((type === "required_parameter" || type === "optional_parameter") && leaf.field === "name") return "text";
  if (type === "nested_identifier" || type === "nested_type_identifier") return "either";
  if (type === "export_specifier") {
    const isOwn = childOf(parentOf(parentOf(parent)), "source") === undefined;
    return isOwn && leaf.field === "name" ? "either" : "text";
  }
  return "unknown";
}

/** `<div>` is no variable, `<Div>` is. */
function isIntrinsic(name: string): boolean {
  return /^[a-z]/.test(name) || name.includes("-");
}
