/** Which names in Python functions are plain local variables: everything else keeps its name. */
import { childOf, type SyntaxNode, type SyntaxTree, textOf } from "../../syntax/syntax-tree.ts";
import type { Binding } from "../form/form.ts";
import { referenceParents } from "./reference-parents.ts";

interface Scope {
  kind: "module" | "function" | "class" | "comprehension";
  outer: Scope | null;
  names: Map<string, Binding>;
  /** Declared `global` or `nonlocal` here. */
  foreign: Set<string>;
}

/** Whoever says one of these may look at local variables by name. */
const lookingInside =
  /^(locals|vars|eval|exec|dir|globals|compile|inspect|_getframe|currentframe|f_locals|gi_frame|cr_frame|settrace|setprofile|__code__|co_varnames|ast|numexpr|query)$/;
const knownNames = /^(__.*|_|self|cls|match|case|type|print|exec|async|await|super)$/;
const comprehensions = /^(list_comprehension|set_comprehension|dictionary_comprehension|generator_expression)$/;

/** Names of leaves; a file that looks at its own variables is odd. */
export function resolvePython(tree: SyntaxTree): Map<SyntaxNode, Binding> | "odd" {
  const mentions: { leaf: SyntaxNode; scope: Scope }[] = [];
  const declared: Binding[] = [];
  const unknown = new Set<string>();
  const written = new Set<string>();
  let isOdd = false;

  const open = (kind: Scope["kind"], outer: Scope | null): Scope => ({
    kind,
    outer,
    names: new Map(),
    foreign: new Set(),
  });

  const declare = (leaf: SyntaxNode, scope: Scope, fixed: boolean): void => {
    const name = textOf(tree, leaf);
    if (scope.kind === "module" || scope.foreign.has(name)) return;
    const known = scope.names.get(name);
    const binding = known ?? { name, fixed: false };
    if (!known) declared.push(binding);
    binding.fixed ||= fixed || scope.kind === "class";
    scope.names.set(name, binding);
  };

  const declareTargets = (node: SyntaxNode, scope: Scope): void => {
    if (node.type === "identifier") {
      declare(node, scope, false);
      mentions.push({ leaf: node, scope });
    } else if (
      /^(pattern_list|tuple_pattern|list_pattern|list_splat_pattern|tuple|list|as_pattern_target|parenthesized_expression)$/.test(
        node.type,
      )
    )
      for (const child of node.children) declareTargets(child, scope);
    else visit(node, scope);
  };

  /** Walrus targets belong to the function around the comprehension. */
  const holder = (scope: Scope): Scope => (scope.kind === "comprehension" && scope.outer ? holder(scope.outer) : scope);

  const visitAll = (nodes: readonly SyntaxNode[], scope: Scope): void => {
    for (const node of nodes) visit(node, scope);
  };

  /** Defaults and annotations are worked out outside. */
  const visitParameters = (parameters: SyntaxNode, inner: Scope, outer: Scope): void => {
    for (const child of parameters.children) {
      const name = child.type === "identifier" ? child : (childOf(child, "name") ?? child.children.find(isNameOrSplat));
      if (name) declareParameter(name, inner);
      visitAll(
        child.children.filter((one) => one !== name),
        outer,
      );
    }
  };

  const declareParameter = (node: SyntaxNode, scope: Scope): void => {
    if (node.type === "identifier") {
      declare(node, scope, true);
      mentions.push({ leaf: node, scope });
    } else for (const child of node.children) declareParameter(child, scope);
  };

  const visitFunction = (node: SyntaxNode, scope: Scope): void => {
    const inner = open("function", scope);
    for (const child of node.children) {
      if (child.field === "name") {
        declare(child, scope, true);
        mentions.push({ leaf: child, scope });
      } else if (child.field === "parameters") visitParameters(child, inner, scope);
      else if (child.field === "type_parameters") forget(child);
      else visit(child, child.field === "body" ? inner : scope);
    }
  };

  const visitClass = (node: SyntaxNode, scope: Scope): void => {
    for (const child of node.children) {
      if (child.field === "name") {
        declare(child, scope, true);
        mentions.push({ leaf: child, scope });
      } else if (child.field === "type_parameters") forget(child);
      else visit(child, child.field === "body" ? open("class", scope) : scope);
    }
  };

  const visitComprehension = (node: SyntaxNode, scope: Scope): void => {
    const inner = open("comprehension", scope);
    let isFirst = true;
    for (const child of node.children) {
      if (child.type !== "for_in_clause") {
        visit(child, inner);
        continue;
      }
      for (const part of child.children) {
        if (part.field === "left") declareTargets(part, inner);
        else visit(part, part.field === "right" && isFirst ? scope : inner);
      }
      isFirst = false;
    }
  };

  /** Names below are used in a way that is not followed: they stay as they are everywhere. */
  const forget = (node: SyntaxNode): void => {
    if (node.type === "identifier") unknown.add(textOf(tree, node));
    for (const child of node.children) forget(child);
  };

  const visit = (node: SyntaxNode, scope: Scope): void => {
    switch (node.type) {
      case "identifier":
        visitName(node, scope);
        break;
      case "string_content":
        for (const word of textOf(tree, node).split(/\W+/)) written.add(word);
        break;
      case "function_definition":
      case "lambda":
        visitFunction(node, scope);
        break;
      case "class_definition":
        visitClass(node, scope);
        break;
      case "assignment":
      case "augmented_assignment":
      case "for_statement":
        for (const child of node.children) {
          if (child.field === "left") declareTargets(child, scope);
          else visit(child, scope);
        }
        break;
      case "as_pattern_target":
        declareTargets(node, scope);
        break;
      case "delete_statement":
        for (const child of node.children) declareTargets(child, scope);
        break;
      case "named_expression":
        for (const child of node.children) {
          if (child.field === "name") declareTargets(child, holder(scope));
          else visit(child, scope);
        }
        break;
      case "global_statement":
      case "nonlocal_statement":
        for (const child of node.children) scope.foreign.add(textOf(tree, child));
        forget(node);
        break;
      case "import_statement":
      case "import_from_statement":
      case "future_import_statement":
        for (const child of node.children) declareImports(child, scope);
        break;
      case "interpolation":
        // `{x=}` prints the name.
        if (node.children.some(({ type }) => type === "=")) forget(node);
        visitAll(node.children, scope);
        break;
      case "case_pattern":
      case "type_alias_statement":
      case "type_parameter":
        forget(node);
        break;
      case "exec_statement":
      case "print_statement":
        isOdd = true;
        break;
      default:
        if (comprehensions.test(node.type)) visitComprehension(node, scope);
        else visitAll(node.children, scope);
    }
  };

  const visitName = (leaf: SyntaxNode, scope: Scope): void => {
    const name = textOf(tree, leaf);
    // Python takes letters that look alike for the same name.
    if (lookingInside.test(name) || !/^\w+$/.test(name)) isOdd = true;
    const { parent, field } = leaf;
    if (parent?.type === "attribute" && field === "attribute") return;
    if (parent?.type === "keyword_argument" && field === "name") return;
    if (parent && referenceParents.has(parent.type)) mentions.push({ leaf, scope });
    else unknown.add(name);
  };

  const declareImports = (node: SyntaxNode, scope: Scope): void => {
    const leaf = node.type === "aliased_import" ? childOf(node, "alias") : node.field === "name" && node.children[0];
    if (leaf) declare(leaf, scope, true);
    forget(node);
  };

  visitAll(tree.root.children, open("module", null));
  if (isOdd) return "odd";
  for (const binding of declared) {
    const { name } = binding;
    binding.fixed ||= unknown.has(name) || written.has(name) || knownNames.test(name);
  }
  const found = new Map<SyntaxNode, Binding>();
  for (const { leaf, scope } of mentions) {
    const binding = find(textOf(tree, leaf), scope);
    if (binding) found.set(leaf, binding);
  }
  return found;
}

/** A class's own names are seen in its body and nowhere below. */
function find(name: string, from: Scope): Binding | null {
  for (let scope: Scope | null = from; scope; scope = scope.outer) {
    if (scope.foreign.has(name) || (scope.kind === "class" && scope !== from)) continue;
    const found = scope.names.get(name);
    if (found) return found;
  }
  return null;
}

function isNameOrSplat({ type }: SyntaxNode): boolean {
  return /^(identifier|list_splat_pattern|dictionary_splat_pattern)$/.test(type);
}
