/** What counts as a symbol in each language, and where its name stands. */
import type { Language } from "./language.ts";
import { childOf, type SyntaxNode, type SyntaxTree, textOf } from "./syntax-tree.ts";

/** The name a node gives to what it defines; null where it defines nothing that has one. */
type Rule = (tree: SyntaxTree, node: SyntaxNode) => string | null;

const byName: Rule = (tree, node) => nameIn(tree, childOf(node, "name"));

/** C hides the name under what it declares: `int *f(void)`. */
const byDeclarator: Rule = (tree, node) => {
  let at: SyntaxNode | undefined = childOf(node, "declarator");
  while (at && !/identifier|operator_name|destructor_name/.test(at.type))
    at = childOf(at, "declarator") ?? at.children.find(({ type }) => /declarator|identifier/.test(type));
  return nameIn(tree, at);
};

/** `func (t *Tree) Walk()` belongs to `Tree`. */
const byReceiver: Rule = (tree, node) => {
  const receiver = childOf(node, "receiver");
  const owner =
    receiver && /([A-Za-z_]\w{0,200})\s{0,20}(\[[^\]]{0,200}\])?\s{0,20}\)$/.exec(textOf(tree, receiver))?.[1];
  const name = byName(tree, node);
  return owner && name ? `${owner}.${name}` : name;
};

const byType: Rule = (tree, node) => {
  const type = childOf(node, "type");
  return nameIn(tree, type && (childOf(type, "type") ?? type));
};

/** Functions without a name of their own are called by what they are assigned to. */
const byAssignment: Rule = (tree, node) => {
  const value = childOf(node, "value") ?? childOf(node, "right");
  const target = childOf(node, "name") ?? childOf(node, "key") ?? childOf(node, "left");
  return value && isFunction(value) ? nameIn(tree, target) : null;
};

/** Outermost variables are symbols whatever they hold. */
const byVariable: Rule = (tree, node) => {
  const list = node.parent?.parent;
  const isOutermost =
    list?.type === "program" || (list?.type === "export_statement" && list.parent?.type === "program");
  return isOutermost ? byName(tree, node) : byAssignment(tree, node);
};

function isFunction({ type, children }: SyntaxNode): boolean {
  if (
    /^(arrow_function|function_expression|generator_function|class|func_literal|lambda|anonymous_function)$/.test(type)
  )
    return true;
  // `memo(() => …)`, `useCallback(function () { … })`
  const [first] = children.find((child) => child.type === "arguments")?.children.filter(({ named }) => named) ?? [];
  return type === "call_expression" && first !== undefined && isFunction(first);
}

const LONGEST_NAME = 120;

function nameIn(tree: SyntaxTree, node: SyntaxNode | undefined): string | null {
  if (!node) return null;
  const text = textOf(tree, node)
    .replace(/^["']|["']$/g, "")
    .replaceAll("::", ".")
    .replaceAll("->", ".");
  return text.length <= LONGEST_NAME && /^[~@$#\p{L}_][^\s"'`(){};]*$/u.test(text) ? text : null;
}

const named = (...types: string[]): [string, Rule][] => types.map((type) => [type, byName]);

const ecmascript: readonly [string, Rule][] = [
  ...named(
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "function_signature",
    "class_declaration",
    "abstract_class_declaration",
    "class",
    "method_definition",
    "abstract_method_signature",
    "interface_declaration",
    "type_alias_declaration",
    "enum_declaration",
    "internal_module",
    "module",
  ),
  ["variable_declarator", byVariable],
  ["assignment_expression", byAssignment],
  ["pair", byAssignment],
  ["field_definition", (tree, node) => nameIn(tree, childOf(node, "property") ?? childOf(node, "name"))],
  ["public_field_definition", byName],
];

const rules: Record<Language, readonly [string, Rule][]> = {
  javascript: ecmascript,
  typescript: ecmascript,
  tsx: ecmascript,
  python: named("function_definition", "class_definition"),
  go: [...named("function_declaration", "type_spec", "type_alias"), ["method_declaration", byReceiver]],
  rust: [
    ...named("function_item", "struct_item", "enum_item", "union_item", "trait_item", "mod_item"),
    ...named("function_signature_item", "macro_definition", "const_item", "static_item", "type_item"),
    ["impl_item", byType],
  ],
  java: named(
    "class_declaration",
    "interface_declaration",
    "enum_declaration",
    "record_declaration",
    "annotation_type_declaration",
    "method_declaration",
    "constructor_declaration",
    "compact_constructor_declaration",
  ),
  c: [
    ...named("struct_specifier", "union_specifier", "enum_specifier", "preproc_def", "preproc_function_def"),
    ["function_definition", byDeclarator],
    ["type_definition", byDeclarator],
  ],
  cpp: [
    ...named("struct_specifier", "union_specifier", "enum_specifier", "class_specifier", "namespace_definition"),
    ...named("preproc_def", "preproc_function_def", "alias_declaration", "concept_definition"),
    ["function_definition", byDeclarator],
    ["type_definition", byDeclarator],
  ],
  "c-sharp": named(
    "namespace_declaration",
    "class_declaration",
    "struct_declaration",
    "interface_declaration",
    "record_declaration",
    "enum_declaration",
    "delegate_declaration",
    "method_declaration",
    "constructor_declaration",
    "destructor_declaration",
    "property_declaration",
    "local_function_statement",
  ),
  ruby: named("module", "class", "method", "singleton_method"),
  php: named(
    "function_definition",
    "class_declaration",
    "interface_declaration",
    "trait_declaration",
    "enum_declaration",
    "method_declaration",
  ),
  bash: named("function_definition"),
};

const compiled = new Map(Object.entries(rules).map(([language, list]) => [language, new Map(list)]));

export function definedName(tree: SyntaxTree, node: SyntaxNode): string | null {
  if (!node.named) return null;
  return compiled.get(tree.language)?.get(node.type)?.(tree, node) ?? null;
}
