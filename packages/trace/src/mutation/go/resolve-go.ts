/** Which names in Go functions are local: parameters, results and what is declared inside. */
import { childOf, type SyntaxNode, type SyntaxTree, textOf } from "../../syntax/syntax-tree.ts";
import { BlockScope, NameTable } from "../form/block-scopes.ts";
import type { Binding } from "../form/form.ts";

const functions = new Set([
  "function_declaration",
  "method_declaration",
  "func_literal",
  "function_type",
  "method_elem",
]);
const scopes = new Set([
  "block",
  "if_statement",
  "for_statement",
  "expression_switch_statement",
  "select_statement",
  "expression_case",
  "type_case",
  "default_case",
  "communication_case",
]);

export function resolveGo(tree: SyntaxTree): ReadonlyMap<SyntaxNode, Binding> {
  const names = new NameTable(tree);

  const visitAll = (nodes: readonly SyntaxNode[], scope: BlockScope | null): void => {
    for (const node of nodes) visit(node, scope);
  };

  /** `a, b := f(a)`: the right side still means what was there before. */
  const declareShort = (nodes: readonly SyntaxNode[], scope: BlockScope): void => {
    const left = nodes.find(({ field }) => field === "left" || field === "alias");
    visitAll(
      nodes.filter((node) => node !== left),
      scope,
    );
    for (const leaf of left?.children ?? []) {
      if (leaf.type !== "identifier") visit(leaf, scope);
      else if (scope.has(textOf(tree, leaf))) names.mention(leaf, scope);
      else names.declare(leaf, scope);
    }
  };

  const declareSpec = (node: SyntaxNode, scope: BlockScope | null): void => {
    const leaves = node.children.filter(({ field, type }) => field === "name" && type === "identifier");
    visitAll(
      node.children.filter((child) => !leaves.includes(child)),
      scope,
    );
    // Outside functions a name belongs to the whole package.
    if (scope) for (const leaf of leaves) names.declare(leaf, scope);
  };

  const visitFunction = (node: SyntaxNode, outer: BlockScope | null): void => {
    const scope = new BlockScope(outer);
    for (const child of node.children) {
      if (child.field === "name") continue;
      if (child.field === "body") visitAll(child.children, scope);
      else visit(child, scope);
    }
  };

  const isShort = (node: SyntaxNode): boolean => node.children.some(({ type }) => type === ":=");

  const mention = (node: SyntaxNode, scope: BlockScope): void => names.mention(node, scope);

  /** Names of types are used in too many ways to follow. */
  const forgetName = (node: SyntaxNode, scope: BlockScope): void => {
    for (const child of node.children) if (child.field === "name") names.forget(textOf(tree, child));
    visitAll(node.children, scope);
  };

  const visitPerhapsShort = (node: SyntaxNode, scope: BlockScope): void => {
    if (isShort(node)) declareShort(node.children, scope);
    else visitAll(node.children, scope);
  };

  const handlers = new Map(
    Object.entries<(node: SyntaxNode, scope: BlockScope) => void>({
      identifier: mention,
      type_identifier: mention,
      parameter_declaration: (node, scope) => declareSpec(node, scope),
      variadic_parameter_declaration: (node, scope) => declareSpec(node, scope),
      type_spec: forgetName,
      type_alias: forgetName,
      type_parameter_declaration: forgetName,
      short_var_declaration: visitPerhapsShort,
      range_clause: visitPerhapsShort,
      receive_statement: visitPerhapsShort,
      keyed_element(node, scope) {
        // A field of a struct or a variable: only the type can tell.
        const key = childOf(node, "key")?.children[0];
        if (key?.type === "identifier") names.forget(textOf(tree, key));
        visitAll(node.children, scope);
      },
      type_switch_statement(node, scope) {
        const inner = new BlockScope(scope);
        const isBranch = (child: SyntaxNode): boolean => child.type === "type_case" || child.type === "default_case";
        const initializer = childOf(node, "initializer");
        if (initializer) visit(initializer, inner);
        const head = node.children.filter((child) => !isBranch(child) && child !== initializer);
        if (isShort(node)) declareShort(head, inner);
        else visitAll(head, inner);
        visitAll(node.children.filter(isBranch), inner);
      },
    }),
  );

  const visit = (node: SyntaxNode, scope: BlockScope | null): void => {
    const { type, children } = node;
    const handle = scope ? handlers.get(type) : undefined;
    if (scope && handle) handle(node, scope);
    else if (functions.has(type)) visitFunction(node, scope);
    else if (type === "package_identifier") names.forget(textOf(tree, node));
    else if (type === "var_spec" || type === "const_spec") declareSpec(node, scope);
    else visitAll(children, scope && scopes.has(type) ? new BlockScope(scope) : scope);
  };

  visitAll(tree.root.children, null);
  return names.close();
}
