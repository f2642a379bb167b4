/** Java: layout that means nothing, and the names of local variables. */
import { leavesOf } from "../../syntax/leaves.ts";
import { childOf, type SyntaxNode, type SyntaxTree, textOf } from "../../syntax/syntax-tree.ts";
import { BlockScope, NameTable } from "../form/block-scopes.ts";
import type { Dialect } from "../form/dialect.ts";
import type { Binding } from "../form/form.ts";
import { isLastComma, treeForm } from "../form/tree-form.ts";

export const readJava: Dialect = (tree, how) => {
  const leaves = leavesOf(tree);
  // `\u0022` may end a string, `\u000a` a comment: then nothing is where it seems to be.
  if (!leaves || tree.source.includes("\\u")) return null;
  const names = how.plain ? null : resolveJava(tree);
  const form = treeForm(tree, leaves, {
    mark: () => "",
    bindingOf: (leaf) => names?.get(leaf),
    isSuperfluous: (node) => isLastComma(node, leaves) && node.parent?.type === "array_initializer",
  });
  return form && { form, plain: names === null, constants: [] };
};

const bodies = new Set(["class_body", "interface_body", "enum_body", "annotation_type_body", "record_declaration"]);
const scopes = new Set([
  "block",
  "constructor_body",
  "for_statement",
  "try_with_resources_statement",
  "catch_clause",
  "switch_block",
  "switch_rule",
  "method_declaration",
  "constructor_declaration",
  "compact_constructor_declaration",
  "static_initializer",
]);

/** Where an identifier is a variable being read or written. */
const variables = new Set([
  "argument_list",
  "array_access",
  "array_initializer",
  "assert_statement",
  "assignment_expression",
  "binary_expression",
  "cast_expression",
  "dimensions_expr",
  "expression_statement",
  "lambda_expression",
  "parenthesized_expression",
  "return_statement",
  "ternary_expression",
  "throw_statement",
  "unary_expression",
  "update_expression",
  "yield_statement",
]);
const variableFields = new Map([
  ["method_invocation", "object"],
  ["field_access", "object"],
  ["variable_declarator", "value"],
  ["enhanced_for_statement", "value"],
  ["for_statement", "condition"],
  ["instanceof_expression", "left"],
  ["resource", "value"],
]);
/** Where an identifier is the name of something that is no variable. */
const texts = new Set([
  "annotation",
  "break_statement",
  "class_declaration",
  "constructor_declaration",
  "continue_statement",
  "element_value_pair",
  "enum_constant",
  "enum_declaration",
  "field_access",
  "import_declaration",
  "interface_declaration",
  "labeled_statement",
  "marker_annotation",
  "method_declaration",
  "method_invocation",
  "package_declaration",
  "record_declaration",
  "scoped_identifier",
]);

/**
 * Which names in methods are local variables. Parameters are not among them: frameworks read their names. Null where a
 * variable hides another one, which Java forbids.
 */
function resolveJava(tree: SyntaxTree): ReadonlyMap<SyntaxNode, Binding> | null {
  const names = new NameTable(tree);

  const visitAll = (nodes: readonly SyntaxNode[], scope: BlockScope): void => {
    for (const node of nodes) visit(node, scope);
  };

  const declareIn = (node: SyntaxNode, scope: BlockScope, fixed: boolean): void => {
    const name = childOf(node, "name");
    if (name?.type === "identifier") names.declare(name, scope, fixed);
  };

  const visitName = (leaf: SyntaxNode, scope: BlockScope): void => {
    const parent = leaf.parent?.type ?? "";
    const isVariable = variables.has(parent) || variableFields.get(parent) === leaf.field;
    if (isVariable) names.mention(leaf, scope);
    else if (parent === "method_reference" && leaf.parent?.children[0] === leaf) names.mention(leaf, scope);
    else if (!texts.has(parent) && parent !== "method_reference") names.forget(textOf(tree, leaf));
  };

  const visitBut = (node: SyntaxNode, known: SyntaxNode | undefined, scope: BlockScope): void =>
    visitAll(
      node.children.filter((child) => child !== known),
      scope,
    );

  const handlers = new Map(
    Object.entries<(node: SyntaxNode, scope: BlockScope) => void>({
      identifier: visitName,
      formal_parameter(node, scope) {
        declareIn(node, scope, node.parent?.parent?.type !== "lambda_expression");
        visitAll(node.children, scope);
      },
      spread_parameter(node, scope) {
        for (const child of node.children) if (child.type === "variable_declarator") declareIn(child, scope, true);
        visitAll(node.children, scope);
      },
      catch_formal_parameter(node, scope) {
        declareIn(node, scope, false);
        visitAll(node.children, scope);
      },
      variable_declarator(node, scope) {
        declareIn(node, scope, false);
        visitAll(node.children, scope);
      },
      field_declaration: (node, scope) => visitFields(node, scope),
      constant_declaration: (node, scope) => visitFields(node, scope),
      resource(node, scope) {
        const value = childOf(node, "value");
        if (value) visit(value, scope);
        declareIn(node, scope, false);
        visitBut(node, value, scope);
      },
      enhanced_for_statement(node, scope) {
        const value = childOf(node, "value");
        if (value) visit(value, scope);
        const inner = new BlockScope(scope);
        declareIn(node, inner, false);
        visitBut(node, value, inner);
      },
      lambda_expression(node, scope) {
        const inner = new BlockScope(scope);
        const parameters = childOf(node, "parameters");
        const leaves = parameters?.type === "identifier" ? [parameters] : (parameters?.children ?? []);
        for (const leaf of leaves) if (leaf.type === "identifier") names.declare(leaf, inner);
        visitAll(node.children, inner);
      },
    }),
  );

  /** A field is known outside, and in all of its class. */
  const visitFields = (node: SyntaxNode, scope: BlockScope): void => {
    for (const child of node.children) {
      const name = child.type === "variable_declarator" ? childOf(child, "name") : undefined;
      if (name) names.forget(textOf(tree, name));
      if (name) visitBut(child, name, scope);
      else visit(child, scope);
    }
  };

  const visit = (node: SyntaxNode, scope: BlockScope): void => {
    if (names.byLeaf.has(node)) return;
    const handle = handlers.get(node.type);
    if (handle) handle(node, scope);
    else if (bodies.has(node.type)) visitAll(node.children, new BlockScope(scope, true));
    else visitAll(node.children, scopes.has(node.type) ? new BlockScope(scope) : scope);
  };

  visit(tree.root, new BlockScope(null));
  return names.isHiding ? null : names.close();
}
